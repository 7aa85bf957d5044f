/** Asks for what a new key needs: a name, live or sandbox, and when it ends. */
import { useState } from 'react';
import { useChange } from '../../data/reads.ts';
import type { NewApiKey } from '../../data/resources.ts';
import { type Mode, useScope } from '../../data/scope.ts';
import { Field, FieldGroup, Select, TextInput } from '../../ui/field.tsx';
import { fieldFault, otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';

const modes = [
  { value: 'live', label: 'Live' },
  { value: 'sandbox', label: 'Sandbox' },
] as const;
const expiries = [
  { days: 0, label: 'Never' },
  { days: 7, label: 'In 7 days' },
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
];

export function CreateKeyDialog({ onClose, onMade }: { onClose(): void; onMade(made: NewApiKey): void }) {
  const scope = useScope();
  const [name, setName] = useState('');
  const [mode, setMode] = useState<Mode>(scope.mode);
  const [days, setDays] = useState(0);
  const create = useChange('createKey', { touches: ['listKeys'] });
  function submit() {
    const body = { name: name.trim(), mode, ...(days > 0 && { expires_in_days: days }) };
    create.mutate({ body }, { onSuccess: onMade });
  }
  return (
    <FormDialog
      title="Create an API key"
      action="Create key"
      busy={create.isPending}
      missing={name.trim() === '' && 'Needs a name'}
      fault={otherFault(create.error, ['name', 'expires_in_days'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Where it will be used, such as the program's name."
        fault={fieldFault(create.error, 'name')}
      >
        <TextInput required autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <FieldGroup
        label="Works on"
        hint={mode === 'live' ? 'Generations cost credit.' : 'Play money, and prompts can play failures and delays.'}
      >
        <Segmented<Mode> label="Works on" value={mode} onChange={setMode} choices={modes} />
      </FieldGroup>
      <Field label="Expires" fault={fieldFault(create.error, 'expires_in_days')}>
        <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {expiries.map(({ days: value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
