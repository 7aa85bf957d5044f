/** A database of the version before becomes one of this version: the same schema as a fresh one, and every row kept. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { readSchema } from '../../../../scripts/schema-page.ts';
import { migrate, migrationsFolder, readMigrations } from '../../src/db/migrate.ts';
import type { Db } from '../../src/db/postgres.ts';
import { claimGenerations } from '../../src/generations/queue-store.ts';
import { audit } from '../../src/ledger/audit.ts';
import { listEntries } from '../../src/ledger/history-store.ts';
import { testDatabase } from '../support/database.ts';

const account = '01900000-0000-7000-8000-000000000001';
const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

async function databaseOfBefore(t: TestContext): Promise<Db> {
  const { db } = await testDatabase(t);
  await db.query({ text: 'drop schema public cascade; create schema public' });
  await db.query({ text: await fixture('schema-0016.sql') });
  await db.query({ text: await fixture('rows-0016.sql') });
  return db;
}

type Row = Record<string, unknown>;

async function tablesOf(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>({
    text: `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  });
  return rows.map(({ name }) => name);
}

async function rowsOf(db: Db, table: string): Promise<Row[]> {
  const rows = await db.query<{ row: Row }>({ text: `select to_jsonb(t) as row from ${table} t order by t::text` });
  return rows.map(({ row }) => row);
}

/** What has another name now, and what is new and tells of what there was. */
const renamedTables: Record<string, string> = { lanes: 'engine_turns', turns: 'account_turns' };
/** Sums over rows that are all here, which are made anew when somebody looks. */
const sums = ['spending_days', 'spending_marks'];
const today: Record<string, (row: Row) => Row> = {
  accounts({ kind: mode, ...rest }) {
    return { ...rest, mode, clock_ahead_seconds: 0, limits_spending: false, suspended_at: null };
  },
  api_keys: (row) => ({ ...row, spend_limit_id: null }),
  generations({ lane: engine, engine_token: _token, engine_handle: _handle, engine_failures: _failures, ...rest }) {
    return { ...rest, engine, traceparent: null };
  },
  lanes: ({ lane: engine, ...rest }) => ({ ...rest, engine }),
  turns: ({ lane: engine, ...rest }) => ({ ...rest, engine }),
  media_objects: (row) => ({ ...row, store: 'folder' }),
  webhook_deliveries: (row) => ({ ...row, event: row['generation_id'] === null ? 'test' : 'generation.ended' }),
};

/** Columns that came later hold nothing that was there before. */
const only = (columns: readonly string[], rows: readonly Row[]): Row[] =>
  rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));

const inAnyOrder = (rows: readonly Row[]) =>
  rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).sort()))).sort();

test('an upgraded database has every row it had, and the schema of a fresh one', async (t) => {
  const db = await databaseOfBefore(t);
  const before = new Map<string, Row[]>();
  for (const table of await tablesOf(db)) {
    const rows = await rowsOf(db, table);
    assert.ok(rows.length > 0, `${table} has no row to keep`);
    before.set(table, rows);
  }
  const files = await readMigrations(migrationsFolder);
  assert.deepEqual(
    await migrate(db, migrationsFolder),
    files.map(({ name }) => name),
  );
  assert.deepEqual(await migrate(db, migrationsFolder), []);
  for (const [table, rows] of before) {
    if (sums.includes(table)) continue;
    const expected = rows.map(today[table] ?? ((row) => row));
    const now = await rowsOf(db, renamedTables[table] ?? table);
    assert.deepEqual(inAnyOrder(only(Object.keys(expected[0]!), now)), inAnyOrder(expected), table);
  }
  const schemaOf = async (one: Db) => (await readSchema(one)).map(({ name, sql }) => `${name}: ${sql}`).sort();
  const fresh = await testDatabase(t);
  assert.deepEqual(await schemaOf(db), await schemaOf(fresh.db));
  assert.deepEqual(await db.query({ text: `select from pg_namespace where nspname = 'afterimage_before'` }), []);
});

test('money adds up after the upgrade, jobs run as they were accepted, and what has ended stays final', async (t) => {
  const db = await databaseOfBefore(t);
  await migrate(db, migrationsFolder);
  assert.deepEqual((await audit(db)).problems, []);
  const { rows } = await listEntries(db, { accountId: account, kind: null, limit: 10, after: null });
  assert.equal(rows[0]!.balance_after, 9_000);
  assert.equal(rows.length, 7);

  const attempts = await db.query({ text: 'select engine, state, handle from generation_attempts' });
  assert.deepEqual(attempts, [{ engine: 'studio', state: 'accepted', handle: { name: 'x' } }]);
  const [claimed, ...others] = await claimGenerations(db, 'studio', { worker: 'w', limit: 9, leaseSeconds: 9 });
  assert.deepEqual(others, []);
  const { prompt, fields, work } = claimed!;
  assert.deepEqual([prompt, fields], ['a fox', { prompt: 'a fox', aspect_ratio: '1:1' }]);
  assert.equal(work.prompt, 'a fox');
  const change = `update generations set progress = 1 where status = 'failed'`;
  await assert.rejects(db.query({ text: change }), { code: '23001' });
});

test('a database that stands between is refused in a sentence, and left as it was', async (t) => {
  const db = await databaseOfBefore(t);
  await db.query({ text: `delete from migrations where name > '0009'` });
  await assert.rejects(migrate(db, migrationsFolder), {
    name: 'MigrationRefused',
    message:
      'The database stands at 0008_people.sql, which only the version before this one can bring up to date: start that one first.',
  });
  assert.equal((await tablesOf(db)).includes('lanes'), true);
});

test('an upgrade that fails leaves the database as it was', async (t) => {
  const db = await databaseOfBefore(t);
  await db.query({ text: 'alter table generations add column mark text; alter table generations drop column prompt' });
  await assert.rejects(migrate(db, migrationsFolder), { code: '42703' });
  assert.equal((await tablesOf(db)).includes('lanes'), true);
  assert.equal((await db.query({ text: 'select from migrations' })).length, 16);
});
