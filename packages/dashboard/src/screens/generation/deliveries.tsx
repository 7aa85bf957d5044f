/** The webhooks that told of it, each with its attempts. */
import { Link } from 'wouter';
import { deliveryLink } from '../../data/addresses.ts';
import type { Generation } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { Part } from '../../ui/part.tsx';
import { DeliveryState, Trouble } from '../webhooks/delivery-state.tsx';

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
              href={deliveryLink(delivery.id)}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-4 py-2 transition-colors hover:border-edge"
            >
              <DeliveryState delivery={delivery} />
              <span>
                Attempt {delivery.attempts} of {delivery.attempts_max}
              </span>
              <Trouble delivery={delivery} className="text-muted" />
              <span className="flex-1" />
              <Age time={delivery.finished_at ?? delivery.created_at} className="text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}
