/** Cancelling what an engine elsewhere works on: it is told to stop, and the price is kept only where that engine wants its money. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
