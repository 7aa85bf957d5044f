/** Setting or changing the password. */
import { passwordCharactersMin } from '@afterimage/contract/api';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../data/reads.ts';
import { usePerson } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { fieldFault, otherFault } from '../../ui/field-fault.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { toastDone } from '../../ui/toast.tsx';

export function PasswordSection() {
  const { person } = usePerson();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useChange('setPassword', { touches: ['getMe', 'listSessions'] });
  const other = otherFault(change.error, ['password', 'current']);
  function submit(event: FormEvent) {
    event.preventDefault();
    const body = { password, ...(current !== '' && { current }) };
    change.mutate(
      { body },
      {
        onSuccess() {
          setCurrent('');
          setPassword('');
          toastDone('The password is set; other sessions have ended');
        },
      },
    );
  }
  return (
    <Section title="Password">
      <Card>
        <form onSubmit={submit} className="flex max-w-sm flex-col gap-4">
          {other !== undefined && <Notice tone="bad">{other}</Notice>}
          {/* For password managers, which file the new password under it. */}
          <input type="hidden" name="username" autoComplete="username" value={person.email} />
          {person.has_password && (
            <Field
              label="Current password"
              optional="not needed right after a sign-in link"
              fault={fieldFault(change.error, 'current')}
            >
              <TextInput
                type="password"
                autoComplete="current-password"
                value={current}
                onChange={(event) => setCurrent(event.target.value)}
              />
            </Field>
          )}
          <Field
            label="New password"
            hint={`At least ${passwordCharactersMin} characters. Setting it signs you out everywhere else.`}
            fault={fieldFault(change.error, 'password')}
          >
            <TextInput
              type="password"
              autoComplete="new-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <Button type="submit" busy={change.isPending} className="self-start">
            {person.has_password ? 'Change password' : 'Set password'}
          </Button>
        </form>
      </Card>
    </Section>
  );
}
