/** What time does to generations: overdue ones fail, kept-back ones join the queue. Any process may sweep; none does it twice. */
import type { FailureClass } from '@afterimage/contract';
import { removeExpiredKeys } from './idempotency-store.ts';
import { admitDelayed } from './queue-store.ts';
import { failGeneration, type SettleServices } from './settle.ts';
import { findOverdue, type OverdueRow } from './store.ts';

const overdueMax = 100;

/** Fails at most a hundred generations past their time limit and answers how many. */
export async function failOverdue(services: SettleServices): Promise<number> {
  const overdue = await findOverdue(services.db, overdueMax);
  for (const row of overdue) {
    const failure = causeOf(row);
    await failGeneration(services, row, {
      code: services.families.get(row.family)!.failureCode(failure),
      reason:
        failure === 'unavailable'
          ? 'The engine was unavailable until the time limit.'
          : 'The generation exceeded its time limit.',
    });
  }
  return overdue.length;
}

/** An engine that was down until the end is the service's maintenance, not the job's slowness. */
function causeOf(row: OverdueRow): FailureClass {
  return row.engine_trouble === 'unavailable' ? 'unavailable' : 'timeout';
}

export async function sweepGenerations(services: SettleServices): Promise<void> {
  await admitDelayed(services.db);
  while ((await failOverdue(services)) === overdueMax);
}

export const sweepIdempotencyKeys = ({ db }: Pick<SettleServices, 'db'>): Promise<void> => removeExpiredKeys(db);
