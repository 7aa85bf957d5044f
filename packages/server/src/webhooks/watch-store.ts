/** The statement that tells a watched account's deliveries apart from what they were a moment ago. */
import { lowestIdAt } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

export interface DeliveryMark {
  id: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  next_attempt_at: Date | null;
}

/** Those since then, the newest few however old, and those that are named: one sent again by hand may be of last week. */
export function listDeliveryMarks(
  db: Queryable,
  among: { accountId: string; since: Date; sinceMax: number; newest: number; ids: readonly string[] },
): Promise<DeliveryMark[]> {
  const columns = 'id, state, attempts, next_attempt_at';
  return db.query<DeliveryMark>(
    {
      name: 'list_delivery_marks',
      text: `(select ${columns} from webhook_deliveries where account_id = $1 and id >= $2 order by id desc limit $3)
        union
          (select ${columns} from webhook_deliveries where account_id = $1 order by id desc limit $4)
        union
          select ${columns} from webhook_deliveries where id = any ($5::uuid[]) and account_id = $1`,
    },
    [among.accountId, lowestIdAt(among.since), among.sinceMax, among.newest, among.ids],
  );
}
