/** Sends a signed test event to an address, to try a receiver without a generation. */
import { useState } from 'react';
import { fieldFault, otherFault } from '../../data/field-fault.ts';
import { useChange } from '../../data/reads.ts';
import { Field, TextInput } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

export function TestEventDialog({ onClose, onSent }: { onClose(): void; onSent(id: string): void }) {
  const [url, setUrl] = useState('');
  const send = useChange('sendTestEvent', { touches: ['listDeliveries'] });
  return (
    <FormDialog
      title="Send a test event"
      action="Send"
      busy={send.isPending}
      isReady={url.trim() !== ''}
      onSubmit={() => send.mutate({ body: { url: url.trim() } }, { onSuccess: ({ id }) => onSent(id) })}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
