/** The last hour, day or week in small charts: load, ends, times, webhooks. */
import { useState } from 'react';
import { useRead } from '../../data/reads.ts';
import type { OperatorSeries, SeriesPoint } from '../../data/resources.ts';
import { exactTime } from '../../ui/age.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countOf, durationOf, momentOf } from './measures.ts';
import { type Line, Sparkline } from './sparkline.tsx';

type Window = 'hour' | 'day' | 'week';

const windows: { value: Window; label: string }[] = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
];

/** Sooner while the service has not yet counted all of a busy week. */
const refetchSeconds = (series: OperatorSeries | undefined) => (series?.complete === false ? 1 : 15);

interface Chart {
  title: string;
  lines: Line<SeriesPoint>[];
  show(value: number): string;
}

const charts: Chart[] = [
  {
    title: 'Peak load',
    lines: [
      { name: 'Waiting', tone: 'warn', value: ({ waiting }) => waiting },
      { name: 'Running', tone: 'accent', value: ({ running }) => running },
    ],
    show: countOf,
  },
  {
    title: 'Ended',
    lines: [
      { name: 'Completed', tone: 'good', value: ({ completed }) => completed },
      { name: 'Failed', tone: 'bad', value: ({ failed }) => failed },
    ],
    show: countOf,
  },
  {
    title: 'Usual time',
    lines: [
      { name: 'In the queue', tone: 'warn', value: ({ queue_seconds_p50: seconds }) => seconds },
      { name: 'To the end', tone: 'accent', value: ({ finish_seconds_p50: seconds }) => seconds },
    ],
    show: durationOf,
  },
  {
    title: 'Webhooks',
    lines: [
      { name: 'Delivered', tone: 'good', value: ({ webhooks_delivered: count }) => count },
      { name: 'Failed', tone: 'bad', value: ({ webhooks_failed: count }) => count },
    ],
    show: countOf,
  },
];

export function Series() {
  const [window, setWindow] = useState<Window>('hour');
  const [pointed, setPointed] = useState<number | null>(null);
  const series = useRead('getSeries', { query: { window } }, { refetchSeconds });
  const points = series.data?.points;
  const withDate = window !== 'hour';
  return (
    <Section
      title="Over time"
      actions={
        <div className="flex flex-wrap items-center gap-3">
          {series.data?.complete === false && <p className="text-small text-muted">Counting what is older…</p>}
          <Segmented<Window> label="Window" choices={windows} value={window} onChange={setWindow} />
        </div>
      }
    >
      {series.error !== null && points === undefined ? (
        <ErrorState fault={series.error} onRetry={() => void series.refetch()} />
      ) : (
        <div className="grid gap-3 md:grid-cols-2">
          {charts.map((chart) =>
            points === undefined ? (
              <Skeleton key={chart.title} className="h-44 rounded-card" />
            ) : (
              <Card key={chart.title} className="flex flex-col gap-2 p-4">
                <ChartHead chart={chart} point={points[pointed ?? points.length - 1]} withDate={withDate} />
                <Sparkline
                  points={points}
                  lines={chart.lines}
                  show={chart.show}
                  pointed={pointed}
                  onPoint={setPointed}
                  momentOf={({ at }) => momentOf(at, withDate)}
                />
              </Card>
            ),
          )}
        </div>
      )}
    </Section>
  );
}

function ChartHead(props: { chart: Chart; point: SeriesPoint | undefined; withDate: boolean }) {
  const { chart, point, withDate } = props;
  const { title, lines, show } = chart;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
      <h3 className="font-semibold">{title}</h3>
      {point !== undefined && (
        <p className="flex flex-wrap gap-x-3 text-muted">
          {lines.map(({ name, tone, value }) => {
            const figure = value(point);
            return (
              <span key={name} className="flex items-center gap-1.5">
                <span aria-hidden className={`size-2 rounded-full ${dots[tone]}`} />
                {name} <span className="font-medium text-ink">{figure === null ? '–' : show(figure)}</span>
              </span>
            );
          })}
          <span title={exactTime(point.at)}>{momentOf(point.at, withDate)}</span>
        </p>
      )}
    </div>
  );
}

const dots = { good: 'bg-good', bad: 'bg-bad', warn: 'bg-warn', accent: 'bg-accent' } as const;
