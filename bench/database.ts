/** A way into the database of a service under measurement, and history for its tables. */
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts';
import { type Db, openDb } from '../packages/server/src/db/postgres.ts';
import { createSilentLog } from '../packages/server/src/log/log.ts';
import type { LoadAccount } from './load-account.ts';
import type { Service } from './processes.ts';

export interface Database {
  readonly db: Db;
  readonly url: string;
  close(): Promise<void>;
}

const statementTimeoutMilliseconds = 120_000;

/** Joins the server that the service runs; it stays the service's to stop. */
export async function openDatabase({ dataFolder }: Service): Promise<Database> {
  const log = createSilentLog();
  const server = await startEmbeddedPostgres({ folder: join(dataFolder, 'postgres'), log });
  // As the superuser: history is put in past the triggers, and a checkpoint is asked for.
  const db = openDb(server.administration, {
    applicationName: 'bench',
    connectionsMax: 2,
    statementTimeoutMilliseconds,
    log,
  });
  return {
    db,
    url: server.administration.url,
    async close() {
      await db.close();
      await server.stop();
    },
  };
}

export const accountGenerations = 2000;

/**
 * Generations as the service itself would leave them, the completed ones with their media. The account has 2,000, spread
 * evenly over the table, every other one still waiting; the rest is other accounts' and done. Answers the account's ids.
 */
export async function addHistory({ db }: Database, account: LoadAccount, generations: number): Promise<string[]> {
  const perStatement = 50_000;
  for (let from = 1; from <= generations; from += perStatement) {
    const until = Math.min(generations, from + perStatement - 1);
    await db.transaction(async (tx) => {
      // History did not begin as pending: the triggers that refuse such rows are about new ones.
      await tx.query({ text: 'set local session_replication_role = replica' });
      await tx.query({ text: historyStatement }, [from, until, generations / accountGenerations, account.accountId]);
    });
  }
  // Left alone, autovacuum would come upon a million new rows in the middle of a round.
  for (const table of ['generations', 'media_objects']) {
    await db.query({ text: `vacuum (analyze) ${table}` });
  }
  await db.query({ text: 'checkpoint' });
  const rows = await db.query<{ id: string }>(
    { text: 'select id from generations where account_id = $1 order by random()' },
    [account.accountId],
  );
  return rows.map(({ id }) => id);
}

const historyStatement = `
  with numbered as materialized (
    select n, uuidv7(make_interval(secs => n - 2000000)) as id, n % $3::bigint = 0 as ours,
      n % (2 * $3::bigint) = 0 as waits
    from generate_series($1::bigint, $2::bigint) n
  ), made as materialized (
    select n, id, waits, case when not waits then uuidv7() end as media_id,
      case when ours then $4::uuid else ('00000000-0000-7000-8000-' || lpad((n % 1000)::text, 12, '0'))::uuid end
        as account_id
    from numbered
  ), stored as (
    insert into media_objects (id, account_id, purpose, store_key, content_type, bytes, file_name, kept_for, expires_at)
    select media_id, account_id, 'output', 'bench/' || n, 'image/jpeg', 200000, 'kite.jpg', interval '7 days',
      now() + interval '7 days' from made where not waits
  )
  insert into generations (id, account_id, api_key_id, family, status, model, prompt, fields, work, inputs, seed, price,
    engine, turn, deadline_at, progress, output_media_id, created_at, finished_at)
  select id, account_id, account_id, 'epsilon-images', case when waits then 'pending' else 'completed' end,
    'epsilon-images', 'A red kite over a green hill', '{"aspect_ratio":"1:1"}', '{"task":"t2i"}', '[]', n, 390,
    'studio', case when waits then n end, now() + interval '1 day', case when waits then null else 100 end, media_id,
    now(), case when waits then null else now() end from made`;
