/** How deliveries ended over time, hour by hour. */
import { hourSpans } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

/** What became in one minute of the deliveries that were made in one hour; both are numbers since 1970. */
export interface DeliveryMinute {
  hour: number;
  /** Null of those that have not ended. */
  minute: number | null;
  delivered: number;
  failed: number;
  unfinished: number;
}

export function deliveriesOfHours(db: Queryable, hours: readonly number[]): Promise<DeliveryMinute[]> {
  return db.query<DeliveryMinute>(
    {
      name: 'deliveries_of_hours',
      text: `select hour, (extract(epoch from minute) / 60)::integer as minute,
          delivered::integer, failed::integer, unfinished::integer
        from (
          select hour, date_bin('60 seconds', finished_at, 'epoch') as minute,
            count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'failed') as failed,
            count(*) filter (where finished_at is null) as unfinished
          from unnest($1::integer[], $2::uuid[], $3::uuid[]) as span (hour, low, high)
          join webhook_deliveries on id >= low and id < high
          group by 1, 2) counted`,
    },
    hourSpans(hours),
  );
}
