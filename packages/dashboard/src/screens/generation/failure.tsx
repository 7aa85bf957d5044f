/** Why it failed, in a sentence, and whether the money came back. */
import { failureMeanings } from '@afterimage/contract';
import { CircleX } from 'lucide-react';
import type { Generation } from '../../data/resources.ts';
import { isCancelled } from '../../data/status-filter.ts';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/money.tsx';

export function Failure({ generation }: { generation: Generation }) {
  const { failure_code, failure_reason, refund, price } = generation;
  const meaning = failureMeanings[failure_code ?? ''] ?? 'The generation failed.';
  const wanted = isCancelled(generation);
  const tone = wanted ? 'text-muted' : 'text-bad';
  return (
    <section
      aria-label={wanted ? 'Cancelled' : 'Failure'}
      className={classes('flex gap-3 rounded-card p-4', wanted ? 'bg-sunken' : 'bg-bad-soft')}
    >
      <CircleX size={18} aria-hidden className={classes('mt-0.5 shrink-0', tone)} />
      <div className="flex min-w-0 flex-col gap-1">
        <p>
          <code className={classes('font-mono text-small font-semibold', tone)}>{failure_code}</code>
        </p>
        <p>{meaning}</p>
        {failure_reason !== null && failure_reason !== meaning && <p className="text-muted">{failure_reason}</p>}
        <p>
          {refund === null ? (
            <>
              This failure gives nothing back of <Money amount={price} />.
            </>
          ) : (
            <>
              <Money amount={refund} /> went back to the balance.
            </>
          )}
        </p>
      </div>
    </section>
  );
}
