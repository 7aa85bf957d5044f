/** When it was submitted, begun and finished, how long each took, and what it cost. */

import type { Generation } from '../../data/resources.ts';
import { isCancelled } from '../../data/status-filter.ts';
import { exactTime, useNow } from '../../ui/age.tsx';
import { Money } from '../../ui/money.tsx';
import { Pair, Pairs, Part } from '../../ui/part.tsx';
import { durationInWords } from './durations.ts';

export function Timeline({ generation }: { generation: Generation }) {
  const { created_at, started_at, finished_at, deadline_at, attempt, price, refund } = generation;
  return (
    <Part title="Timeline and price">
      <Spans generation={generation} />
      <Pairs>
        <Pair name="Submitted">
          {exactTime(created_at)}
          {attempt > 1 && <span className="text-muted"> · taken up {attempt} times</span>}
        </Pair>
        {started_at !== null && <Pair name="Started">{exactTime(started_at)}</Pair>}
        {finished_at === null ? (
          <Pair name="Ends by">{exactTime(deadline_at)}</Pair>
        ) : (
          <Pair name={endWord(generation)}>{exactTime(finished_at)}</Pair>
        )}
        <Pair name="Price">
          <Money amount={price} />
        </Pair>
        {refund !== null && (
          <Pair name="Refund">
            <Money amount={refund} className="text-good" />
          </Pair>
        )}
      </Pairs>
    </Part>
  );
}

function endWord(generation: Generation): string {
  if (isCancelled(generation)) return 'Cancelled';
  return generation.status === 'failed' ? 'Failed' : 'Finished';
}

/** Waiting and working, side by side, as long as they were. */
function Spans({ generation: { created_at, started_at, finished_at } }: { generation: Generation }) {
  const now = useNow();
  const created = Date.parse(created_at);
  const end = finished_at === null ? Math.max(now, created) : Date.parse(finished_at);
  const started = started_at === null ? end : Math.min(Date.parse(started_at), end);
  const soFar = finished_at === null ? ' so far' : '';
  const spans = [
    { name: 'Waited', milliseconds: started - created, suffix: started_at === null ? soFar : '', colour: 'bg-edge' },
    { name: 'Worked on', milliseconds: end - started, suffix: soFar, colour: 'bg-accent' },
  ].filter(({ name }) => name === 'Waited' || started_at !== null);
  return (
    <div className="flex flex-col gap-2 pb-1">
      <div aria-hidden className="flex h-1.5 gap-0.5">
        {spans.map(({ name, milliseconds, colour }) => (
          <span
            key={name}
            style={{ flexGrow: Math.max(milliseconds, 1) }}
            className={`min-w-1 rounded-full ${colour}`}
          />
        ))}
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {spans.map(({ name, milliseconds, suffix, colour }) => (
          <div key={name} className="flex items-center gap-2">
            <dt className="flex items-center gap-2 text-muted">
              <span aria-hidden className={`size-2 rounded-full ${colour}`} />
              {name}
            </dt>
            <dd>
              {durationInWords(milliseconds)}
              {suffix}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
