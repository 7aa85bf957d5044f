/** Sends a signed test event to an address, to try a receiver without a generation. */
import { type FormEvent, useState } from 'react';
import { fieldFault, otherFault } from '../../data/field-fault.ts';
import { useChange } from '../../data/reads.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';

export function TestEventDialog({ onClose, onSent }: { onClose(): void; onSent(id: string): void }) {
  const [url, setUrl] = useState('');
  const send = useChange('sendTestEvent', { touches: ['listDeliveries'] });
  function submit(event: FormEvent) {
    event.preventDefault();
    send.mutate({ body: { url: url.trim() } }, { onSuccess: ({ id }) => onSent(id) });
  }
  return (
    <Dialog
      title="Send a test event"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="test-event" busy={send.isPending} disabled={url.trim() === ''}>
            Send
          </Button>
        </>
      }
    >
      <form id="test-event" noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label="Address"
          hint="HTTPS. It is signed and tried again like any other event."
          fault={fieldFault(send.error, 'url') ?? otherFault(send.error, ['url'])}
        >
          <TextInput
            type="url"
            inputMode="url"
            placeholder="https://example.com/hooks/afterimage"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
