/** Every account with its balance and its use, and giving it credit; one of them where the address says which. */
import { Building2, CirclePlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { usePages } from '../../data/reads.ts';
import type { OperatorAccount } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Money } from '../../ui/money.tsx';
import { Pill } from '../../ui/pill.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Account } from './account.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { Listing } from './listing.tsx';
import { countOf } from './measures.ts';
import { accountLink } from './operator-pages.ts';
import { SearchField } from './search-field.tsx';

export function Accounts() {
  const [said] = useSearchParams();
  const id = said.get('of');
  return id === null ? <AllAccounts /> : <Account key={id} id={id} />;
}

function AllAccounts() {
  const [text, setText] = useState('');
  const [credited, setCredited] = useState<OperatorAccount | null>(null);
  const accounts = usePages('listAccounts', { query: text === '' ? {} : { text } });
  return (
    <>
      <SearchField label="Search accounts by email" onSearch={setText} />
      <Listing
        query={accounts}
        count={accounts.items.length}
        text={text}
        what="accounts"
        icon={Building2}
        empty={<p>Invite somebody, and their account will be here.</p>}
      >
        <Table
          label="Accounts"
          columns={columnsOf({ onCredit: setCredited })}
          items={accounts.items}
          keyOf={({ id }) => id}
        />
      </Listing>
      {credited !== null && <CreditDialog account={credited} onClose={() => setCredited(null)} />}
    </>
  );
}

function columnsOf({ onCredit }: { onCredit(account: OperatorAccount): void }): Column<OperatorAccount>[] {
  return [
    {
      name: 'Account',
      className: 'w-full max-w-0 min-w-36',
      cell: ({ id, email, suspended_at }) => (
        <>
          <Link
            href={accountLink(id)}
            title={email}
            className="block min-h-6 truncate leading-6 font-medium underline-offset-4 hover:underline"
          >
            {email}
          </Link>
          <span className="flex flex-wrap items-center gap-x-2">
            <CopyText text={id} className="-ml-1" />
            {suspended_at !== null && <Pill tone="warn">Suspended</Pill>}
          </span>
        </>
      ),
    },
    {
      name: 'Balance',
      align: 'right',
      cell: ({ balance, sandbox_balance }) => (
        <>
          <Money amount={balance} as="balance" />
          <span className="hidden text-small whitespace-nowrap text-muted sm:block">
            Sandbox <Money amount={sandbox_balance} as="balance" />
          </span>
        </>
      ),
    },
    {
      name: 'Spent, 30 days',
      align: 'right',
      from: 'md',
      cell: ({ spent_30_days, generations_30_days }) => (
        <>
          <Money amount={spent_30_days} as="spent" />
          <span className="block text-small whitespace-nowrap text-muted">
            {countOf(generations_30_days)} generations
          </span>
        </>
      ),
    },
    { name: 'People', align: 'right', from: 'xl', cell: ({ people }) => countOf(people) },
    { name: 'Keys', align: 'right', from: 'xl', cell: ({ keys }) => countOf(keys) },
    { name: 'Created', from: 'lg', className: 'text-muted', cell: ({ created_at }) => <Age time={created_at} /> },
    {
      name: 'Actions',
      head: 'unseen',
      className: 'w-0 pl-0',
      cell: (account) => (
        <Button
          size="small"
          icon={CirclePlus}
          aria-label={`Grant credit to ${account.email}`}
          onClick={() => onCredit(account)}
        >
          <span className="hidden sm:inline">Grant credit</span>
        </Button>
      ),
    },
  ];
}
