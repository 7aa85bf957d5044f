/** Finds out which webhook deliveries of an account have changed since the last look. */
import type { Db } from '../../../db/postgres.ts';
import { findLogged } from '../../../webhooks/log-store.ts';
import { type DeliveryMark, listDeliveryMarks } from '../../../webhooks/watch-store.ts';
import { deliverySummaryOf } from '../delivery-view.ts';
import type { PageEvent } from './event-buffer.ts';
import { createKnownStates, type Seen } from './known-states.ts';

const sinceMax = 1_000;
const checkedMax = 1_000;
const newest = 20;

export function createDeliveryWatch({ reads }: { reads: Db }, accountId: string) {
  const known = createKnownStates();
  /** Changed, but not told yet: a look that fails on the way leaves them to the next. */
  const owed = new Set<string>();
  let isFirst = true;
  return {
    async look(since: Date): Promise<PageEvent[]> {
      const ids = known.toCheck(checkedMax);
      const marks = await listDeliveryMarks(reads, { accountId, since, sinceMax, newest, ids });
      if (isFirst) known.take(marks.map(seen));
      isFirst = false;
      for (const id of known.note(marks.map(seen))) owed.add(id);
      const rows = owed.size === 0 ? [] : await findLogged(reads, accountId, [...owed]);
      owed.clear();
      return rows.map((row) => ({ event: 'delivery' as const, data: deliverySummaryOf(row) }));
    },
  };
}

const seen = ({ id, state, attempts, next_attempt_at }: DeliveryMark): Seen => ({
  id,
  state: `${state} ${attempts} ${next_attempt_at?.getTime()}`,
  ended: state !== 'waiting',
});
