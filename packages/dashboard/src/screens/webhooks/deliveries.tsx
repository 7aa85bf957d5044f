/** The delivery log, filtered by state and host; both stand in the address. */
import { redeliveryDays } from '@afterimage/contract';
import { RotateCw, Webhook } from 'lucide-react';
import { Link, useSearch, useSearchParams } from 'wouter';
import { deliveryLink } from '../../data/addresses.ts';
import { useChange, usePages } from '../../data/reads.ts';
import type { Delivery } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { DeliveryState, inMilliseconds, Trouble } from './delivery-state.tsx';

const choices = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failing', label: 'Failing' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const;
type State = (typeof choices)[number]['value'];

export function Deliveries({ onTest }: { onTest(): void }) {
  const [search, setSearch] = useSearchParams();
  const state: State = choices.find(({ value }) => value === search.get('state'))?.value ?? 'all';
  const host = search.get('host') ?? '';
  const filter = (changes: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '' || value === 'all') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const deliveries = usePages('listDeliveries', {
    // For the service those that fail wait, too; for whoever reads the list they are two kinds.
    query: { ...(state !== 'all' && { state: state === 'waiting' ? 'untried' : state }), ...(host !== '' && { host }) },
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="State"
          choices={choices}
          value={state}
          onChange={(next) => filter({ state: next })}
          className="w-full sm:w-auto"
        />
        <SearchInput
          label="Search by host"
          value={host}
          onChange={(event) => filter({ host: event.target.value.trim() })}
          className="w-full sm:w-64"
        />
        <RedeliverFailed />
      </div>
      <DeliveryList
        deliveries={deliveries}
        state={state}
        host={host}
        onClear={() => filter({ state: '', host: '' })}
        onTest={onTest}
      />
    </div>
  );
}

/** Offered where there is one to send again, whatever the filters show of it. */
function RedeliverFailed() {
  const failed = usePages('listDeliveries', { query: { state: 'failed', limit: 1 } });
  const redeliver = useChange('redeliverFailed', { touches: ['listDeliveries'] });
  // The one that was asked for may have been delivered since; the others are a page further.
  if (failed.items.length === 0 && !failed.hasNextPage) return null;
  return (
    <Button
      icon={RotateCw}
      className="sm:ml-auto"
      busy={redeliver.isPending}
      onClick={() =>
        redeliver.mutate(
          {},
          {
            onSuccess: ({ scheduled }) =>
              toastDone(
                scheduled === 0 ? `None failed in the last ${redeliveryDays} days` : `Sending again: ${scheduled}`,
              ),
            onError: toastFault,
          },
        )
      }
    >
      Redeliver all failed
    </Button>
  );
}

interface ListProps {
  deliveries: ReturnType<typeof usePages<'listDeliveries'>>;
  state: State;
  host: string;
  onClear(): void;
  onTest(): void;
}

function DeliveryList({ deliveries, state, host, onClear, onTest }: ListProps) {
  if (deliveries.isPending) return <SkeletonRows rows={6} />;
  if (deliveries.isError) return <ErrorState fault={deliveries.error} onRetry={() => void deliveries.refetch()} />;
  if (deliveries.items.length === 0) {
    return state === 'all' && host === '' ? (
      <NothingSent onTest={onTest} />
    ) : (
      <EmptyState
        icon={Webhook}
        title={`No ${state === 'all' ? '' : `${state} `}deliveries${host === '' ? '' : ` to ${host}`}`}
        actions={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return (
    <>
      <Table label="Deliveries" columns={columns} items={deliveries.items} keyOf={({ id }) => id} rows="link" />
      {deliveries.hasNextPage && (
        <Button
          className="self-center"
          busy={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          Show older deliveries
        </Button>
      )}
    </>
  );
}

function NothingSent({ onTest }: { onTest(): void }) {
  return (
    <EmptyState
      icon={Webhook}
      title="No webhook has been sent yet"
      actions={<Button onClick={onTest}>Send a test event</Button>}
    >
      Submit a generation with <code className="font-mono">callback_url</code>: when it completes or fails, one signed
      POST goes there, and every attempt is shown here.
    </EmptyState>
  );
}

const columns: Column<Delivery>[] = [
  { name: 'Created', from: 'sm', className: 'w-0 text-muted', cell: ({ created_at }) => <Age time={created_at} /> },
  {
    name: 'Event',
    className: 'w-full max-w-0 min-w-32 md:w-auto md:max-w-none',
    cell: (delivery) => <EventLink delivery={delivery} />,
  },
  {
    name: 'Host',
    from: 'md',
    className: 'w-full max-w-0 min-w-28 truncate',
    cell: ({ host }) => <span title={host}>{host}</span>,
  },
  {
    name: 'State',
    className: 'max-w-64',
    cell: (delivery) => (
      <>
        <DeliveryState delivery={delivery} />
        <Trouble delivery={delivery} className="mt-1 block text-small text-muted xl:whitespace-nowrap" />
      </>
    ),
  },
  {
    name: 'Attempts',
    align: 'right',
    from: 'sm',
    className: 'whitespace-nowrap',
    cell: ({ attempts, attempts_max }) => `${attempts} of ${attempts_max}`,
  },
  {
    name: 'Answer',
    align: 'right',
    from: 'lg',
    className: 'whitespace-nowrap',
    cell: ({ last_status_code }) => (last_status_code === null ? '–' : `HTTP ${last_status_code}`),
  },
  {
    name: 'Duration',
    align: 'right',
    from: 'xl',
    className: 'whitespace-nowrap text-muted',
    cell: ({ last_milliseconds }) => inMilliseconds(last_milliseconds),
  },
];

function EventLink({ delivery: { id, event, host } }: { delivery: Delivery }) {
  const search = useSearch();
  return (
    <>
      <Link
        href={`${deliveryLink(id)}${search && `?${search}`}`}
        data-item
        className="block truncate font-medium after:absolute after:inset-0 hover:underline"
      >
        {event}
      </Link>
      <span className="block truncate text-small text-muted md:hidden">{host}</span>
    </>
  );
}
