/** Revokes a key for good, once its name has been typed. */
import { useState } from 'react';
import { otherFault } from '../../data/field-fault.ts';
import { useChange } from '../../data/reads.ts';
import type { ApiKey } from '../../data/resources.ts';
import { Field, TextInput } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastDone } from '../../ui/toast.tsx';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const [typed, setTyped] = useState('');
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
      title={`Revoke ${apiKey.name}`}
      action="Revoke key"
      look="danger"
      busy={revoke.isPending}
      isReady={typed.trim() === apiKey.name.trim()}
      fault={otherFault(revoke.error, [])}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted">
        Programs that use <span className="font-mono">…{apiKey.last4}</span> are refused within a second. This cannot be
        undone; generations that are under way go on.
      </p>
      <Field label={`Type ${apiKey.name} to go on`}>
        <TextInput autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
