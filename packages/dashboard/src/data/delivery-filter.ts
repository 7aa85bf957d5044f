/** Which deliveries a filter of the log takes, by the service's own rule. */
import type { Delivery } from './resources.ts';

type StateAndAttempts = Pick<Delivery, 'state' | 'attempts'>;

/** Waiting for another attempt after one that was not taken. */
export const isFailing = ({ state, attempts }: StateAndAttempts): boolean => state === 'waiting' && attempts > 0;

export function fitsState(delivery: StateAndAttempts, state: string | undefined): boolean {
  if (state === 'failing') return isFailing(delivery);
  if (state === 'untried') return delivery.state === 'waiting' && !isFailing(delivery);
  return state === undefined || delivery.state === state;
}
