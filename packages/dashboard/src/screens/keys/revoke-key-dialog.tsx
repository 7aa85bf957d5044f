/** Revokes a key for good, after one look at which it is and what that means. */

import { useChange } from '../../data/reads.ts';
import type { ApiKey } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastDone } from '../../ui/toast.tsx';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const revoke = useChange('revokeKey', { touches: ['listKeys'] });
  function submit() {
    revoke.mutate(
      { id: apiKey.id },
      {
        onSuccess() {
          toastDone(`${apiKey.name} is revoked`);
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke key"
      look="danger"
      busy={revoke.isPending}
      fault={otherFault(revoke.error, [])}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="break-words text-muted">
        {apiKey.last4 === '' ? (
          'This is the key that these pages generate with. The next generation from here makes a new one.'
        ) : (
          <>
            Programs that use <b className="text-ink">{apiKey.name}</b>{' '}
            <span className="font-mono whitespace-nowrap">(…{apiKey.last4})</span> are refused within a second.
          </>
        )}{' '}
        This cannot be undone. Generations that are under way go on.
      </p>
      <p className="text-muted">
        {apiKey.last_used_at === null ? (
          'It has never been used.'
        ) : (
          <>
            It was last used <Age time={apiKey.last_used_at} />.
          </>
        )}
      </p>
    </FormDialog>
  );
}
