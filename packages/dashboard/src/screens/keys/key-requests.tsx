/** The last requests that a key made: what was asked, how it was answered, and the id to ask about. */
import { keyRequestsDays, keyRequestsMax } from '@afterimage/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { generationLink } from '../../data/addresses.ts';
import { useRead } from '../../data/reads.ts';
import type { RequestNote } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';

const choices = [
  { value: 'all', label: 'All' },
  { value: 'refused', label: 'Refused' },
] as const;

/** A thousand rows at once would keep the page from answering for a moment. */
const shownAtOnce = 50;
const refusedFrom = 400;

export function KeyRequests({ id }: { id: string }) {
  const requests = useRead('listKeyRequests', { id }, { refetchSeconds: 5 });
  const [which, setWhich] = useState<'all' | 'refused'>('all');
  const [shown, setShown] = useState(shownAtOnce);
  const fitting = (requests.data ?? []).filter(({ status }) => which === 'all' || status >= refusedFrom);
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Last requests</h3>
        <Segmented<'all' | 'refused'> label="Requests shown" choices={choices} value={which} onChange={setWhich} />
      </div>
      {requests.isPending && <SkeletonRows rows={4} className="h-12" />}
      {requests.isError && <ErrorState fault={requests.error} onRetry={() => void requests.refetch()} />}
      {requests.isSuccess && fitting.length === 0 && (
        <p className="rounded-card border border-line p-6 text-center text-muted">
          {which === 'refused' && requests.data.length > 0
            ? `None of the last ${requests.data.length} was refused.`
            : `It has made no request in the last ${keyRequestsDays} days.`}
        </p>
      )}
      {fitting.length > 0 && (
        <Table
          label="Last requests"
          columns={columns}
          items={fitting.slice(0, shown)}
          keyOf={({ request_id }) => request_id}
        />
      )}
      {fitting.length > shown && (
        <Button className="self-center" onClick={() => setShown(shown + shownAtOnce)}>
          Show more
        </Button>
      )}
      <p className="text-tiny text-muted">
        The last {keyRequestsMax.toLocaleString('en')}, for {keyRequestsDays} days. A request is here a second after its
        answer.
      </p>
    </section>
  );
}

const columns: Column<RequestNote>[] = [
  {
    name: 'Request',
    className: 'w-full max-w-0',
    cell: ({ method, path, request_id, generation_id, at }) => (
      <>
        <span title={`${method} ${path}`} className="block truncate font-mono text-small">
          <b className="font-semibold">{method}</b> {path}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-small">
          <CopyText text={request_id} className="-ml-1" />
          {generation_id !== null && (
            <Link href={generationLink(generation_id)} className="text-accent-text underline">
              Generation
            </Link>
          )}
          <Age time={at} className="whitespace-nowrap text-muted sm:hidden" />
        </span>
      </>
    ),
  },
  { name: 'Status', cell: ({ status }) => <Pill tone={toneOf(status)}>{String(status)}</Pill> },
  {
    name: 'Took',
    align: 'right',
    from: 'sm',
    className: 'whitespace-nowrap text-muted',
    cell: ({ milliseconds }) => `${milliseconds} ms`,
  },
  { name: 'When', from: 'sm', className: 'text-muted', cell: ({ at }) => <Age time={at} /> },
];

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= refusedFrom ? 'warn' : 'good';
}
