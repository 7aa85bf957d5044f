/** What other tests rely on: a database of their own, quickly, with the real schema, gone afterwards. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';

test('each test has a database of its own with the real schema, gone when it is over', async (t) => {
  const watcher = await testDatabase(t);
  let name = '';
  await t.test('a test that leaves a session behind', async (inner) => {
    const { db, url } = await testDatabase(inner);
    name = new URL(url).pathname.slice(1);
    const migrations = { text: 'select name from migrations' };
    assert.deepEqual(await db.query(migrations), await watcher.db.query(migrations));
    await db.query({ text: 'create table mine ()' });
    const forgotten = openDb({ url }, { applicationName: 'forgotten', log: createSilentLog() });
    await forgotten.query({ text: 'select 1' });
    t.after(() => forgotten.close());
  });
  assert.deepEqual(await watcher.db.query({ text: `select to_regclass('mine') as mine` }), [{ mine: null }]);
  const left = await watcher.db.query({ text: 'select from pg_database where datname = $1' }, [name]);
  assert.deepEqual(left, []);
});
