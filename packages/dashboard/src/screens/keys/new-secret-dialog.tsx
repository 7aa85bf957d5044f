/** Shows a new key, once. Only its button closes it: what a stray click or Escape closed could never be shown again. */
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { NewApiKey } from './keys-screen.tsx';

export function NewSecretDialog({ made, onStored }: { made: NewApiKey; onStored(): void }) {
  return (
    <Dialog
      title={`Your new key: ${made.name}`}
      onClose={onStored}
      dismissal="guarded"
      width="wide"
      actions={
        <Button look="primary" onClick={onStored}>
          I have stored it
        </Button>
      }
    >
      <div className="flex flex-col gap-2 rounded-control border border-line bg-sunken p-3 sm:flex-row sm:items-center">
        <code className="min-w-0 flex-1 font-mono text-small break-all select-all" data-secret>
          {made.key}
        </code>
        <CopyButton text={made.key}>Copy key</CopyButton>
      </div>
      <p className="flex items-start gap-2 text-small text-muted">
        <TriangleAlert size={16} aria-hidden className="mt-px shrink-0 text-warn" />
        <span>
          This is the only time it is shown. Store it now where your program finds it, for example as the variable{' '}
          <code className="font-mono">AFTERIMAGE_API_KEY</code>; the service keeps only a fingerprint of it.
        </span>
      </p>
    </Dialog>
  );
}
