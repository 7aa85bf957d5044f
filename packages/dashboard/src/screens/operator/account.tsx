/** One account with everything about it: money, people, keys and their limits, its generations; and suspending it. */
import { ArrowLeft, Ban, CirclePlay, CirclePlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../data/reads.ts';
import type { AccountMember, ApiKey, OperatorAccountWhole, SpendLimit } from '../../data/resources.ts';
import { Age, exactTime } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { SpendChart } from '../balance/spend-chart.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { Figure } from './figure.tsx';
import { countOf } from './measures.ts';
import { jobsLink, operatorLink } from './operator-pages.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

export function Account({ id }: { id: string }) {
  const account = useRead('getAccount', { id }, { refetchSeconds: 30 });
  return (
    <>
      <Link
        href={operatorLink({ part: 'accounts' })}
        className="flex w-fit items-center gap-1.5 rounded-control text-muted hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden />
        All accounts
      </Link>
      {account.isPending && <SkeletonRows rows={6} className="h-14" />}
      {account.isError && <ErrorState fault={account.error} onRetry={() => void account.refetch()} />}
      {account.isSuccess && <Parts account={account.data} />}
    </>
  );
}

function Parts({ account }: { account: OperatorAccountWhole }) {
  const [open, setOpen] = useState<'none' | 'credit' | 'suspend'>('none');
  const close = () => setOpen('none');
  const isSuspended = account.suspended_at !== null;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-large font-semibold break-words">{account.email}</h2>
          <p className="flex flex-wrap items-center gap-x-3 text-small text-muted">
            <CopyText text={account.id} className="-ml-1" />
            <span>
              Created <Age time={account.created_at} />
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={CirclePlus} onClick={() => setOpen('credit')}>
            Grant credit
          </Button>
          <Button icon={isSuspended ? CirclePlay : Ban} onClick={() => setOpen('suspend')}>
            {isSuspended ? 'Resume' : 'Suspend'}
          </Button>
        </div>
      </div>
      {account.suspended_at !== null && (
        <Notice tone="neutral">
          Suspended since {exactTime(account.suspended_at)}: its requests are refused, what is under way goes on.
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Balance" value={<Money amount={account.balance} as="balance" />}>
          Sandbox <Money amount={account.sandbox_balance} as="balance" />
        </Figure>
        <Figure name="Spent, 30 days" value={<Money amount={account.spent_30_days} as="spent" />} />
        <Figure name="Generations, 30 days" value={countOf(account.generations_30_days)}>
          <Link href={jobsLink(account.id)} className="text-accent-text underline">
            Show them
          </Link>
        </Figure>
        <Figure name="Working keys" value={countOf(account.keys)} />
      </div>
      <Section title="Spent by day">
        <Card>
          <SpendChart days={account.days} />
        </Card>
      </Section>
      <Section title="Keys">
        {account.all_keys.length === 0 ? (
          <p className="text-muted">It has no keys.</p>
        ) : (
          <Table label="Keys" columns={keyColumns} items={account.all_keys} keyOf={({ id }) => id} />
        )}
      </Section>
      <Section title="People">
        {account.members.length === 0 ? (
          <p className="text-muted">Nobody has signed in to it yet.</p>
        ) : (
          <Table label="People" columns={memberColumns} items={account.members} keyOf={({ id }) => id} />
        )}
      </Section>
      {open === 'credit' && <CreditDialog account={account} onClose={close} />}
      {open === 'suspend' && <SuspendDialog account={account} onClose={close} />}
    </>
  );
}

const keyColumns: Column<ApiKey>[] = [
  {
    name: 'Key',
    className: 'w-full max-w-0 min-w-32',
    cell: ({ name, mode, last4, spend_limit }) => (
      <>
        <span title={name} className="line-clamp-2 font-medium break-words">
          {name}
        </span>
        <span className="text-small text-muted">
          {mode === 'sandbox' ? 'Sandbox' : 'Live'}
          {last4 !== '' && <span className="font-mono"> …{last4}</span>}
        </span>
        {spend_limit !== null && (
          <span className="block text-small text-muted md:hidden">
            <LimitUse limit={spend_limit} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'State',
    cell: ({ state }) => (
      <Pill tone={state === 'active' ? 'good' : state === 'expiring' ? 'warn' : 'neutral'}>
        {state[0]!.toUpperCase() + state.slice(1)}
      </Pill>
    ),
  },
  {
    name: 'Last used',
    from: 'md',
    className: 'text-muted',
    cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <Age time={last_used_at} />),
  },
  {
    name: 'Limit',
    align: 'right',
    from: 'md',
    cell: ({ spend_limit }) =>
      spend_limit === null ? <span className="text-muted">None</span> : <LimitUse limit={spend_limit} />,
  },
  {
    name: 'Spent, 30 days',
    align: 'right',
    cell: ({ spent_30_days }) => <Money amount={spent_30_days} as="spent" />,
  },
];

function LimitUse({ limit: { spent, amount, period } }: { limit: SpendLimit }) {
  return (
    <span className="md:whitespace-nowrap">
      <Money amount={spent} as="spent" /> of <Money amount={amount} as="exact" /> a {period}
    </span>
  );
}

const memberColumns: Column<AccountMember>[] = [
  { name: 'Email', className: 'max-w-48 truncate', cell: ({ email }) => <span title={email}>{email}</span> },
  { name: 'Role', className: 'text-muted', cell: ({ role }) => (role === 'owner' ? 'Owner' : 'Member') },
];
