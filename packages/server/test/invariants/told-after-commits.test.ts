/** Whoever waits is told after the commit of what he waits for, never in it; and comes to know it when nobody tells. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { closeBreaker, drainEngine, fileEngines, noteFailure } from '../../src/engines/engines-store.ts';
import { admitDelayed, claimGenerations } from '../../src/generations/queue-store.ts';
import { submitGenerations } from '../../src/generations/submit-store.ts';
import {
  cancelJob,
  claimJob,
  failJob,
  giveBackJob,
  insertJob,
  releaseVanished,
  renewJob,
} from '../../src/pull/jobs-store.ts';
import { createEngineKey, revokeEngineKey } from '../../src/pull/keys.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { keptBack, openMoney } from './support/money.ts';
import { hearNotifications } from './support/notifications.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));

test('no statement notifies and changes something: each that notifies does nothing else', async () => {
  let notifying = 0;
  for await (const file of glob('**/*.ts', { cwd: source })) {
    const text = readFileSync(join(source, file), 'utf8');
    for (const { index } of text.matchAll(/pg_notify\(/g)) {
      notifying += 1;
      assert.match(text.slice(0, index), /text: '(?:select )$/, `${file} notifies inside of a statement`);
    }
  }
  assert.ok(notifying > 3);
});

test('no function of the database notifies, as it would do so in a commit', async (t) => {
  const { db } = await testDatabase(t);
  const notifying = {
    text: `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* 'notify'`,
  };
  assert.deepEqual(await db.query(notifying), []);
});

test('no step of a pull job notifies in its commit; workers and followers are told after it', async (t) => {
  const { db, died, quiet } = await hearNotifications(t, ['pull_jobs', 'pull_work', 'pull_keys']);
  const { id: keyId } = await db.transaction((tx) => createEngineKey(tx, 'farm'));
  const job = async () => {
    const id = randomUUID();
    await insertJob(died, {
      id,
      engine: 'farm',
      accountId: randomUUID(),
      body: '{}',
      outputKind: 'image',
      paid: false,
      secondsLeft: 600,
    });
    await quiet(['pull_work farm']);
    return { id, keyId };
  };
  const claim = async ({ id }: { id: string }) => {
    assert.deepEqual(await claimJob(died, keyId, 60), { claim: 'job', id, body: '{}' });
    await quiet([`pull_jobs ${id}`]);
  };

  const first = await job();
  await claim(first);
  await giveBackJob(died, first);
  await quiet(['pull_work farm', `pull_jobs ${first.id}`]);
  await claim(first);
  // A worker may write the id as it likes.
  const shouted = { ...first, id: first.id.toUpperCase() };
  assert.equal(await renewJob(died, shouted, { progress: 10, leaseSeconds: 60 }), true);
  await quiet([`pull_jobs ${first.id}`]);
  assert.equal(await renewJob(died, first, { progress: 10, leaseSeconds: 60 }), true);
  await quiet([]);
  assert.equal(await failJob(died, shouted, { class: 'internal', message: 'no' }), true);
  await quiet([`pull_jobs ${first.id}`]);
  assert.equal(await failJob(died, first, { class: 'internal', message: 'no' }), false);
  assert.equal(await claimJob(died, keyId, 60).then(({ claim: what }) => what), 'nothing');
  await quiet([]);

  const second = await job();
  assert.equal(await cancelJob(died, second.id), true);
  await quiet([`pull_jobs ${second.id}`]);
  const third = await job();
  await claim(third);
  assert.ok(await died.transaction((tx) => revokeEngineKey(tx, keyId.toUpperCase())));
  await quiet([`pull_keys ${keyId}`]);
  assert.equal(await releaseVanished(died), 'done');
  await quiet([`pull_jobs ${third.id}`, 'pull_work farm']);
});

test('what becomes of an engine notifies nobody in its commit', async (t) => {
  const { db, died, quiet } = await hearNotifications(t, ['engines']);
  await fileEngines(db, [{ name: 'box', kind: 'http', paid: false, slots: 1, dailyCapUsd: null }]);
  assert.equal(await drainEngine(died, 'box'), true);
  await quiet(['engines box']);
  assert.equal(await drainEngine(died, 'nobody'), false);
  const about = { fault: { class: 'internal', message: 'no' }, failuresMax: 2, openSeconds: 60 } as const;
  await noteFailure(died, 'box', about);
  await quiet([]);
  await noteFailure(died, 'box', about);
  await quiet(['engines box']);
  assert.equal(await died.transaction((tx) => closeBreaker(tx, 'box')), true);
  await quiet(['engines box']);
});

test('jobs that were kept back join the queue without a word in that commit', async (t) => {
  const { db, died, quiet } = await hearNotifications(t, ['work']);
  const money = await openMoney(db, 1_000);
  const late = () => money.prepare(10).map((submit) => keptBack(submit, 0.001));
  await submitGenerations(db, [...late(), ...late()]);
  await quiet([]);
  await eventually(async () => (await admitDelayed(died)) === 2);
  await quiet([`work ${money.engine}`]);
  const claimed = await claimGenerations(db, money.engine, { worker: 'a worker', limit: 5, leaseSeconds: 60 });
  assert.equal(claimed.length, 2);
});
