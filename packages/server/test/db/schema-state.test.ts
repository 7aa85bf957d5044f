/** Code and schema agree by a range: what is pending is told without a change, and newer migrations say who may stay. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { lookAtSchema, migrate, migrationsFolder, readMigrations } from '../../src/db/migrate.ts';
import { testDatabase } from '../support/database.ts';
import { scratchFolder } from './support/scratch.ts';

const beside = '-- Programs from 0201 on may run beside it.\n';

async function emptyDatabase(t: TestContext) {
  const { db, url } = await testDatabase(t);
  await db.query({ text: 'drop schema public cascade; create schema public' });
  const folder = await scratchFolder();
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('0201_first.sql', 'create table first (n int);');
  await write('0202_second.sql', 'create table second (n int);');
  return { db, url, folder, write };
}

test('what is pending is told, and looking changes nothing', async (t) => {
  const { db, folder } = await emptyDatabase(t);
  const all = ['0201_first.sql', '0202_second.sql'];
  assert.deepEqual(await lookAtSchema(db, folder), { from: null, to: '0202_second.sql', pending: all });
  const tables = { text: `select count(*)::int as count from pg_tables where schemaname = 'public'` };
  assert.deepEqual(await db.query(tables), [{ count: 0 }]);
  await migrate(db, folder);
  assert.deepEqual(await lookAtSchema(db, folder), { from: '0202_second.sql', to: '0202_second.sql', pending: [] });
});

test('a program goes on beside a newer migration that says so, and not beside one that does not', async (t) => {
  const { db, folder, write } = await emptyDatabase(t);
  await write('0203_wider.sql', `${beside}alter table first add column m int;`);
  await migrate(db, folder);
  // The program of before has no such file.
  await rm(join(folder, '0203_wider.sql'));
  assert.deepEqual(await migrate(db, folder), []);
  assert.deepEqual(await lookAtSchema(db, folder), { from: '0203_wider.sql', to: '0203_wider.sql', pending: [] });
  // One that knows less than the migration asks for.
  await rm(join(folder, '0202_second.sql'));
  await rm(join(folder, '0201_first.sql'));
  await write('0200_zeroth.sql', '');
  await assert.rejects(lookAtSchema(db, folder), { name: 'MigrationRefused' });
});

test('a migration that narrows is only for programs that know it', async (t) => {
  const { db, folder, write } = await emptyDatabase(t);
  await write('0203_narrower.sql', 'drop table second;');
  await migrate(db, folder);
  await rm(join(folder, '0203_narrower.sql'));
  await assert.rejects(lookAtSchema(db, folder), { message: /^The database is newer than this program: it has 0203_/ });
});

test('where nothing is pending, a role that may change no schema will do', async (t) => {
  const { db, folder } = await emptyDatabase(t);
  await migrate(db, folder);
  const lookedAt = db.transaction(async (tx) => {
    const may = 'grant usage on schema public to reader; grant select on migrations to reader';
    await tx.query({ text: `create role reader; ${may}; set local role reader` });
    assert.deepEqual((await lookAtSchema(tx, folder)).pending, []);
    await assert.rejects(tx.query({ text: 'create table mine ()' }), /permission denied/);
    // Roles belong to the whole server: this one must not stay.
    throw new Error('rolled back');
  });
  await assert.rejects(lookedAt, { message: 'rolled back' });
});

test('a table of migrations that a program before this one made is read and widened', async (t) => {
  const { db, folder, write } = await emptyDatabase(t);
  await migrate(db, folder);
  await db.query({ text: 'alter table migrations drop column programs_from' });
  assert.deepEqual((await lookAtSchema(db, folder)).pending, []);
  await write('0203_wider.sql', `${beside}create table third ();`);
  assert.deepEqual(await migrate(db, folder), ['0203_wider.sql']);
  const rows = await db.query({ text: `select programs_from from migrations where name = '0203_wider.sql'` });
  assert.deepEqual(rows, [{ programs_from: '0201' }]);
});

test('every migration after those of version 0.2.0 says which programs may run beside it', async () => {
  for (const { name, programsFrom } of await readMigrations(migrationsFolder)) {
    if (name.slice(0, 4) <= '0115') continue;
    const text = await readFile(join(migrationsFolder, name), 'utf8');
    const says = programsFrom !== null || /^-- Only programs that know it may run beside it\.$/m.test(text);
    assert.ok(
      says,
      `${name} says neither "Programs from NNNN on may run beside it." nor "Only programs that know it …"`,
    );
  }
});
