/** Cancelling what an engine elsewhere works on: it is told to stop, and the price is kept only where that engine wants its money. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announceReload, listEngines } from '../../src/engines/engines-store.ts';
import { eventually } from '../support/eventually.ts';
import { boxEntry, openBox, openRunner, reachedState } from './support/runner-bench.ts';

const routes = [{ match: {}, use: [{ engine: 'box', cost_usd: 0.2 }] }];
const path = (id: string) => `/v1/delta/generations/${id}`;

for (const { paid, kept } of [
  { paid: true, kept: 'keeps the price' },
  { paid: false, kept: 'gives the price back' },
]) {
  test(`a cancel of what ${paid ? 'a paid' : 'a free'} engine has accepted ${kept}, once, and tells it to stop`, async (t) => {
    const box = await openBox(t);
    box.script = [{ at: 'running' }];
    const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid }) }, routes });
    const { live } = bench.account;
    const before = await live.balance();
    const id = await bench.submit();
    const charged = await live.balance();
    assert.ok(charged < before);
    await reachedState(bench, id, 'accepted');

    const cancelled = await live.ask('DELETE', path(id));
    assert.deepEqual(
      [cancelled.status, cancelled.body['status'], cancelled.body['message']],
      [200, 'failed', 'CANCELLED'],
    );
    assert.equal(await live.balance(), paid ? charged : before);
    await eventually(() => box.calls.some(({ method }) => method === 'DELETE'));
    assert.equal((await live.ask('DELETE', path(id))).status, 204);
    assert.equal(await live.balance(), paid ? charged : before);
  });
}

test('a cancel of what an engine has that the file no longer names keeps the price, and tells it to stop', async (t) => {
  const [box, other] = [await openBox(t), await openBox(t)];
  box.script = [{ at: 'running' }];
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid: true }) }, routes });
  const { live } = bench.account;
  const { db } = bench.service;
  const id = await bench.submit();
  await reachedState(bench, id, 'accepted');
  const charged = await live.balance();
  await bench.file({ engines: { other: boxEntry(other) }, routes: [{ match: {}, use: [{ engine: 'other' }] }] });
  await announceReload(db);
  // Its engines are filed once they are those that are used.
  await eventually(async () => (await listEngines(db)).some(({ name }) => name === 'other'));

  assert.equal((await live.ask('DELETE', path(id))).status, 200);
  assert.equal(await live.balance(), charged);
  await eventually(() => box.calls.some(({ method }) => method === 'DELETE'));
});

test('a cancel before a paid engine was asked gives the price back, and it is never asked', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid: true, slots: 1 }) }, routes });
  const { live } = bench.account;
  const busy = await bench.submit();
  await reachedState(bench, busy, 'accepted');
  const before = await live.balance();
  const id = await bench.submit();
  assert.equal((await live.ask('DELETE', path(id))).status, 200);
  assert.equal(await live.balance(), before);
  assert.equal(box.paid.length, 1);
});
