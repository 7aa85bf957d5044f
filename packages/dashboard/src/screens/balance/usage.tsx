/** Where the money went in the days shown: by family, model or key; and what failed, by its reason. */
import { failureMeanings } from '@afterimage/contract';
import { useState } from 'react';
import { useRead } from '../../data/reads.ts';
import type { UsageAnswer, UsageFailure } from '../../data/resources.ts';
import { isCancelled } from '../../data/status-filter.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';

interface Line {
  id: string;
  name: string;
  spent: string;
  generations: number;
}

const parts = [
  { value: 'families', label: 'Family' },
  { value: 'models', label: 'Model' },
  { value: 'keys', label: 'Key' },
  { value: 'failures', label: 'Failures' },
] as const;
type Part = (typeof parts)[number]['value'];

export function Usage({ days }: { days: number }) {
  const [part, setPart] = useState<Part>('families');
  const usage = useRead('getUsage', { query: { days } }, { refetchSeconds: 60 });
  return (
    <Section
      title="Where it went"
      actions={<Segmented<Part> label="Told by" choices={parts} value={part} onChange={setPart} />}
    >
      {usage.isError && <ErrorState fault={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isPending && <SkeletonRows rows={3} className="h-10" />}
      {usage.isSuccess &&
        (part === 'failures' ? (
          <Failures failures={usage.data.failures} />
        ) : (
          <Lines lines={linesOf(usage.data, part)} />
        ))}
    </Section>
  );
}

function linesOf({ families, models, keys }: UsageAnswer, part: Exclude<Part, 'failures'>): Line[] {
  if (part === 'families') return families.map((each) => ({ ...each, id: each.family, name: each.family }));
  if (part === 'keys') return keys.map((each) => ({ ...each, name: each.name || 'A key without a name' }));
  return models.map(({ family, model, ...sums }) => ({
    ...sums,
    id: `${family} ${model}`,
    name: model === family ? family : `${family} · ${model}`,
  }));
}

function Lines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return <Nothing>No generations in these days.</Nothing>;
  const most = Math.max(...lines.map(({ spent }) => Number(spent)), 0);
  const columns: Column<Line>[] = [
    { name: 'Name', cell: ({ name }) => <span className="whitespace-nowrap">{name}</span> },
    {
      name: 'Share',
      head: 'unseen',
      from: 'sm',
      className: 'w-1/3',
      cell: ({ spent }) => <Share of={most} spent={spent} />,
    },
    { name: 'Generations', align: 'right', cell: ({ generations }) => generations },
    { name: 'Spent', align: 'right', cell: ({ spent }) => <Money amount={spent} /> },
  ];
  return <Table label="Where it went" columns={columns} items={lines} keyOf={({ id }) => id} />;
}

/** The longest bar is the line that cost most. */
function Share({ of: most, spent }: { of: number; spent: string }) {
  const share = most <= 0 ? 0 : Math.max(0, Number(spent)) / most;
  return (
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 w-full">
      <rect width={share * 100} height={6} className="fill-accent" />
    </svg>
  );
}

const failureColumns: Column<UsageFailure>[] = [
  { name: 'Reason', cell: ({ code }) => <code className="font-mono text-small text-bad">{code}</code> },
  {
    name: 'What it means',
    from: 'md',
    cell: ({ code }) => <span className="text-muted">{failureMeanings[code]}</span>,
  },
  { name: 'Family', className: 'whitespace-nowrap', cell: ({ family }) => family },
  { name: 'Generations', align: 'right', cell: ({ generations }) => generations },
];

/** What somebody cancelled did not fail. */
function Failures({ failures: all }: { failures: readonly UsageFailure[] }) {
  const failures = all.filter(({ code }) => !isCancelled({ failure_code: code }));
  if (failures.length === 0) return <Nothing>Nothing failed in these days.</Nothing>;
  return (
    <Table
      label="Failures by reason"
      columns={failureColumns}
      items={failures}
      keyOf={({ family, code }) => `${family} ${code}`}
    />
  );
}

function Nothing({ children }: { children: string }) {
  return <p className="rounded-card border border-line bg-surface p-6 text-center text-muted">{children}</p>;
}
