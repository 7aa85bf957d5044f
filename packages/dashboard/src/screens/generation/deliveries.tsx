/** The webhooks that told of it, each with its attempts. */
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { Link } from 'wouter';
import type { Generation } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Part } from './part.tsx';

const looks = {
  waiting: { tone: 'neutral', icon: Clock, word: 'Waiting' },
  delivered: { tone: 'good', icon: CircleCheck, word: 'Delivered' },
  failed: { tone: 'bad', icon: CircleX, word: 'Failed' },
} as const;

export function Deliveries({ generation: { deliveries, callback_url } }: { generation: Generation }) {
  if (callback_url === null) return null;
  return (
    <Part title="Webhook">
      <p className="font-mono text-small break-all text-muted">{callback_url}</p>
      {deliveries.length === 0 && <p className="text-muted">It is sent when the generation ends.</p>}
      <ul className="flex flex-col gap-2">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Link
              href={`/webhooks/${delivery.id}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-4 py-2 transition-colors hover:border-edge"
            >
              <Pill tone={looks[delivery.state].tone} icon={looks[delivery.state].icon}>
                {looks[delivery.state].word}
              </Pill>
              <span>
                Attempt {delivery.attempts} of {delivery.attempts_max}
                {delivery.last_status_code !== null && ` · ${delivery.last_status_code}`}
                {delivery.last_milliseconds !== null && ` · ${delivery.last_milliseconds} ms`}
              </span>
              <span className="flex-1" />
              {delivery.next_attempt_at !== null ? (
                <span className="text-muted">
                  next <Age time={delivery.next_attempt_at} />
                </span>
              ) : (
                <Age time={delivery.finished_at ?? delivery.created_at} className="text-muted" />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}
