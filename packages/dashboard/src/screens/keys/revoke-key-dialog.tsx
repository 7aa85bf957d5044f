/** Revokes a key for good, once its name has been typed. */
import { type FormEvent, useState } from 'react';
import { otherFault } from '../../data/field-fault.ts';
import { useChange } from '../../data/reads.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { toastDone } from '../../ui/toast.tsx';
import { Refused } from './create-key-dialog.tsx';
import type { ApiKey } from './keys-screen.tsx';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const revoke = useChange('revokeKey', { touches: ['listKeys'] });
  const isNamed = typed.trim() === apiKey.name.trim();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isNamed) return;
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
    <Dialog
      title={`Revoke ${apiKey.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" form="revoke-key" disabled={!isNamed} busy={revoke.isPending}>
            Revoke key
          </Button>
        </>
      }
    >
      <form id="revoke-key" onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-muted">
          Programs that use <span className="font-mono">…{apiKey.last4}</span> are refused within a second. This cannot
          be undone; generations that are under way go on.
        </p>
        <Field label={`Type ${apiKey.name} to go on`}>
          <TextInput autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <Refused text={otherFault(revoke.error, [])} />
      </form>
    </Dialog>
  );
}
