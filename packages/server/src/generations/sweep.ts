/** What time does to generations: overdue ones fail, kept-back ones join the queue. Any process may sweep; none does it twice. */
import { DatabaseUnavailable } from '../db/postgres.ts';
import { failLate } from './fail-late.ts';
import { removeExpiredKeys } from './idempotency-store.ts';
import { admitDelayed, admittedMax } from './queue-store.ts';
import type { SettleServices } from './settle.ts';
import { findOverdue } from './store.ts';

export interface SweepServices extends SettleServices {
  /** The engines that are a part of the service. */
  embedded: readonly string[];
}

const overdueMax = 100;
/** So many share a commit; each holds a connection meanwhile. */
const failedAtOnce = 4;

/** Fails at most a hundred generations past their time limit and returns how many. */
export async function failOverdue(services: SweepServices): Promise<number> {
  const overdue = await findOverdue(services.db, overdueMax, services.embedded);
  const faults: unknown[] = [];
  let failed = 0;
  for (let first = 0; first < overdue.length; first += failedAtOnce) {
    const some = overdue.slice(first, first + failedAtOnce);
    const outcomes = await Promise.allSettled(some.map((row) => failLate(services, row)));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') faults.push(outcome.reason);
      else if (outcome.value === 'settled') failed += 1;
    }
    // Without a database every other one would wait for it in vain too.
    const unreachable = faults.find((fault) => fault instanceof DatabaseUnavailable);
    if (unreachable !== undefined) throw unreachable;
  }
  // Told of when the rest is done: one that cannot be failed must not keep the refunds of all others waiting.
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} overdue generations could not be failed.`);
  return failed;
}

export async function sweepGenerations(services: SweepServices): Promise<'more' | 'done'> {
  const admitted = await admitDelayed(services.db);
  const failed = await failOverdue(services);
  return admitted === admittedMax || failed === overdueMax ? 'more' : 'done';
}

export const sweepIdempotencyKeys = ({ db }: Pick<SettleServices, 'db'>): Promise<'more' | 'done'> =>
  removeExpiredKeys(db);
