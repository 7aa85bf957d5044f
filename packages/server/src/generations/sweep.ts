/** What time does to generations: overdue ones fail, kept-back ones join the queue. Any process may sweep; none does it twice. */
import type { FailureClass } from '@afterimage/contract';
import { DatabaseUnavailable } from '../db/postgres.ts';
import { removeExpiredKeys } from './idempotency-store.ts';
import { admitDelayed, admittedMax } from './queue-store.ts';
import { failGeneration, type Settled, type SettleServices } from './settle.ts';
import { findOverdue, type OverdueRow } from './store.ts';

const overdueMax = 100;

/** Fails at most a hundred generations past their time limit and answers how many. */
export async function failOverdue(services: SettleServices): Promise<number> {
  const faults: unknown[] = [];
  let failed = 0;
  for (const row of await findOverdue(services.db, overdueMax)) {
    try {
      if ((await failLate(services, row)) === 'settled') failed += 1;
    } catch (fault) {
      // Without a database every other one would wait for it in vain too.
      if (fault instanceof DatabaseUnavailable) throw fault;
      faults.push(fault);
    }
  }
  // Told of when the rest is done: one that cannot be failed must not keep the refunds of all others waiting.
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} overdue generations could not be failed.`);
  return failed;
}

async function failLate(services: SettleServices, row: OverdueRow): Promise<Settled> {
  const failure = causeOf(row);
  return failGeneration(services, row, {
    code: services.families.get(row.family)!.failureCode(failure),
    reason:
      failure === 'unavailable'
        ? 'The engine was unavailable until the time limit.'
        : 'The generation exceeded its time limit.',
  });
}

/** An engine that was down until the end is the service's maintenance, not the job's slowness. */
function causeOf(row: OverdueRow): FailureClass {
  return row.engine_trouble === 'unavailable' ? 'unavailable' : 'timeout';
}

export async function sweepGenerations(services: SettleServices): Promise<'more' | 'done'> {
  const admitted = await admitDelayed(services.db);
  const failed = await failOverdue(services);
  return admitted === admittedMax || failed === overdueMax ? 'more' : 'done';
}

export const sweepIdempotencyKeys = ({ db }: Pick<SettleServices, 'db'>): Promise<'more' | 'done'> =>
  removeExpiredKeys(db);
