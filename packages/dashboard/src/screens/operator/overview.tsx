/** How the service is doing: queue, engines, storage, webhooks, and the families that take no new work. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useRead } from '../../data/reads.ts';
import type { OperatorOverview, OverviewEngine, OverviewHost, OverviewQueue } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Figure } from './figure.tsx';
import { MaintenanceSwitches } from './maintenance-switches.tsx';
import { countOf, durationOf, sizeOf } from './measures.ts';
import { Series } from './series.tsx';

const refetchSeconds = 5;

export function Overview() {
  const overview = useRead('getOverview', {}, { refetchSeconds });
  if (overview.isPending) return <Loading />;
  // A single failed look is no reason to take away what the last one showed.
  if (overview.data === undefined) return <ErrorState fault={overview.error} onRetry={() => void overview.refetch()} />;
  const { data } = overview;
  return (
    <>
      <Figures data={data} />
      <Series />
      <Queues queues={data.queues} />
      <Engines engines={data.engines} />
      {data.webhooks.worst_hosts.length > 0 && <WorstHosts hosts={data.webhooks.worst_hosts} />}
      <MaintenanceSwitches families={data.families} />
      <p className="text-small text-muted">
        Version {data.version}, started <Age time={data.started_at} />
      </p>
    </>
  );
}

function Loading() {
  return (
    <>
      <span role="status" className="sr-only">
        Loading
      </span>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {['queue', 'running', 'storage', 'webhooks'].map((name) => (
          <Skeleton key={name} className="h-28 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </>
  );
}

function Figures({ data: { queues, storage, webhooks } }: { data: OperatorOverview }) {
  const sum = (pick: (queue: OverviewQueue) => number) => queues.reduce((total, queue) => total + pick(queue), 0);
  const oldest = Math.max(0, ...queues.map(({ oldest_seconds }) => oldest_seconds ?? 0));
  const total = storage.free_bytes === null ? null : storage.bytes + storage.free_bytes;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Figure name="Waiting" value={countOf(sum(({ waiting }) => waiting))}>
        {oldest > 0 ? `The longest for ${durationOf(oldest)}` : 'The queue is empty'}
      </Figure>
      <Figure name="Processing" value={countOf(sum(({ processing }) => processing))}>
        Being made now
      </Figure>
      <Figure name="Storage" value={sizeOf(storage.bytes)}>
        {total !== null && <progress aria-label="Storage in use" max={total} value={storage.bytes} className="my-2" />}
        {countOf(storage.objects)} files
        {storage.free_bytes !== null && `, ${sizeOf(storage.free_bytes)} free`}
        {storage.nearly_full && (
          <p className="mt-1 flex items-center gap-1 text-bad">
            <TriangleAlert size={14} aria-hidden /> Nearly full: new requests are refused
          </p>
        )}
      </Figure>
      <Figure name="Webhooks, 24 hours" value={`${countOf(webhooks.delivered_24_hours)} delivered`}>
        <Bad count={webhooks.failed_24_hours}>failed</Bad>, <Bad count={webhooks.failing}>failing</Bad>,{' '}
        {countOf(webhooks.waiting - webhooks.failing)} waiting
        {webhooks.oldest_due_seconds !== null && `, the longest overdue by ${durationOf(webhooks.oldest_due_seconds)}`}
      </Figure>
    </div>
  );
}

/** Seen at once when there are any. */
function Bad({ count, children }: { count: number; children: string }) {
  return (
    <span className={count > 0 ? 'font-medium text-bad' : undefined}>
      {countOf(count)} {children}
    </span>
  );
}

const queueColumns: Column<OverviewQueue>[] = [
  { name: 'Engine', className: 'font-medium', cell: ({ engine }) => engine },
  { name: 'Waiting', align: 'right', cell: ({ waiting }) => countOf(waiting) },
  { name: 'Processing', align: 'right', cell: ({ processing }) => countOf(processing) },
  { name: 'Longest wait', align: 'right', cell: ({ oldest_seconds }) => durationOf(oldest_seconds) },
];

function Queues({ queues }: { queues: readonly OverviewQueue[] }) {
  return (
    <Section title="Queue">
      <Table label="Queue by engine" columns={queueColumns} items={queues} keyOf={({ engine }) => engine} />
    </Section>
  );
}

const engineColumns: Column<OverviewEngine>[] = [
  {
    name: 'Engine',
    cell: ({ name, detail }) => (
      <>
        <span className="block font-medium">{name}</span>
        <span className="hidden text-small text-muted sm:block">{detail}</span>
      </>
    ),
  },
  {
    name: 'State',
    cell: ({ state }) => (
      <Pill tone={state === 'up' ? 'good' : 'warn'} icon={state === 'up' ? CircleCheck : TriangleAlert}>
        {state === 'up' ? 'Up' : 'Needs attention'}
      </Pill>
    ),
  },
  { name: 'In parallel', align: 'right', from: 'md', cell: ({ concurrency }) => countOf(concurrency) },
  {
    name: '24 hours',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ completed_24_hours, failed_24_hours }) => (
      <>
        {countOf(completed_24_hours)} completed
        <span className={classes('block text-small', failed_24_hours > 0 ? 'text-bad' : 'text-muted')}>
          {countOf(failed_24_hours)} failed
        </span>
      </>
    ),
  },
  { name: 'Usual time', align: 'right', from: 'sm', cell: ({ seconds_p50 }) => durationOf(seconds_p50) },
];

function Engines({ engines }: { engines: readonly OverviewEngine[] }) {
  return (
    <Section title="Engines">
      <Table label="Engines" columns={engineColumns} items={engines} keyOf={({ name }) => name} />
    </Section>
  );
}

const hostColumns: Column<OverviewHost>[] = [
  { name: 'Receiver', className: 'font-mono text-small break-all', cell: ({ host }) => host },
  { name: 'Failed, 24 h', align: 'right', className: 'text-bad', cell: ({ failed }) => countOf(failed) },
  { name: 'Delivered, 24 h', align: 'right', cell: ({ delivered }) => countOf(delivered) },
];

function WorstHosts({ hosts }: { hosts: readonly OverviewHost[] }) {
  return (
    <Section title="Webhook receivers in trouble">
      <Table label="Webhook receivers in trouble" columns={hostColumns} items={hosts} keyOf={({ host }) => host} />
    </Section>
  );
}
