/** Migrations: applied once, in order, by whoever comes first, and refused when files and database disagree. */

import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/db/migrate.ts';
import { testDatabase } from '../support/database.ts';
import { scratchFolder } from './support/scratch.ts';
import { runToEnd } from './support/spawned-user.ts';

/** A database without our own schema, and a folder of migrations to apply to it. */
async function emptyDatabase(t: TestContext) {
  const { db, url } = await testDatabase(t);
  await db.query({ text: 'drop schema public cascade; create schema public' });
  const folder = await scratchFolder();
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('0201_first.sql', 'create table first (n int); insert into first values (1);');
  await write('0202_second.sql', 'alter table first add column second int;');
  return { db, url, folder, write };
}

test('migrations are applied in order, once', async (t) => {
  const { db, folder, write } = await emptyDatabase(t);
  assert.deepEqual(await migrate(db, folder), ['0201_first.sql', '0202_second.sql']);
  assert.deepEqual(await migrate(db, folder), []);
  await write('0203_third.sql', 'create table third ();');
  assert.deepEqual(await migrate(db, folder), ['0203_third.sql']);
  assert.deepEqual(await db.query({ text: 'select n, second from first' }), [{ n: 1, second: null }]);
});

test('a migration that fails leaves nothing of itself, and those before it stay', async (t) => {
  const { db, folder, write } = await emptyDatabase(t);
  await write('0203_broken.sql', 'create table half (); select 1 / 0;');
  await assert.rejects(migrate(db, folder), { code: '22012' });
  const tables = await db.query({ text: `select to_regclass('half') as half, to_regclass('first')::text as first` });
  assert.deepEqual(tables, [{ half: null, first: 'first' }]);
  assert.deepEqual(await db.query({ text: 'select count(*) from migrations' }), [{ count: 2 }]);
});

test('four processes that migrate at once apply each migration once', async (t) => {
  const { db, url, folder, write } = await emptyDatabase(t);
  await write('0203_slow.sql', 'select pg_sleep(0.2); create table third ();');
  const program = fileURLToPath(new URL('./support/migrating.ts', import.meta.url));
  const answers = await Promise.all([1, 2, 3, 4].map(() => runToEnd(t, [program, url, folder])));
  const applied = answers.flatMap((answer) => JSON.parse(answer));
  assert.deepEqual(applied.sort(), ['0201_first.sql', '0202_second.sql', '0203_slow.sql']);
  assert.deepEqual(await db.query({ text: 'select count(*) from first' }), [{ count: 1 }]);
});

test('other line ends are no change', async (t) => {
  const { db, folder, write } = await emptyDatabase(t);
  await write('0203_lines.sql', 'create table\nthird ();\n');
  await migrate(db, folder);
  await write('0203_lines.sql', 'create table\r\nthird ();\r\n');
  assert.deepEqual(await migrate(db, folder), []);
});

const misfits = [
  {
    name: 'an applied migration that has changed is refused',
    change: ({ write }: Changes) => write('0202_second.sql', 'alter table first add column other int;'),
    message: /^0202_second\.sql has changed since it was applied\.$/,
  },
  {
    name: 'an applied migration whose file is missing is refused',
    change: ({ folder }: Changes) => rm(join(folder, '0201_first.sql')),
    message: /^0201_first\.sql was applied to the database, but its file is missing\.$/,
  },
  {
    name: 'a database newer than the program is refused',
    change: ({ folder }: Changes) => rm(join(folder, '0202_second.sql')),
    message: /^The database is newer than this program: it has 0202_second\.sql, the last known is 0201_first\.sql\.$/,
  },
  {
    name: 'a migration numbered before an applied one is refused',
    change: ({ write }: Changes) => write('0200_late.sql', 'create table late ();'),
    message: /^0200_late\.sql comes before 0201_first\.sql, which was already applied: number it higher\.$/,
  },
  {
    name: 'two migrations with one number are refused',
    change: ({ write }: Changes) => write('0202_other.sql', 'create table other ();'),
    message: /have the same number/,
  },
  {
    name: 'a migration without a number is refused',
    change: ({ write }: Changes) => write('third.sql', 'create table third ();'),
    message: /must look like 0001_name\.sql/,
  },
];

interface Changes {
  folder: string;
  write(name: string, text: string): Promise<void>;
}

for (const { name, change, message } of misfits) {
  test(name, async (t) => {
    const { db, folder, write } = await emptyDatabase(t);
    await migrate(db, folder);
    await change({ folder, write });
    await assert.rejects(migrate(db, folder), { name: 'MigrationRefused', message });
  });
}

test('a migration of this program that one of another has overtaken is refused, also where that lets older programs run', async (t) => {
  const { db, folder, write } = await emptyDatabase(t);
  await write('0204_theirs.sql', '-- Programs from 0202 on may run beside it.\nselect 1;');
  await migrate(db, folder);
  await rm(join(folder, '0204_theirs.sql'));
  assert.deepEqual(await migrate(db, folder), []);
  await write('0203_ours.sql', 'create table ours ();');
  const message = '0203_ours.sql comes before 0204_theirs.sql, which was already applied: number it higher.';
  await assert.rejects(migrate(db, folder), { name: 'MigrationRefused', message });
});
