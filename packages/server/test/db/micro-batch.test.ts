/** Batches: who shares one, who waits, and that the next is on its way before the last is answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createMicroBatch } from '../../src/db/micro-batch.ts';
import { eventually } from '../support/eventually.ts';

/** Answers when told to; writes down what left and who was answered, in order. */
function openBatches(options: { itemsMax: number; companyMillisecondsMax?: number; enoughItems?: number }) {
  const events: string[] = [];
  const sent: PromiseWithResolvers<string[]>[] = [];
  const call = createMicroBatch<string, string>({
    itemsMax: options.itemsMax,
    companyMillisecondsMax: options.companyMillisecondsMax ?? null,
    enoughItems: options.enoughItems ?? null,
    send(items) {
      events.push(`${items.join('')} left`);
      const answer = Promise.withResolvers<string[]>();
      sent.push(answer);
      return answer.promise;
    },
  });
  const ask = (item: string) =>
    call(item).then(
      (answer) => events.push(`${item}=${answer}`),
      (fault) => events.push(`${item}: ${fault.message}`),
    );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { events, sent, ask, turn };
}

test('calls of one turn share a batch, and what waited leaves before they are answered', async () => {
  const { events, sent, ask, turn } = openBatches({ itemsMax: 8 });
  const first = [ask('a'), ask('b')];
  await turn();
  const second = [ask('c')];
  sent[0]!.resolve(['A', 'B']);
  await Promise.all(first);
  sent[1]!.resolve(['C']);
  await Promise.all(second);
  assert.deepEqual(events, ['ab left', 'c left', 'a=A', 'b=B', 'c=C']);
});

test('a batch that fails is told to its own callers only', async () => {
  const { events, sent, ask, turn } = openBatches({ itemsMax: 2 });
  const calls = [ask('a'), ask('b'), ask('c')];
  await turn();
  sent[0]!.reject(new Error('no'));
  await Promise.all(calls.slice(0, 2));
  sent[1]!.resolve(['C']);
  await Promise.all(calls);
  assert.deepEqual(events, ['ab left', 'c left', 'a: no', 'b: no', 'c=C']);
});

/** As long as the batch before took, which here is longer than what follows takes. */
const patient = 60_000;
const aLongBatch = () => pause(300);

test('whoever comes before those who were just answered waits for most of them, and they share a batch', async () => {
  const { events, sent, ask, turn } = openBatches({ itemsMax: 8, companyMillisecondsMax: patient });
  const first = [ask('a'), ask('b'), ask('c')];
  await turn();
  const early = ask('d');
  await aLongBatch();
  sent[0]!.resolve(['A', 'B', 'C']);
  await Promise.all(first);
  await turn();
  assert.deepEqual(events, ['abc left', 'a=A', 'b=B', 'c=C']);
  const again = [ask('e'), ask('f')];
  await turn();
  assert.equal(events.at(-1), 'def left');
  sent[1]!.resolve(['D', 'E', 'F']);
  await Promise.all([early, ...again]);
});

test('company that does not come is not waited for any longer', async () => {
  const { events, sent, ask, turn } = openBatches({ itemsMax: 8, companyMillisecondsMax: 20 });
  const first = [ask('a'), ask('b')];
  await turn();
  const early = ask('c');
  await aLongBatch();
  sent[0]!.resolve(['A', 'B']);
  await Promise.all(first);
  assert.equal(events.at(-1), 'b=B');
  await eventually(() => sent.length === 2);
  sent[1]!.resolve(['C']);
  await early;
  assert.deepEqual(events, ['ab left', 'a=A', 'b=B', 'c left', 'c=C']);
});

test('who had no company waits for nobody', async () => {
  const { events, sent, ask, turn } = openBatches({ itemsMax: 8, companyMillisecondsMax: patient });
  const first = ask('a');
  await turn();
  sent[0]!.resolve(['A']);
  await first;
  const second = ask('b');
  await turn();
  assert.equal(events.at(-1), 'b left');
  sent[1]!.resolve(['B']);
  await second;
});

test('enough for a batch of their own leave while one is in flight, but no third batch does', async () => {
  const { events, sent, ask, turn } = openBatches({ itemsMax: 8, enoughItems: 2 });
  const first = [ask('a')];
  await turn();
  first.push(ask('b'));
  await turn();
  assert.deepEqual(events, ['a left']);
  first.push(ask('c'));
  await turn();
  assert.deepEqual(events, ['a left', 'bc left']);
  const last = [ask('d'), ask('e')];
  await turn();
  assert.equal(sent.length, 2);
  sent[0]!.resolve(['A']);
  await eventually(() => sent.length === 3);
  assert.ok(events.includes('de left'));
  sent[1]!.resolve(['B', 'C']);
  sent[2]!.resolve(['D', 'E']);
  await Promise.all([...first, ...last]);
});

test('nobody waits for company where enough callers are about', async () => {
  const { events, sent, ask, turn } = openBatches({ itemsMax: 8, companyMillisecondsMax: patient, enoughItems: 3 });
  const first = [ask('a'), ask('b'), ask('c')];
  await turn();
  const early = ask('d');
  await aLongBatch();
  sent[0]!.resolve(['A', 'B', 'C']);
  await Promise.all(first);
  assert.ok(events.includes('d left'));
  sent[1]!.resolve(['D']);
  await early;
});
