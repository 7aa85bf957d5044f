/** One generation in the grid. */
import { Play } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { generationLink } from '../../data/addresses.ts';
import type { GenerationSummary } from '../../data/resources.ts';
import { isCancelled } from '../../data/status-filter.ts';
import { Age } from '../../ui/age.tsx';
import { Money } from '../../ui/money.tsx';
import { Poster } from './poster.tsx';
import { HowFar, StatusPill } from './status-pill.tsx';

/** The same object means nothing changed: with thousands on the page, only what an event touched is drawn again. */
export const GenerationCard = memo(function GenerationCard({
  generation,
  search,
}: {
  generation: GenerationSummary;
  search: string;
}) {
  const { id, prompt, status, price, refund, created_at, family, output, failure_code, finished_at } = generation;
  return (
    <Link
      href={`${generationLink(id)}${search}`}
      data-item
      data-status={status}
      className="group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-edge"
    >
      <Poster generation={generation} className="aspect-4/3">
        {output === 'video' && status === 'completed' && (
          <span className="absolute right-2 bottom-2 flex size-6 items-center justify-center rounded-full bg-black/60 text-white">
            <Play size={12} aria-hidden className="ml-px fill-current" />
          </span>
        )}
        {finished_at === null && (
          <div className="absolute inset-x-3 bottom-3">
            <HowFar generation={generation} />
          </div>
        )}
        {failure_code !== null && !isCancelled(generation) && (
          <code className="absolute bottom-2 left-3 font-mono text-tiny text-bad">{failure_code}</code>
        )}
      </Poster>
      <div className="flex flex-1 flex-col gap-2 p-3">
        <p dir="auto" className="line-clamp-2 min-h-10 break-words">
          {prompt}
        </p>
        <div className="flex h-6 items-center justify-between gap-2">
          <StatusPill generation={generation} />
          <span className="hidden truncate text-tiny text-muted sm:block">{family}</span>
        </div>
        <div className="mt-auto flex h-4 items-center text-tiny text-muted">
          {/* Half a telephone has no room for the word beside the age. */}
          <span className="relative flex-1">
            <Money amount={price} className={refund === null ? '' : 'max-sm:line-through'} />
            {refund !== null && <span className="text-good max-sm:sr-only"> refunded</span>}
          </span>
          <Age time={created_at} />
        </div>
      </div>
    </Link>
  );
});
