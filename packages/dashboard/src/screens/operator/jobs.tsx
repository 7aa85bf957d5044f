/** Every account's generations, newest first, with a search: what the operator looks for when somebody asks. */
import { GalleryVerticalEnd, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { generationLink } from '../../data/addresses.ts';
import { usePages } from '../../data/reads.ts';
import type { OperatorGeneration } from '../../data/resources.ts';
import { askedStatus, isCancelled } from '../../data/status-filter.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { durationInWords } from '../generation/durations.ts';
import { StatusPill } from '../generations/status-pill.tsx';
import { Listing } from './listing.tsx';
import { accountLink } from './operator-pages.ts';
import { SearchField } from './search-field.tsx';

const statusWords = {
  all: 'All',
  pending: 'Queued',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;
type Shown = keyof typeof statusWords;
const shownStatuses = Object.keys(statusWords) as Shown[];

const refetchSeconds = 5;

export function Jobs() {
  const [said, say] = useSearchParams();
  const accountId = said.get('of');
  const [text, setText] = useState('');
  const [status, setStatus] = useState<Shown>('all');
  const query = {
    ...(text !== '' && { text }),
    ...(status !== 'all' && { status: askedStatus(status) }),
    ...(accountId !== null && { account_id: accountId }),
  };
  const jobs = usePages('listAllGenerations', { query }, { refetchSeconds });
  const email = jobs.items.find(({ account }) => account.id === accountId)?.account.email;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label="Search by prompt, email or id" onSearch={setText} />
        <Segmented<Shown>
          label="Status"
          choices={shownStatuses.map((value) => ({ value, label: statusWords[value] }))}
          value={status}
          onChange={setStatus}
          className="flex-wrap"
        />
        {accountId !== null && (
          <Button
            size="small"
            icon={X}
            onClick={() => say((before) => new URLSearchParams([...before].filter(([name]) => name !== 'of')))}
          >
            {email === undefined ? 'Of one account only' : <span className="max-w-64 truncate">Only {email}</span>}
          </Button>
        )}
      </div>
      <Listing
        query={jobs}
        count={jobs.items.length}
        text={text === '' && status !== 'all' ? statusWords[status] : text}
        what="generations"
        icon={GalleryVerticalEnd}
        empty={<p>The first one that anybody submits will be here.</p>}
        hint="Words of a prompt, part of an email address or the start of an id are enough."
      >
        <Table label="Generations of every account" columns={columns} items={jobs.items} keyOf={({ id }) => id} />
      </Listing>
    </>
  );
}

const columns: Column<OperatorGeneration>[] = [
  {
    name: 'Generation',
    className: 'w-full max-w-0 min-w-36',
    cell: ({ id, prompt, account }) => (
      <>
        <Link
          href={generationLink(id)}
          title={prompt}
          dir="auto"
          className="line-clamp-2 min-h-6 leading-6 break-words underline-offset-4 hover:underline"
        >
          {prompt}
        </Link>
        <CopyText text={id} className="-ml-1" />
        <span className="block text-small md:hidden">
          <AccountOf account={account} />
        </span>
      </>
    ),
  },
  {
    name: 'Account',
    className: 'max-w-44',
    from: 'md',
    cell: ({ account }) => <AccountOf account={account} />,
  },
  {
    name: 'Made by',
    from: 'xl',
    className: 'whitespace-nowrap',
    cell: ({ family, engine }) => (
      <>
        {family}
        <span className="block text-small text-muted">{engine}</span>
      </>
    ),
  },
  {
    name: 'Status',
    cell: (generation) => (
      <>
        <StatusPill generation={generation} />
        {generation.failure_code !== null && !isCancelled(generation) && (
          <code className="block font-mono text-tiny text-bad">{generation.failure_code}</code>
        )}
      </>
    ),
  },
  {
    name: 'Took',
    align: 'right',
    from: 'xl',
    className: 'whitespace-nowrap',
    cell: ({ created_at, finished_at }) =>
      finished_at === null ? '–' : durationInWords(Date.parse(finished_at) - Date.parse(created_at)),
  },
  { name: 'Created', from: 'sm', className: 'text-muted', cell: ({ created_at }) => <Age time={created_at} /> },
];

function AccountOf({ account }: { account: OperatorGeneration['account'] }) {
  return (
    <>
      <Link
        href={accountLink(account.id)}
        title={account.email}
        className="block min-h-6 truncate leading-6 underline-offset-4 hover:underline"
      >
        {account.email}
      </Link>
      {account.mode === 'sandbox' && <span className="text-small text-muted">Sandbox</span>}
    </>
  );
}
