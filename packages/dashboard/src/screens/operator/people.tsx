/** Everybody who may sign in, the accounts they are in, a new way in for them, and taking them out of one. */
import { invitationDays, inWords } from '@afterimage/contract';
import { Link2, ShieldCheck, Users, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useChange, usePages } from '../../data/reads.ts';
import type { NewLink, OperatorMembership, OperatorPerson } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { IconButton } from '../../ui/button.tsx';
import { otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { Listing } from './listing.tsx';
import { accountLink } from './operator-pages.ts';
import { SearchField } from './search-field.tsx';

export function People() {
  const [text, setText] = useState('');
  const [removed, setRemoved] = useState<{ person: OperatorPerson; membership: OperatorMembership } | null>(null);
  const [link, setLink] = useState<NewLink | null>(null);
  const people = usePages('listPeople', { query: text === '' ? {} : { text } });
  return (
    <>
      <SearchField label="Search people by email" onSearch={setText} />
      <Listing
        query={people}
        count={people.items.length}
        text={text}
        what="people"
        icon={Users}
        empty={<p>Invite somebody, and they will be here once they have used their link.</p>}
      >
        <Table
          label="People"
          columns={columnsOf({ onRemove: setRemoved, onLink: setLink })}
          items={people.items}
          keyOf={({ id }) => id}
        />
      </Listing>
      {link !== null && <SignInLinkDialog link={link} onDone={() => setLink(null)} />}
      {removed !== null && <RemoveDialog {...removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

type OnRemove = (removed: { person: OperatorPerson; membership: OperatorMembership }) => void;

const columnsOf = ({
  onRemove,
  onLink,
}: {
  onRemove: OnRemove;
  onLink(link: NewLink): void;
}): Column<OperatorPerson>[] => [
  {
    name: 'Person',
    className: 'max-w-72',
    cell: (person) => (
      <>
        <span title={person.email} className="block truncate font-medium">
          {person.email}
        </span>
        <span className="flex flex-wrap items-center gap-2 text-small text-muted">
          {person.operator && (
            <Pill tone="accent" icon={ShieldCheck}>
              Operator
            </Pill>
          )}
          {person.has_password ? 'Has a password' : 'No password yet'}
        </span>
        <div className="sm:hidden">
          <Memberships person={person} onRemove={onRemove} />
        </div>
      </>
    ),
  },
  { name: 'Accounts', from: 'sm', cell: (person) => <Memberships person={person} onRemove={onRemove} /> },
  {
    name: 'Last seen',
    from: 'md',
    className: 'text-muted',
    cell: ({ last_seen_at }) => (last_seen_at === null ? 'Signed out' : <Age time={last_seen_at} />),
  },
  { name: 'Since', from: 'xl', className: 'text-muted', cell: ({ created_at }) => <Age time={created_at} /> },
  {
    name: 'Actions',
    head: 'unseen',
    className: 'w-0 pl-0',
    cell: (person) => <LinkButton person={person} onLink={onLink} />,
  },
];

/** For somebody who has forgotten the password. The link leads into an account that they are in already. */
function LinkButton({ person, onLink }: { person: OperatorPerson; onLink(link: NewLink): void }) {
  const invite = useChange('invite', { touches: ['listInvitations'] });
  const [membership] = person.memberships;
  if (membership === undefined) return null;
  const { account_id, role } = membership;
  const make = () =>
    invite.mutate(
      { body: { email: person.email, role, account_id } },
      { onSuccess: ({ url }) => onLink({ email: person.email, url }), onError: toastFault },
    );
  return (
    <IconButton
      icon={Link2}
      label={`Make a sign-in link for ${person.email}`}
      disabled={invite.isPending}
      onClick={({ detail }) => detail > 1 || make()}
    />
  );
}

function SignInLinkDialog({ link, onDone }: { link: NewLink; onDone(): void }) {
  return (
    <ShownOnceDialog
      title="The sign-in link is ready"
      secret={link.url}
      copy="Copy link"
      done="I have copied it"
      onDone={onDone}
    >
      <p className="break-words text-muted">
        Send this link to {link.email} and to nobody else. It signs them in once, within {inWords(invitationDays)} days.
        Right after it they set a new password under Settings and leave “Current password” empty: it is not needed then.
        The link is shown only now.
      </p>
    </ShownOnceDialog>
  );
}

function Memberships({ person, onRemove }: { person: OperatorPerson; onRemove: OnRemove }) {
  if (person.memberships.length === 0) return <span className="text-muted">In no account</span>;
  return (
    <ul className="flex flex-col gap-1">
      {person.memberships.map((membership) => (
        <li key={membership.account_id} className="flex flex-wrap items-center gap-x-1 whitespace-nowrap">
          <Link
            href={accountLink(membership.account_id)}
            title={membership.email}
            className="max-w-48 truncate underline-offset-4 hover:underline"
          >
            {membership.email}
          </Link>
          <span className="text-small text-muted">{membership.role}</span>
          {membership.must_stay ? (
            <span title="Who is needed there cannot be taken out" className="text-small text-muted">
              · {membership.role === 'owner' ? 'its only owner' : 'the operator’s only account'}
            </span>
          ) : (
            <IconButton
              icon={X}
              label={`Take ${person.email} out of ${membership.email}`}
              className="size-6"
              onClick={() => onRemove({ person, membership })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function RemoveDialog(props: { person: OperatorPerson; membership: OperatorMembership; onClose(): void }) {
  const { person, membership, onClose } = props;
  const remove = useChange('removeMembership', { touches: ['listPeople', 'listAccounts', 'getMe'] });
  const go = () =>
    remove.mutate(
      { id: person.id, body: { account_id: membership.account_id } },
      {
        onSuccess() {
          toastDone(`${person.email} is no longer in ${membership.email}`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title="Take out of the account?"
      action="Take out"
      look="danger"
      busy={remove.isPending}
      fault={otherFault(remove.error, [])}
      onSubmit={go}
      onClose={onClose}
    >
      <p className="break-words text-muted">
        {person.email} loses {membership.email} at once. API keys they know keep working: revoke those that they made.
      </p>
    </FormDialog>
  );
}
