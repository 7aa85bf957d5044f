/** Render slots go round the accounts, and whoever gives up leaves no gap. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRenderSlots } from '../../src/queue/render-slots.ts';

const { signal } = new AbortController();

test('accounts take turns, and a long queue of one does not hold up another', async () => {
  const turns = createRenderSlots(1);
  const order: string[] = [];
  const renders = [...'aaaabbc'].map(async (account) => {
    const giveBack = await turns.take(account, signal);
    order.push(account);
    giveBack();
  });
  await Promise.all(renders);
  assert.equal(order.join(''), 'aabcaba');
});

test('whoever stops waiting loses the position, not the slot', async () => {
  const turns = createRenderSlots(1);
  const giveBack = await turns.take('a', signal);
  const impatient = new AbortController();
  const givenUp = turns.take('b', impatient.signal);
  const patient = turns.take('b', signal);
  impatient.abort(new Error('enough'));
  await assert.rejects(givenUp, /enough/);
  giveBack();
  giveBack();
  const next = await patient;
  let second = false;
  const waiting = turns.take('c', signal).then(() => {
    second = true;
  });
  await new Promise(setImmediate);
  assert.equal(second, false, 'giving back twice must not make a second slot');
  next();
  await waiting;
});

test('never more than the slots are out, and everyone is served', async () => {
  const scripts = fc.array(
    fc.record({ account: fc.constantFrom('a', 'b', 'c'), ticks: fc.nat(3), givesUp: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), scripts, async (slots, script) => {
      const turns = createRenderSlots(slots);
      let out = 0;
      let served = 0;
      const renders = script.map(async ({ account, ticks, givesUp }) => {
        const leaving = new AbortController();
        const taken = turns.take(account, leaving.signal).catch(() => undefined);
        if (givesUp) leaving.abort();
        const giveBack = await taken;
        served += 1;
        if (giveBack === undefined) return;
        out += 1;
        assert.ok(out <= slots);
        for (let i = 0; i < ticks; i += 1) await Promise.resolve();
        out -= 1;
        giveBack();
      });
      await Promise.all(renders);
      assert.equal(served, script.length);
    }),
    { numRuns: 100 },
  );
});
