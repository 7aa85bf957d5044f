/** The maintenance switch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { createMaintenanceWatch } from '../../src/maintenance/maintenance-watch.ts';
import { endMaintenance, listMaintenance, startMaintenance } from '../../src/maintenance/store.ts';
import { testDatabase } from '../support/database.ts';

const promisedMilliseconds = 1_000;

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
  let moment = performance.now();
  t.mock.method(performance, 'now', () => moment);
  const watch = createMaintenanceWatch({ db });
  // Whatever is told meanwhile, asking again must not keep what was known alive.
  const askForASecond = async () => {
    const end = moment + promisedMilliseconds;
    for (; moment < end; moment += promisedMilliseconds / 10) await watch.isOn('beta');
    moment = end;
  };
  assert.equal(await watch.isOn('beta'), false);
  await startMaintenance(db, 'beta');
  await askForASecond();
  assert.equal(await watch.isOn('beta'), true);
  assert.equal(await watch.isOn('gamma'), false);
  await endMaintenance(db, 'beta');
  await askForASecond();
  assert.equal(await watch.isOn('beta'), false);
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
