/** Batches: who shares one, who waits, and that the next is on its way before the last is answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMicroBatch } from '../../src/db/micro-batch.ts';

/** Answers when told to; writes down what left and who was answered, in order. */
function openBatches({ itemsMax }: { itemsMax: number }) {
  const events: string[] = [];
  const sent: PromiseWithResolvers<string[]>[] = [];
  const call = createMicroBatch<string, string>({
    itemsMax,
    besideItemsMin: null,
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
  const asked = [ask('a'), ask('b'), ask('c')];
  await turn();
  sent[0]!.reject(new Error('no'));
  await Promise.all(asked.slice(0, 2));
  sent[1]!.resolve(['C']);
  await Promise.all(asked);
  assert.deepEqual(events, ['ab left', 'c left', 'a: no', 'b: no', 'c=C']);
});
