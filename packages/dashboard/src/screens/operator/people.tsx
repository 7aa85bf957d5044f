/** Everybody who may sign in, the accounts they are in, and taking them out of one. */
import type { Of, resources } from '@afterimage/contract/api';
import { ShieldCheck, Users, X } from 'lucide-react';
import { useState } from 'react';
import { useChange, usePages } from '../../data/reads.ts';
import { Age } from '../../ui/age.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { Listing } from './listing.tsx';
import { SearchField } from './search-field.tsx';

type OperatorPerson = Of<typeof resources.operatorPerson>;
type Membership = OperatorPerson['memberships'][number];

export function People() {
  const [text, setText] = useState('');
  const [removed, setRemoved] = useState<{ person: OperatorPerson; membership: Membership } | null>(null);
  const people = usePages('listPeople', { query: text === '' ? {} : { text } });
  const head = (
    <>
      <HeadCell>Person</HeadCell>
      <HeadCell className="hidden sm:table-cell">Accounts</HeadCell>
      <HeadCell className="hidden md:table-cell">Last seen</HeadCell>
      <HeadCell className="hidden lg:table-cell">Since</HeadCell>
    </>
  );
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
        <Table label="People" head={head}>
          {people.items.map((person) => (
            <PersonRow key={person.id} person={person} onRemove={(membership) => setRemoved({ person, membership })} />
          ))}
        </Table>
      </Listing>
      {removed !== null && <RemoveDialog {...removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function PersonRow({ person, onRemove }: { person: OperatorPerson; onRemove(membership: Membership): void }) {
  return (
    <Row>
      <Cell className="max-w-72">
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
      </Cell>
      <Cell className="hidden sm:table-cell">
        <Memberships person={person} onRemove={onRemove} />
      </Cell>
      <Cell className="hidden text-muted md:table-cell">
        {person.last_seen_at === null ? 'Signed out' : <Age time={person.last_seen_at} />}
      </Cell>
      <Cell className="hidden text-muted lg:table-cell">
        <Age time={person.created_at} />
      </Cell>
    </Row>
  );
}

function Memberships({ person, onRemove }: { person: OperatorPerson; onRemove(membership: Membership): void }) {
  if (person.memberships.length === 0) return <span className="text-muted">In no account</span>;
  return (
    <ul className="flex flex-col gap-1">
      {person.memberships.map((membership) => (
        <li key={membership.account_id} className="flex items-center gap-1">
          <span title={membership.email} className="max-w-48 truncate">
            {membership.email}
          </span>
          <span className="text-small text-muted">{membership.role}</span>
          {membership.must_stay ? (
            <span
              title="The only owner of the account, or the operator's only account"
              className="text-small text-muted"
            >
              · must stay
            </span>
          ) : (
            <IconButton
              icon={X}
              label={`Take ${person.email} out of ${membership.email}`}
              className="size-6"
              onClick={() => onRemove(membership)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function RemoveDialog(props: { person: OperatorPerson; membership: Membership; onClose(): void }) {
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
        onError: toastFault,
      },
    );
  return (
    <Dialog
      title="Take out of the account?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={remove.isPending} onClick={go}>
            Take out
          </Button>
        </>
      }
    >
      <p className="break-words text-muted">
        {person.email} loses {membership.email} at once. API keys they know keep working: revoke those that they made.
      </p>
    </Dialog>
  );
}
