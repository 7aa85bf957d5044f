/** After a link has signed somebody in who has no password, or may have forgotten it: the one that will do it next time. */
import { passwordCharactersMin } from '@afterimage/contract/api';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../data/reads.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { fieldFault, otherFault } from '../../ui/field-fault.ts';
import { Notice } from '../../ui/notice.tsx';

export function LinkPassword({ hasOne, onDone }: { hasOne: boolean; onDone(): void }) {
  const [password, setPassword] = useState('');
  const change = useChange('setPassword', { touches: ['getMe'] });
  const other = otherFault(change.error, ['password']);
  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate({ body: { password } }, { onSuccess: onDone });
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {other !== undefined && <Notice tone="bad">{other}</Notice>}
      <Field
        label="New password"
        hint={`At least ${passwordCharactersMin} characters; a few unrelated words are good. You sign in with it from now on: the link is used up.${hasOne ? ' The one so far is not needed. Setting a new one signs you out everywhere else.' : ''}`}
        fault={fieldFault(change.error, 'password')}
      >
        <TextInput
          autoFocus
          type="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button look="primary" type="submit" busy={change.isPending}>
        Set password
      </Button>
      <Button look="quiet" onClick={onDone}>
        {hasOne ? 'Keep the one I have' : 'Later'}
      </Button>
    </form>
  );
}
