/** Spending by day as bars, and the same as a table for those who do not see them. */
import { useState } from 'react';
import type { SpentDay } from '../../data/resources.ts';
import { Money } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { barsOf, type DayBar, gridLines } from './spend-bars.ts';

const height = 160;

export function SpendChart({ days }: { days: readonly SpentDay[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const { bars, top } = barsOf(days);
  if (top === 0)
    return <p className="flex h-56 items-center justify-center text-muted">Nothing was spent in these days.</p>;
  const shown = pointed === null ? undefined : bars[pointed];
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="h-5 text-small text-muted">
        {shown === undefined ? 'Charges less refunds, by day in UTC' : <DayFigures bar={shown} />}
      </figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-3" aria-hidden>
        <div className="relative w-14 text-right text-tiny text-muted">
          {gridLines(top).map(({ value, share }) => (
            <span
              key={share}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${(1 - share) * height}px` }}
            >
              {value}
            </span>
          ))}
        </div>
        <Bars bars={bars} top={top} pointed={pointed} onPoint={setPointed} />
        <span />
        <div className="flex justify-between pt-1.5 text-tiny text-muted">
          <span>{bars[0]?.label}</span>
          <span className="hidden sm:inline">{bars[Math.floor((bars.length - 1) / 2)]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </div>
      </div>
      <details>
        <summary className="w-fit rounded-control py-1 text-small text-muted hover:text-ink">Show as a table</summary>
        <div className="max-h-80 overflow-y-auto pt-2">
          <DayTable bars={bars} />
        </div>
      </details>
    </figure>
  );
}

interface BarsProps {
  bars: readonly DayBar[];
  top: number;
  pointed: number | null;
  onPoint(index: number | null): void;
}

function Bars({ bars, top, pointed, onPoint }: BarsProps) {
  return (
    <svg
      viewBox={`0 0 ${bars.length} ${height}`}
      aria-hidden="true"
      preserveAspectRatio="none"
      className="w-full overflow-visible"
      style={{ height: `${height}px` }}
      onPointerLeave={() => onPoint(null)}
    >
      {gridLines(top).map(({ share }) => (
        <line
          key={share}
          x1={0}
          x2={bars.length}
          y1={(1 - share) * height}
          y2={(1 - share) * height}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {bars.map(({ day, dollars }, index) => {
        const barHeight = dollars <= 0 ? 0 : Math.max(2, (dollars / top) * height);
        return (
          <g key={day} onPointerEnter={() => onPoint(index)}>
            <rect x={index} y={0} width={1} height={height} fill="transparent" />
            <rect
              x={index + 0.14}
              y={height - barHeight}
              width={0.72}
              height={barHeight}
              className={pointed === index ? 'fill-accent-text' : 'fill-accent'}
            />
          </g>
        );
      })}
    </svg>
  );
}

function DayFigures({ bar }: { bar: DayBar }) {
  return (
    <>
      <span className="font-medium text-ink">{bar.label}</span> · <Money amount={bar.spent} /> · {generationsOf(bar)}
    </>
  );
}

const generationsOf = ({ generations }: DayBar): string =>
  generations === 1 ? '1 generation' : `${generations} generations`;

const dayColumns: Column<DayBar>[] = [
  { name: 'Day', className: 'h-9', cell: ({ label }) => label },
  { name: 'Generations', align: 'right', className: 'h-9', cell: ({ generations }) => generations },
  { name: 'Spent', align: 'right', className: 'h-9', cell: ({ spent }) => <Money amount={spent} /> },
];

function DayTable({ bars }: { bars: readonly DayBar[] }) {
  return <Table label="Spent by day" columns={dayColumns} items={bars.toReversed()} keyOf={({ day }) => day} />;
}
