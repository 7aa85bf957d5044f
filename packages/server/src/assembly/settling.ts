/** What ends a generation in either role, and the sweep that ends those past their limit. */
import { sweepGenerations } from '../generations/sweep.ts';
import { every } from '../queue/every.ts';
import type { Core } from './core.ts';
import type { Foundation } from './foundation.ts';

export const settlingOf = ({ db, settings, metrics }: Foundation, { families, views }: Core) => {
  return { db, families, views, refunds: settings.refunds, metrics };
};

/** Ends what is past its limit, and gives its price back. */
export function sweepLate(foundation: Foundation, core: Core) {
  const { timings, log } = foundation;
  const sweeping = { ...settlingOf(foundation, core), embedded: core.embedded.all.map(({ name }) => name) };
  return every(timings.sweepSeconds, () => sweepGenerations(sweeping), { name: 'generations', log });
}
