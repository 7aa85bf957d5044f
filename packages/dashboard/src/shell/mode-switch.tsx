/** The account itself, or its sandbox twin with play money. */
import { useScope } from '../data/scope.ts';
import { Segmented } from '../ui/segmented.tsx';
import { useSetMode } from './use-set-mode.ts';

const choices = [
  { value: 'live', label: 'Live' },
  { value: 'sandbox', label: 'Sandbox' },
] as const;

export function ModeSwitch() {
  const { mode } = useScope();
  const setMode = useSetMode();
  return <Segmented label="Mode" choices={choices} value={mode} onChange={setMode} className="w-full" />;
}
