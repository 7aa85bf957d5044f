/** Many generations without having them made. */
import type { Db } from '@afterimage/server/db/postgres';

/** The same generation again and again: only reading is looked at here. */
export async function copyGeneration({ db }: { db: Db }, { id, times }: { id: string; times: number }): Promise<void> {
  await db.transaction(async (tx) => {
    // They have ended, and no generation begins so: the trigger that says it is not asked.
    await tx.query({ text: 'set local session_replication_role = replica' });
    await tx.query(
      {
        text: `insert into generations
             select (jsonb_populate_record(generations, jsonb_build_object(
               'id', overlay(id::text placing lpad(to_hex(number), 12, '0') from 25), 'prompt', 'Number ' || number))).*
             from generations, generate_series(1, $2::int) as number where id = $1`,
      },
      [id, times],
    );
  });
}
