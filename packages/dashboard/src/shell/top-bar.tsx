/** Under 640 px, what the rail shows above its links. */
import { ConnectionChip } from './connection-chip.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { Wordmark } from './wordmark.tsx';

export function TopBar() {
  return (
    <header className="flex flex-wrap items-center justify-between border-b border-line bg-surface px-4 py-2 sm:hidden">
      <Wordmark />
      <div className="w-40">
        <ModeSwitch />
      </div>
      {/* Beside them there is no room for its words. */}
      <div className="basis-full">
        <ConnectionChip />
      </div>
    </header>
  );
}
