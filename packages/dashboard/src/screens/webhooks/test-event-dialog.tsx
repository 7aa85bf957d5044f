/** Sends a signed test event to an address, to try a receiver without a generation. */
import { families } from '@afterimage/contract';
import { useState } from 'react';
import { callbackFault, callbackStart } from '../../data/callback-start.ts';
import { useChange } from '../../data/reads.ts';
import { useScope } from '../../data/scope.ts';
import { Field, Select, TextInput } from '../../ui/field.tsx';
import { fieldFault, otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

type End = 'completed' | 'failed';

export function TestEventDialog({ onClose, onSent }: { onClose(): void; onSent(id: string): void }) {
  const { mode } = useScope();
  const [url, setUrl] = useState('');
  const [family, setFamily] = useState(families[0]?.slug ?? '');
  const [status, setStatus] = useState<End>('completed');
  const send = useChange('sendTestEvent', { touches: ['listDeliveries'] });
  return (
    <FormDialog
      title="Send a test event"
      action="Send"
      busy={send.isPending}
      missing={url.trim() === '' && 'Needs an address'}
      onSubmit={() => send.mutate({ body: { url: url.trim(), family, status } }, { onSuccess: ({ id }) => onSent(id) })}
      onClose={onClose}
    >
      <Field
        label="Address"
        hint={`${callbackStart(mode)} It is signed and tried again like any other event.`}
        fault={callbackFault(fieldFault(send.error, 'url'), mode) ?? otherFault(send.error, ['url'])}
      >
        <TextInput
          type="url"
          inputMode="url"
          placeholder="https://example.com/hooks/afterimage"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Like an event of">
          <Select value={family} onChange={(event) => setFamily(event.target.value)}>
            {families.map(({ slug }) => (
              <option key={slug} value={slug}>
                {slug}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="That ended">
          <Select value={status} onChange={(event) => setStatus(event.target.value as End)}>
            <option value="completed">Completed</option>
            <option value="failed">Failed</option>
          </Select>
        </Field>
      </div>
    </FormDialog>
  );
}
