/** The account itself, or its sandbox twin with play money. */
import { useChangeScope, useScope } from '../data/scope.ts';
import { Segmented } from '../ui/segmented.tsx';

const choices = [
  { value: 'live', label: 'Live' },
  { value: 'sandbox', label: 'Sandbox' },
] as const;

export function ModeSwitch() {
  const { mode } = useScope();
  const { setMode } = useChangeScope();
  return <Segmented label="Mode" choices={choices} value={mode} onChange={setMode} className="w-full" />;
}
