/** What came of the requests sent from here, newest first, as it happens. */
import { failureMeanings } from '@afterimage/contract';
import { CircleX } from 'lucide-react';
import { Link } from 'wouter';
import { type Answered, useRead } from '../../data/reads.ts';
import { Age } from '../../ui/age.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export interface Submitted {
  id: string;
  account: string | undefined;
  play: 'live' | 'sandbox';
}

type Generation = Answered<'getGeneration'>;

export function Results({ submitted }: { submitted: readonly Submitted[] }) {
  if (submitted.length === 0) return null;
  return (
    <Section title="Results">
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
        {submitted.map(({ id }) => (
          <li key={id}>
            <Result id={id} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Result({ id }: { id: string }) {
  const generation = useRead('getGeneration', { id });
  if (generation.isError) return <ErrorState fault={generation.error} onRetry={() => void generation.refetch()} />;
  if (generation.data === undefined) return <Skeleton className="h-72 rounded-card" />;
  const { prompt, price, refund, status, created_at } = generation.data;
  return (
    <article
      data-result={id}
      data-status={status}
      className="flex flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="relative flex aspect-video items-center justify-center bg-sunken">
        <Outcome generation={generation.data} />
      </div>
      <div className="flex flex-col gap-1 p-3">
        <Link href={`/generations/${id}`} className="line-clamp-2 hover:underline">
          {prompt}
        </Link>
        <p className="flex justify-between gap-4 text-small text-muted">
          <span>
            <Money amount={price} />
            {refund !== null && ', refunded'}
          </span>
          <Age time={created_at} />
        </p>
      </div>
    </article>
  );
}

function Outcome({ generation }: { generation: Generation }) {
  const { status, media_url, poster_url, output, prompt, failure_code, progress, queue_position } = generation;
  if (status === 'failed') {
    return (
      <div className="flex flex-col items-center gap-1.5 px-4 text-center text-bad">
        <CircleX size={22} aria-hidden />
        <span className="font-medium">{failure_code}</span>
        <span className="text-small text-muted">
          {failureMeanings[failure_code ?? ''] ?? generation.failure_reason}
        </span>
      </div>
    );
  }
  if (status === 'completed' && media_url !== null) {
    return output === 'image' ? (
      <img src={media_url} alt={prompt} className="absolute inset-0 size-full object-contain" />
    ) : (
      // biome-ignore lint/a11y/useMediaCaption: what the engine made has no words
      <video
        src={media_url}
        poster={poster_url ?? undefined}
        controls
        playsInline
        preload="metadata"
        className="absolute inset-0 size-full"
      />
    );
  }
  const words =
    status === 'pending'
      ? queue_position === null
        ? 'In the queue'
        : `Place ${queue_position} in the queue`
      : `Under way${progress === null ? '' : `, ${progress} %`}`;
  return (
    <div className="flex w-2/3 flex-col items-center gap-3 text-small text-muted">
      <span>{status === 'completed' ? 'The file is no longer there' : words}</span>
      {status !== 'completed' && <Progress label={words} percent={status === 'processing' ? progress : null} />}
    </div>
  );
}
