/** Asks whom to invite, and into which account. */
import { useState } from 'react';
import { useChange, useRead } from '../../data/reads.ts';
import type { NewLink, Role } from '../../data/resources.ts';
import { Field, FieldGroup, Select, TextInput } from '../../ui/field.tsx';
import { fieldFault, otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';

type Into = 'new' | 'existing';

const intos = [
  { value: 'new', label: 'A new account' },
  { value: 'existing', label: 'An existing account' },
] as const;

export function InviteDialog({ onClose, onMade }: { onClose(): void; onMade(link: NewLink): void }) {
  const [email, setEmail] = useState('');
  const [into, setInto] = useState<Into>('new');
  const [account, setAccount] = useState('');
  const [role, setRole] = useState<Role>('member');
  const found = useAccountOf(into === 'existing' ? account.trim() : '');
  const invite = useChange('invite', { touches: ['listInvitations'] });
  function submit() {
    const body = { email: email.trim(), ...(into === 'existing' && { account_id: found.id, role }) };
    invite.mutate({ body }, { onSuccess: ({ url }) => onMade({ email: email.trim(), url }) });
  }
  return (
    <FormDialog
      title="Invite somebody"
      action="Make the link"
      busy={invite.isPending}
      missing={
        email.trim() === '' ? 'Needs an address' : into === 'existing' && found.id === undefined && 'Needs an account'
      }
      fault={otherFault(invite.error, ['email', 'role'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Their email address" fault={fieldFault(invite.error, 'email')}>
        <TextInput
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <FieldGroup
        label="Into"
        hint={into === 'new' ? 'They own it. It begins without credit, which you can grant afterwards.' : ''}
      >
        <Segmented<Into> label="Into" value={into} onChange={setInto} choices={intos} />
      </FieldGroup>
      {into === 'existing' && <ExistingAccount {...{ account, setAccount, role, setRole, emails: found.emails }} />}
    </FormDialog>
  );
}

function ExistingAccount(props: {
  account: string;
  setAccount(account: string): void;
  role: Role;
  setRole(role: Role): void;
  emails: readonly string[];
}) {
  const { account, setAccount, role, setRole, emails } = props;
  return (
    <>
      <Field label="The account's email address" hint="Type a part of it and choose.">
        <TextInput
          list="invite-accounts"
          autoComplete="off"
          value={account}
          onChange={(event) => setAccount(event.target.value)}
        />
      </Field>
      <datalist id="invite-accounts">
        {emails.map((email) => (
          <option key={email} value={email} />
        ))}
      </datalist>
      <Field label="As" hint="Both use it; only an owner makes keys and sees the signing secret.">
        <Select value={role} onChange={(event) => setRole(event.target.value as Role)}>
          <option value="member">Member</option>
          <option value="owner">Owner</option>
        </Select>
      </Field>
    </>
  );
}

/** An account is named by its whole address; suggestions follow what is typed. */
function useAccountOf(text: string): { id: string | undefined; emails: string[] } {
  const { data } = useRead('listAccounts', { query: { text, limit: 20 } }, { enabled: text !== '' });
  const accounts = data?.items ?? [];
  const named = accounts.find(({ email }) => email.toLowerCase() === text.toLowerCase());
  return { id: named?.id, emails: accounts.map(({ email }) => email) };
}
