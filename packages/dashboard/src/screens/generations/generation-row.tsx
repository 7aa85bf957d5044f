/** One generation in the table. */
import { memo } from 'react';
import { Link } from 'wouter';
import { generationLink } from '../../data/addresses.ts';
import type { GenerationSummary } from '../../data/resources.ts';
import { isCancelled } from '../../data/status-filter.ts';
import { Age } from '../../ui/age.tsx';
import { Money } from '../../ui/money.tsx';
import { columns, fromExtraLarge, fromLarge } from './columns.ts';
import { Poster } from './poster.tsx';
import { HowFar, StatusPill } from './status-pill.tsx';

export const GenerationRow = memo(function GenerationRow({
  generation,
  search,
}: {
  generation: GenerationSummary;
  search: string;
}) {
  const { id, prompt, status, price, refund, created_at, family, key, finished_at, failure_code } = generation;
  const unfinished = finished_at === null;
  return (
    <Link
      href={`${generationLink(id)}${search}`}
      data-item
      data-status={status}
      className={`${columns} h-16 border-b border-line transition-colors -outline-offset-2 hover:bg-sunken`}
    >
      <Poster generation={generation} className="h-12 rounded-control" />
      <span dir="auto" className="line-clamp-2 break-words">
        {prompt}
      </span>
      <span className="flex min-w-0 flex-col items-start gap-1">
        <StatusPill generation={generation} />
        {failure_code !== null && !isCancelled(generation) && (
          <code className="w-full truncate font-mono text-tiny text-bad">{failure_code}</code>
        )}
        {unfinished && (
          <span className="w-full xl:hidden">
            <HowFar generation={generation} />
          </span>
        )}
      </span>
      <span className={`${fromExtraLarge} truncate text-muted`}>{family}</span>
      <span className={`${fromExtraLarge} min-w-0`}>
        {unfinished ? (
          <HowFar generation={generation} />
        ) : (
          <span className="block truncate text-muted">{key.name}</span>
        )}
      </span>
      <span className={`${fromLarge} text-right`}>
        <Money amount={price} />
        {refund !== null && <span className="block text-tiny text-good">refunded</span>}
      </span>
      <span className={`${fromLarge} text-right text-muted`}>
        <Age time={created_at} />
      </span>
    </Link>
  );
});
