/** Shows a new invitation's link, once. */

import { invitationDays, inWords } from '@afterimage/contract';
import type { NewLink } from '../../data/resources.ts';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';

export function LinkDialog({ link, onDone }: { link: NewLink; onDone(): void }) {
  return (
    <ShownOnceDialog
      title="The invitation is ready"
      secret={link.url}
      copy="Copy link"
      done="I have copied it"
      onDone={onDone}
    >
      <p className="break-words text-muted">
        Send this link to {link.email}. It signs in whoever opens it first, works once and ends in{' '}
        {inWords(invitationDays)} days; it is shown only now.
      </p>
    </ShownOnceDialog>
  );
}
