/** Every account with its balance and its use, and giving it credit. */
import type { Of, resources } from '@afterimage/contract/api';
import { Building2, CirclePlus } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '../../data/reads.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Money } from '../../ui/money.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { Listing } from './listing.tsx';
import { countOf } from './measures.ts';
import { SearchField } from './search-field.tsx';

export type OperatorAccount = Of<typeof resources.operatorAccount>;

export function Accounts() {
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
        <Table label="Accounts" head={<Head />}>
          {accounts.items.map((account) => (
            <AccountRow key={account.id} account={account} onCredit={() => setCredited(account)} />
          ))}
        </Table>
      </Listing>
      {credited !== null && <CreditDialog account={credited} onClose={() => setCredited(null)} />}
    </>
  );
}

function Head() {
  return (
    <>
      <HeadCell>Account</HeadCell>
      <HeadCell align="right">Balance</HeadCell>
      <HeadCell align="right" className="hidden md:table-cell">
        Spent, 30 days
      </HeadCell>
      <HeadCell align="right" className="hidden lg:table-cell">
        People
      </HeadCell>
      <HeadCell align="right" className="hidden lg:table-cell">
        Keys
      </HeadCell>
      <HeadCell className="hidden lg:table-cell">Created</HeadCell>
      <HeadCell>
        <span className="sr-only">Actions</span>
      </HeadCell>
    </>
  );
}

function AccountRow({ account, onCredit }: { account: OperatorAccount; onCredit(): void }) {
  return (
    <Row>
      <Cell className="max-w-36 sm:max-w-72">
        <span title={account.email} className="block truncate font-medium">
          {account.email}
        </span>
        <CopyText text={account.id} className="-ml-1" />
      </Cell>
      <Cell align="right">
        <Money amount={account.balance} />
        <span className="hidden text-small text-muted sm:block">
          Sandbox <Money amount={account.sandbox_balance} />
        </span>
      </Cell>
      <Cell align="right" className="hidden md:table-cell">
        <Money amount={account.spent_30_days} />
        <span className="block text-small text-muted">{countOf(account.generations_30_days)} generations</span>
      </Cell>
      <Cell align="right" className="hidden lg:table-cell">
        {countOf(account.people)}
      </Cell>
      <Cell align="right" className="hidden lg:table-cell">
        {countOf(account.keys)}
      </Cell>
      <Cell className="hidden text-muted lg:table-cell">
        <Age time={account.created_at} />
      </Cell>
      <Cell className="w-0 pl-0">
        <Button size="small" icon={CirclePlus} aria-label={`Grant credit to ${account.email}`} onClick={onCredit}>
          <span className="hidden sm:inline">Grant credit</span>
        </Button>
      </Cell>
    </Row>
  );
}
