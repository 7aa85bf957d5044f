/** The maintenance switch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { createMaintenanceWatch } from '../../src/maintenance/maintenance-watch.ts';
import { endMaintenance, listMaintenance, startMaintenance } from '../../src/maintenance/store.ts';
import { testDatabase } from '../support/database.ts';

async function millisecondsUntil(reached: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < 5000) {
    if (await reached()) return performance.now() - begun;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it did not happen within five seconds');
}

test('a family is under maintenance from the first time it was asked for until it is ended', async (t) => {
  const { db } = await testDatabase(t);
  assert.deepEqual(await listMaintenance(db), []);
  const first = await startMaintenance(db, 'beta');
  assert.deepEqual(await startMaintenance(db, 'beta'), first);
  assert.deepEqual(await listMaintenance(db), [first]);
  await endMaintenance(db, 'beta');
  await endMaintenance(db, 'beta');
  assert.deepEqual(await listMaintenance(db), []);
});

test('a running service sees the switch turned, on and off, within a second', async (t) => {
  const { db } = await testDatabase(t);
  const watch = createMaintenanceWatch({ db });
  assert.equal(await watch.isOn('beta'), false);
  await startMaintenance(db, 'beta');
  assert.ok((await millisecondsUntil(async () => watch.isOn('beta'))) < 1000);
  assert.equal(await watch.isOn('gamma'), false);
  await endMaintenance(db, 'beta');
  assert.ok((await millisecondsUntil(async () => !(await watch.isOn('beta')))) < 1000);
});

test('a thousand submits ask the database once', async (t) => {
  const { db } = await testDatabase(t);
  let statements = 0;
  const counting: Db = {
    ...db,
    query: ((statement, values) => {
      statements += 1;
      return db.query(statement, values);
    }) as Db['query'],
  };
  const watch = createMaintenanceWatch({ db: counting });
  await Promise.all(Array.from({ length: 1000 }, () => watch.isOn('beta')));
  assert.equal(await watch.isOn('beta'), false);
  assert.equal(statements, 1);
});
