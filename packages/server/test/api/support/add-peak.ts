/** Load of long ago, which was there for a minute. */
import type { Db } from '../../../src/db/postgres.ts';

/** Five that waited for one minute from then on, and failed before they had begun. */
export async function addPeak(db: Db, { accountId, at }: { accountId: string; at: Date }): Promise<void> {
  const ids = await db.query<{ id: string }>(
    {
      text: `insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, inputs, seed, price,
          engine, deadline_at, created_at)
        select uuidv7($2::timestamptz - now()), $1, $1, 'beta', 'beta', 'a peak', '{}', '{}', '[]', 1, 0, 'studio', $2, $2
        from generate_series(1, 5) returning id`,
    },
    [accountId, at],
  );
  await db.query(
    {
      text: `update generations set status = 'failed', failure_code = 'TASK_FAILED',
        finished_at = created_at + interval '1 minute' where id = any($1)`,
    },
    [ids.map(({ id }) => id)],
  );
}
