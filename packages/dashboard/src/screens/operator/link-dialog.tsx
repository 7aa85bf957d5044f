/** Shows a new invitation's link, once. Only its button closes it: it cannot be shown again. */
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { NewLink } from './invitations.tsx';

export function LinkDialog({ link, onDone }: { link: NewLink; onDone(): void }) {
  return (
    <Dialog
      title="The invitation is ready"
      onClose={onDone}
      dismissal="guarded"
      width="wide"
      actions={
        <Button look="primary" onClick={onDone}>
          I have copied it
        </Button>
      }
    >
      <p className="break-words text-muted">
        Send this link to {link.email}. It signs in whoever opens it first, works once and ends in seven days; it is
        shown only now.
      </p>
      <div className="flex flex-col gap-2 rounded-control border border-line bg-sunken p-3 sm:flex-row sm:items-center">
        <code className="min-w-0 flex-1 font-mono text-small break-all select-all" data-secret>
          {link.url}
        </code>
        <CopyButton text={link.url}>Copy link</CopyButton>
      </div>
    </Dialog>
  );
}
