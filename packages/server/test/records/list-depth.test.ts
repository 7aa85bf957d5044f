/** Lists by cursor cost the same at any depth, however many months there are: counted in pages of the database, not in time. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { lowestIdAt } from '../../src/db/id-times.ts';
import type { Db, Queryable, Statement } from '../../src/db/postgres.ts';
import { listAllGenerations } from '../../src/generations/operator-list-store.ts';
import { listOverview } from '../../src/generations/overview-store.ts';
import { listEntries } from '../../src/ledger/history-store.ts';
import { listLog } from '../../src/webhooks/log-store.ts';
import { accountIn } from '../ledger/support/rows.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { addMonths, startOf } from './support/months.ts';

const perMonth = 400;
const limit = 20;

/** Two years of an account and of its neighbours. */
async function twoYears(t: TestContext): Promise<{ db: Db; account: string; moments: Date[] }> {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 1_000_000);
  const neighbour = await accountIn(db, 1_000_000);
  const months = (await addMonths(db, 23)).slice(1);
  const first = startOf(months[0]!).getTime();
  const step = (startOf(months.at(-1)!).getTime() - first) / (perMonth * 23);
  await db.transaction(async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' });
    await tx.query(
      {
        text: `insert into generations (id, account_id, api_key_id, family, status, model, prompt, fields, work, inputs, seed,
            price, engine, deadline_at, created_at, output_media_id, finished_at)
          select id, case when n % 2 = 0 then $3::uuid else $5::uuid end, id, case when n % 4 = 0 then 'delta' else 'beta' end,
            'completed', 'delta', repeat('x', 300), '{}', '{}', '[]', 1, 5, 'studio', now(), now(), id, now()
          from (select n, uuidv7(to_timestamp(($1::float8 + n * $2::float8) / 1000) - now()) as id
            from generate_series(0, $4) as n) made`,
      },
      [first, step, account, perMonth * 23, neighbour],
    );
    await tx.query({
      text: `insert into webhook_deliveries (id, account_id, event, generation_id, url, host, payload, state, finished_at)
        select id, account_id, 'generation.ended', id, 'https://a.test/', 'a.test', '{}', 'delivered', now() from generations`,
    });
  });
  await db.query({ text: 'vacuum analyze' });
  return { db, account, moments: [0, 12, 22].map((later) => startOf(months.at(-1)!, -later)) };
}

/** How many pages a list reads. */
async function pagesRead(db: Db, list: (db: Queryable) => Promise<unknown>): Promise<number> {
  let pages = 0;
  const query = async <Row>({ text }: Statement, values?: unknown[]): Promise<Row[]> => {
    const plans = await db.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      { text: `explain (analyze, buffers, format json) ${text}` },
      values,
    );
    const [{ Plan: plan } = { Plan: {} }] = plans[0]!['QUERY PLAN'];
    pages += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    return db.query<Row>({ text }, values);
  };
  await list({ query, change: () => Promise.reject(new Error('A list changes nothing.')) });
  return pages;
}

test('lists read as much at the bottom of two years as at the top', async (t) => {
  const { db, account, moments } = await twoYears(t);
  const lists: Record<string, (on: Queryable, before: string) => Promise<{ rows: unknown[] }>> = {
    generations: (on, before) =>
      listOverview(on, { accountId: account, before, limit, filter: { families: ['beta', 'delta'] } }),
    'all generations': (on, before) => listAllGenerations(on, { before, limit, filter: {} }),
    ledger: (on, beforeId) =>
      listEntries(on, { accountId: account, kind: null, limit, after: { beforeId, balance: 0 } }),
    webhooks: (on, before) => listLog(on, { accountId: account, before, limit, filter: {} }),
  };
  for (const [name, list] of Object.entries(lists)) {
    for (const moment of moments) assert.equal((await list(db, lowestIdAt(moment))).rows.length, limit, name);
    // Autovacuum may be at these tables for a moment, and plans differ meanwhile.
    await eventually(async () => {
      const pages: number[] = [];
      for (const moment of moments) pages.push(await pagesRead(db, (on) => list(on, lowestIdAt(moment))));
      t.diagnostic(`${name}: ${pages.join(', ')} pages at the top, in the middle, at the bottom`);
      return Math.max(...pages) <= 1.3 * Math.min(...pages);
    });
  }
});
