/** The maintenance switch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { createMaintenanceWatch } from '../../src/maintenance/maintenance-watch.ts';
import { endMaintenance, listMaintenance, startMaintenance } from '../../src/maintenance/store.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

/** A second is promised; beside other work a look may come late. */
const promisedMilliseconds = 1_000;
const slack = 3;

async function assertSoon(reached: () => Promise<boolean>): Promise<void> {
  const begun = performance.now();
  await eventually(reached);
  const waited = performance.now() - begun;
  assert.ok(waited < slack * promisedMilliseconds, `it took ${waited} ms`);
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
  await assertSoon(() => watch.isOn('beta'));
  assert.equal(await watch.isOn('gamma'), false);
  await endMaintenance(db, 'beta');
  await assertSoon(async () => !(await watch.isOn('beta')));
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
