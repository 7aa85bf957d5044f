/** On every screen of the sandbox, in both themes: nobody should take play money for their own, or the other way round. */
import { FlaskConical } from 'lucide-react';
import { useSetMode } from './use-set-mode.ts';

export function SandboxBand() {
  const setMode = useSetMode();
  return (
    <div
      data-sandbox
      className="sticky top-0 z-20 flex min-h-8 items-center gap-2 bg-warn px-4 py-1 text-small font-medium text-surface sm:px-8"
    >
      <FlaskConical size={15} aria-hidden className="shrink-0" />
      <span className="flex-1">
        Sandbox<span className="hidden font-normal sm:inline">: play money, and scenarios on demand</span>
      </span>
      <button type="button" onClick={() => setMode('live')} className="min-h-6 underline underline-offset-2">
        Go live
      </button>
    </div>
  );
}
