/** Under 640 px, what the rail shows above its links. */
import { ConnectionChip } from './connection-chip.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { Wordmark } from './wordmark.tsx';

export function TopBar() {
  return (
    <header className="flex items-center justify-between gap-3 border-b border-line bg-surface px-4 py-2 sm:hidden">
      <Wordmark />
      <ConnectionChip />
      <div className="w-40">
        <ModeSwitch />
      </div>
    </header>
  );
}
