/** A few lines over the same times, without a library: gaps where nothing is known, a mark where the pointer is. */

import { dotsOf, height, pathOf } from './spark-path.ts';

export type LineTone = 'good' | 'bad' | 'warn' | 'accent';

export interface Line<Point> {
  name: string;
  tone: LineTone;
  value(point: Point): number | null;
}

const strokes: Record<LineTone, string> = {
  good: 'stroke-good',
  bad: 'stroke-bad',
  warn: 'stroke-warn',
  accent: 'stroke-accent',
};

export interface SparklineProps<Point> {
  points: readonly Point[];
  lines: readonly Line<Point>[];
  show(value: number): string;
  /** In words, for the two ends. */
  momentOf(point: Point): string;
  pointed: number | null;
  onPoint(index: number | null): void;
}

export function Sparkline<Point>({ points, lines, show, momentOf, pointed, onPoint }: SparklineProps<Point>) {
  const top = Math.max(0, ...points.flatMap((point) => lines.map(({ value }) => value(point) ?? 0)));
  if (top === 0)
    return <p className="flex h-24 items-center justify-center text-small text-muted">Nothing in this time</p>;
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className="flex flex-col gap-1" aria-hidden>
      <div className="relative">
        <span className="absolute top-0 left-0 bg-surface pr-1 text-tiny text-muted">{show(top)}</span>
        <svg
          viewBox={`0 0 ${Math.max(1, points.length - 1)} ${height}`}
          aria-hidden="true"
          preserveAspectRatio="none"
          className="w-full overflow-visible"
          style={{ height: `${height}px` }}
          onPointerLeave={() => onPoint(null)}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            const index = Math.round(((event.clientX - left) / width) * (points.length - 1));
            onPoint(Math.min(points.length - 1, Math.max(0, index)));
          }}
        >
          <line
            x1={0}
            x2={points.length - 1}
            y1={height}
            y2={height}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
          {pointed !== null && (
            <line
              x1={pointed}
              x2={pointed}
              y1={0}
              y2={height}
              className="stroke-edge"
              vectorEffect="non-scaling-stroke"
            />
          )}
          {lines.map(({ name, tone, value }) => (
            <g key={name} fill="none" className={strokes[tone]}>
              <path
                d={pathOf(points.map(value), top)}
                strokeWidth={1.5}
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
              <path
                d={dotsOf(points.map(value), top)}
                strokeWidth={5}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            </g>
          ))}
        </svg>
      </div>
      <div className="flex justify-between text-tiny text-muted">
        <span>{first !== undefined && momentOf(first)}</span>
        <span>{last !== undefined && momentOf(last)}</span>
      </div>
    </figure>
  );
}
