/** What nobody is told of, because the process died between its commit and the word, is found all the same, in seconds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Poll } from '../../src/engines/engine.ts';
import { leaveOrder, never, openFarm, openPullBench, picture } from './support/pull-bench.ts';

/** Nobody would wait so long who is told; who looks by himself is done well before. */
const patienceSeconds = 60;

test('an order that nobody was told of is given to a worker that waits, and its end comes to light', async (t) => {
  const { service, worker } = await openPullBench(t);
  const died = { ...service.db, tell: () => {} };
  const deaf = { listening: async () => {}, on: () => () => {}, stop: async () => {} };
  const engine = await (await openFarm(t, { ...service, db: died }, deaf))('farm');
  const hand = await worker();
  const waiting = hand.claim(patienceSeconds / 2);
  const handle = await leaveOrder(engine);
  const claimed = await waiting;
  assert.deepEqual([claimed.status, claimed.body['id']], [200, handle['id']]);

  const seen: Poll['state'][] = [];
  const watching = engine.watch!(handle, ({ state }) => seen.push(state), AbortSignal.timeout(patienceSeconds * 1_000));
  const polling = engine.poll(handle, { waitSeconds: patienceSeconds, signal: never });
  assert.equal((await hand.output(claimed.body['id'] as string, await picture())).status, 200);
  const endedAt = performance.now();
  assert.equal((await polling).state, 'succeeded');
  await watching;
  assert.equal(seen.at(-1), 'succeeded');
  const seconds = (performance.now() - endedAt) / 1_000;
  assert.ok(seconds < patienceSeconds / 2, `the end came to light after ${seconds} s`);
});
