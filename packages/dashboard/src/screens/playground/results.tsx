/** What came of the requests sent from here, as it happens: one of them, or two side by side, and the others to choose from. */
import { Refusal } from '@afterimage/client';
import { isFinal } from '@afterimage/contract';
import { Columns2, Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '../../data/reads.ts';
import { isCancelled } from '../../data/status-filter.ts';
import { Age } from '../../ui/age.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NotAsAsked } from '../generation/not-as-asked.tsx';
import { Poster } from '../generations/poster.tsx';
import { StatusPill } from '../generations/status-pill.tsx';
import { Outcome } from './outcome.tsx';
import { ResultActions } from './result-actions.tsx';
import type { Submitted } from './use-submitted.ts';
import { secondsInWords } from './usual-time.ts';

export function Results({ submitted, family }: { submitted: Submitted; family: string }) {
  const { results, add, remove } = submitted;
  const newest = results[0]?.[0];
  const [chosen, choose] = useState<string | undefined>(undefined);
  // What is sent next is what one wants to see next.
  useEffect(() => choose(newest), [newest]);
  const shown = results.find(([id]) => id === chosen) ?? results[0];
  if (shown === undefined) return <NoResult />;
  const others = results.filter((each) => each !== shown);
  const isPair = shown.length > 1;
  return (
    <div className="flex flex-col gap-4">
      <div className={classes('grid items-start gap-4', isPair && 'sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2')}>
        {shown.map((id) => (
          <Result key={id} id={id} family={family} onSubmitted={add} onGone={() => remove(id)} />
        ))}
      </div>
      {others.length > 0 && (
        <ul aria-label="Earlier results" className="grid grid-cols-4 gap-2 sm:grid-cols-6">
          {others.map(([id = '', beside]) => (
            <li key={id}>
              <EarlierResult
                id={id}
                isPair={beside !== undefined}
                onChoose={() => choose(id)}
                onGone={() => remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NoResult() {
  return (
    <div className="flex aspect-video flex-col items-center justify-center gap-2 rounded-card border border-dashed border-line px-6 text-center text-muted">
      <Sparkles size={22} aria-hidden />
      <p>What you generate appears here.</p>
    </div>
  );
}

/** Of an account that was left, or deleted since: there is nothing to show, and nothing to say about it. */
function useResult(id: string, onGone: () => void) {
  const result = useRead('getGeneration', { id });
  const isGone = result.error instanceof Refusal && result.error.status === 404;
  useEffect(() => {
    if (isGone) onGone();
  });
  return result;
}

interface ResultProps {
  id: string;
  family: string;
  onSubmitted(id: string): void;
  onGone(): void;
}

function Result({ id, family, onSubmitted, onGone }: ResultProps) {
  const result = useResult(id, onGone);
  if (result.isError) return <ErrorState fault={result.error} onRetry={() => void result.refetch()} />;
  if (result.data === undefined) return <Skeleton className="aspect-video rounded-card" />;
  const { prompt, price, refund, status, created_at, started_at, finished_at, model, notes } = result.data;
  return (
    <article
      data-result={id}
      data-status={status}
      aria-label={`Result: ${prompt}`}
      className="flex flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="flex min-h-52 items-center justify-center bg-sunken">
        <Outcome generation={result.data} />
      </div>
      <div className="flex flex-col gap-3 border-t border-line p-4">
        <p dir="auto" className="line-clamp-2">
          {prompt}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
          <StatusPill generation={result.data} />
          <span>{model}</span>
          <span>
            <Money amount={price} />
            {refund !== null && ', refunded'}
          </span>
          {status === 'completed' && <span>{took(started_at ?? created_at, finished_at)}</span>}
          <Age time={created_at} />
        </p>
        <NotAsAsked notes={notes} />
        <ResultActions generation={result.data} family={family} onSubmitted={onSubmitted} />
      </div>
    </article>
  );
}

const took = (from: string, to: string | null): string =>
  to === null ? '' : `took ${secondsInWords((Date.parse(to) - Date.parse(from)) / 1000)}`;

interface EarlierResultProps {
  id: string;
  isPair: boolean;
  onChoose(): void;
  onGone(): void;
}

function EarlierResult({ id, isPair, onChoose, onGone }: EarlierResultProps) {
  const { data } = useResult(id, onGone);
  if (data === undefined) return <Skeleton className="aspect-square rounded-control" />;
  const { prompt, status, progress } = data;
  return (
    <button
      type="button"
      data-result={id}
      data-status={status}
      title={prompt}
      onClick={onChoose}
      className={classes(
        'block w-full overflow-hidden rounded-control border border-line transition-colors hover:border-edge',
        status === 'failed' && !isCancelled(data) && 'border-bad',
      )}
    >
      <Poster generation={data} className="aspect-square w-full">
        {isPair && (
          <Columns2 size={16} aria-hidden className="absolute top-1 right-1 rounded-sm bg-surface p-0.5 text-ink" />
        )}
        {!isFinal(status) && (
          <span className="absolute inset-x-0 bottom-0 bg-surface/90 py-0.5 text-center text-tiny text-ink">
            {progress === null ? 'Queued' : `${progress} %`}
          </span>
        )}
      </Poster>
      <span className="sr-only">
        Show {isCancelled(data) ? 'cancelled' : status} {isPair ? 'comparison' : 'result'}: {prompt}
      </span>
    </button>
  );
}
