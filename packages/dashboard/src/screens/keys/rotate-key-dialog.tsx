/** Makes a key's successor; the old one works on for a while, so that no program stands still. */
import { keyOverlapHours } from '@afterimage/contract';
import { useState } from 'react';
import { useChange } from '../../data/reads.ts';
import type { ApiKey, NewApiKey } from '../../data/resources.ts';
import { Field, Select } from '../../ui/field.tsx';
import { otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

const overlaps = [
  { hours: 0, label: 'No overlap: it ends at once' },
  { hours: 1, label: '1 hour' },
  { hours: keyOverlapHours, label: `${keyOverlapHours} hours` },
  { hours: 168, label: '7 days' },
  { hours: 720, label: '30 days' },
];

export function RotateKeyDialog(props: { apiKey: ApiKey; onClose(): void; onMade(made: NewApiKey): void }) {
  const { apiKey, onClose, onMade } = props;
  const [hours, setHours] = useState(keyOverlapHours);
  const rotate = useChange('rotateKey', { touches: ['listKeys'] });
  return (
    <FormDialog
      title={`Rotate ${apiKey.name}`}
      action="Make the new key"
      busy={rotate.isPending}
      fault={otherFault(rotate.error, [])}
      onSubmit={() => rotate.mutate({ id: apiKey.id, body: { overlap_hours: hours } }, { onSuccess: onMade })}
      onClose={onClose}
    >
      <p className="text-muted">
        A new key with the same name is made and shown once. The old one,{' '}
        <span className="font-mono">…{apiKey.last4}</span>, works on for the overlap and then ends by itself.
      </p>
      <Field label="The old key works on for">
        <Select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {overlaps.map(({ hours: value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
