/** Every change of the balance, newest first: what for, how much, and what was left. */
import { Archive, ArrowDownLeft, ArrowUpRight, Gift, type LucideIcon, ReceiptText } from 'lucide-react';
import { Link, useSearchParams } from 'wouter';
import { addresses, generationLink } from '../../data/addresses.ts';
import { usePages } from '../../data/reads.ts';
import type { LedgerEntry } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/page.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';

type Kind = LedgerEntry['kind'] | 'all';

const kinds: Record<LedgerEntry['kind'], { tone: Tone; icon: LucideIcon; word: string; several: string }> = {
  charge: { tone: 'neutral', icon: ArrowUpRight, word: 'Charge', several: 'charges' },
  refund: { tone: 'good', icon: ArrowDownLeft, word: 'Refund', several: 'refunds' },
  grant: { tone: 'accent', icon: Gift, word: 'Credit', several: 'credits' },
  carried: { tone: 'neutral', icon: Archive, word: 'Carried forward', several: 'entries carried forward' },
};

const choices = [
  { value: 'all', label: 'All' },
  { value: 'charge', label: 'Charges' },
  { value: 'refund', label: 'Refunds' },
  { value: 'grant', label: 'Credits' },
] as const;

export function Ledger() {
  const [search, setSearch] = useSearchParams();
  const named = search.get('kind');
  const kind: Kind = choices.find(({ value }) => value === named)?.value ?? 'all';
  const setKind = (next: Kind) =>
    setSearch(
      (before) => {
        const changed = new URLSearchParams(before);
        if (next === 'all') changed.delete('kind');
        else changed.set('kind', next);
        return changed;
      },
      { replace: true },
    );
  return (
    <Section
      title="Ledger"
      actions={<Segmented label="Kind of entry" choices={choices} value={kind} onChange={setKind} />}
    >
      <LedgerEntries kind={kind} onClear={() => setKind('all')} />
    </Section>
  );
}

function LedgerEntries({ kind, onClear }: { kind: Kind; onClear(): void }) {
  const ledger = usePages('listLedger', { query: { ...(kind !== 'all' && { kind }) } });
  if (ledger.isPending) return <SkeletonRows rows={6} />;
  if (ledger.isError) return <ErrorState fault={ledger.error} onRetry={() => void ledger.refetch()} />;
  if (ledger.items.length === 0 && kind !== 'all') {
    return (
      <EmptyState
        icon={ReceiptText}
        title={`No ${kinds[kind].several} so far`}
        actions={<Button onClick={onClear}>Show all entries</Button>}
      />
    );
  }
  if (ledger.items.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="Nothing has moved yet"
        actions={<ButtonLink href={addresses.playground}>Try it in the playground</ButtonLink>}
      >
        Every charge, refund and credit will stand here, with what was left after it.
      </EmptyState>
    );
  }
  return (
    <>
      <Table label="Ledger" columns={columns} items={ledger.items} keyOf={({ id }) => id} />
      {ledger.hasNextPage && (
        <Button className="self-center" busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
          Show older entries
        </Button>
      )}
    </>
  );
}

const columns: Column<LedgerEntry>[] = [
  { name: 'When', from: 'sm', className: 'w-0 text-muted', cell: ({ created_at }) => <Age time={created_at} /> },
  { name: 'Kind', from: 'sm', className: 'w-0', cell: ({ kind }) => <KindPill kind={kind} /> },
  {
    name: 'What for',
    className: 'w-full max-w-0',
    cell: (entry) => (
      <>
        <WhatFor entry={entry} />
        <span className="block text-small text-muted sm:hidden">
          {kinds[entry.kind].word} · <Age time={entry.created_at} />
        </span>
      </>
    ),
  },
  {
    name: 'Amount',
    align: 'right',
    cell: ({ amount, kind }) => (
      <span className={amount.startsWith('-') ? undefined : 'text-good'}>
        {!amount.startsWith('-') && '+'}
        <Money amount={amount} as={kind === 'charge' || kind === 'refund' ? 'price' : 'exact'} />
      </span>
    ),
  },
  {
    name: 'Balance after',
    align: 'right',
    from: 'md',
    className: 'text-muted',
    cell: ({ balance_after }) => <Money amount={balance_after} as="exact" />,
  },
];

function KindPill({ kind }: { kind: LedgerEntry['kind'] }) {
  const { tone, icon, word } = kinds[kind];
  return (
    <Pill tone={tone} icon={icon}>
      {word}
    </Pill>
  );
}

function WhatFor({ entry: { generation, reason } }: { entry: LedgerEntry }) {
  if (generation === null)
    return (
      <span title={reason ?? undefined} className="block truncate">
        {reason ?? 'Credit'}
      </span>
    );
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Link
        href={generationLink(generation.id)}
        title={generation.prompt}
        dir="auto"
        className="min-w-0 truncate hover:underline"
      >
        {generation.prompt}
      </Link>
      <span className="hidden shrink-0 text-small text-muted lg:inline">
        {generation.family}
        {reason !== null && ` · ${reason}`}
      </span>
    </span>
  );
}
