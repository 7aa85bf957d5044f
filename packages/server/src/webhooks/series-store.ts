/** How deliveries ended over time, in equal steps. */
import { lowestIdAt } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

export interface DeliveryStep {
  /** Its number since 1970. */
  step: number;
  delivered: number;
  failed: number;
}

export function deliverySteps(
  db: Queryable,
  { since, stepSeconds, newest }: { since: Date; stepSeconds: number; newest: number },
): Promise<DeliveryStep[]> {
  return db.query<DeliveryStep>(
    {
      name: 'delivery_steps',
      text: `select floor(extract(epoch from finished_at) / $3)::float8 as step,
          count(*) filter (where state = 'delivered')::integer as delivered,
          count(*) filter (where state = 'failed')::integer as failed
        from (select state, finished_at from webhook_deliveries where id >= $1 order by id desc limit $2) recent
        where finished_at is not null group by step order by step`,
    },
    [lowestIdAt(since), newest, stepSeconds],
  );
}
