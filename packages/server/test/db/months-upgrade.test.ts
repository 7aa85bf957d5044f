/** A database of before there were months: what it holds becomes the first of them, row by row the same, and nothing is built anew. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate, migrateUntil, migrationsFolder } from '../../src/db/migrate.ts';
import type { Db } from '../../src/db/postgres.ts';
import { audit } from '../../src/ledger/audit.ts';
import { accountIn, generationIn } from '../ledger/support/rows.ts';
import { monthsOf, startOf, wholeGenerationIn } from '../records/support/months.ts';
import { testDatabase } from '../support/database.ts';

const tables = ['generations', 'generation_attempts', 'webhook_deliveries', 'webhook_attempts'];

/** Of every row, and every column of it. */
async function sumsOf(db: Db): Promise<unknown[]> {
  const sums = tables.map(async (table) => {
    const text = `select count(*), md5(string_agg(md5(to_jsonb(t)::text), '' order by to_jsonb(t)::text)) from ${table} t`;
    return (await db.query({ text }))[0];
  });
  return Promise.all([...sums, db.query({ text: 'select * from ledger order by id, kind' })]);
}

/** The files that a table and its indexes lie in; who rebuilds one gets another. */
const filesOf = (db: Db, suffix: string) =>
  db.query(
    {
      text: `select replace(c.relname, $1, '') as name, pg_relation_filenode(c.oid) as file
      from pg_class c left join pg_index i on i.indexrelid = c.oid
      where coalesce(i.indrelid, c.oid)::regclass::text = any ($2) order by 1`,
    },
    [suffix, tables.map((table) => table + suffix)],
  );

test('an upgrade keeps every row, and ended rows stay final', async (t) => {
  const { db } = await testDatabase(t);
  await db.query({ text: 'drop schema public cascade; create schema public' });
  await migrateUntil(db, migrationsFolder, '0130_admitted_told_after_commits.sql');
  const account = await accountIn(db, 1_000_000);
  for (const at of [
    '2025-01-01T00:00:00Z',
    '2025-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00Z',
    '2026-10-31T12:00:00Z',
  ]) {
    await wholeGenerationIn(db, account, new Date(at));
    await generationIn(db, account, 'failed', new Date(at));
  }
  const waiting = await generationIn(db, account, 'pending', new Date());
  const before = { sums: await sumsOf(db), files: await filesOf(db, '') };

  assert.deepEqual(await migrateUntil(db, migrationsFolder, '0131_months.sql'), ['0131_months.sql']);

  assert.deepEqual(await sumsOf(db), before.sums);
  const [first, next, later, ...others] = await monthsOf(db);
  assert.deepEqual([startOf(next!, 1), others], [startOf(later!), []]);
  assert.deepEqual(await filesOf(db, `_${first}`), before.files);
  // What came after the months may add columns.
  await migrate(db, migrationsFolder);
  assert.deepEqual((await audit(db)).problems, []);
  for (const change of [
    'update generations set progress = 1 where finished_at is not null',
    'delete from generations',
  ]) {
    await assert.rejects(db.query({ text: change }), { code: '23001', message: 'generations rows are final' });
  }
  const bad = { text: `update generations set status = 'completed' where id = $1` };
  await assert.rejects(db.query(bad, [waiting]), { code: '23514' });
  // What is made later is as what was there.
  await wholeGenerationIn(db, account, startOf(next!));
  const indexes = (month: string) =>
    db.query(
      {
        text: `select replace(regexp_replace(pg_get_indexdef(indexrelid), 'INDEX .* ON', ''), $1, '') as text
        from pg_index where right(indrelid::regclass::text, 7) = $1 order by 1`,
      },
      [month],
    );
  assert.deepEqual(await indexes(next!), await indexes(first!));
});
