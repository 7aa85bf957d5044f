/** The watch on free space. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSpaceWatch, defaultSpaceLimits } from '../../src/media/disk-space.ts';

const gibibyte = 2 ** 30;

test('the disk is nearly full below 1 GiB, or below 5 % of a small disk', async () => {
  const cases: [number, number, boolean][] = [
    [100, 1.001, false],
    [100, 0.999, true],
    [1_000, 0.999, true],
    [10, 0.501, false],
    [10, 0.499, true],
    [10, 0, true],
  ];
  for (const [total, free, expected] of cases) {
    const stores = { room: async () => ({ freeBytes: free * gibibyte, totalBytes: total * gibibyte }) };
    const watch = await createSpaceWatch({ stores, limits: defaultSpaceLimits, everyMilliseconds: 60_000 });
    assert.equal(watch.nearlyFull(), expected, `${free} of ${total} GiB`);
    watch.stop();
  }
});

test('the watch looks again by itself, and a store that cannot tell counts as full', async () => {
  let looks = 0;
  const looked = Promise.withResolvers<void>();
  const stores = {
    room: async () => {
      looks += 1;
      if (looks === 2) {
        looked.resolve();
        throw new Error('gone');
      }
      return { freeBytes: 50 * gibibyte, totalBytes: 100 * gibibyte };
    },
  };
  const watch = await createSpaceWatch({ stores, limits: defaultSpaceLimits, everyMilliseconds: 5 });
  assert.equal(watch.nearlyFull(), false);
  const alive = setInterval(() => {}, 1_000);
  await looked.promise;
  watch.stop();
  clearInterval(alive);
  await new Promise(setImmediate);
  assert.equal(watch.nearlyFull(), true);
  await watch.look();
  assert.equal(watch.nearlyFull(), false);
});
