/** Ids of generations: UUIDs of version 7 that only grow, so that lists and indexes keep the order of arrival. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { nextId } from '../../src/generations/next-id.ts';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** As many as fit into a few milliseconds. */
const draw = (count: number) => Array.from({ length: count }, nextId);

test('each is a UUID of version 7 and greater than the one before', () => {
  const ids = draw(20_000);
  for (const id of ids) assert.match(id, version7);
  // More than 4,096 of one millisecond are left to chance; no machine of today makes that many.
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('its time is that of its making', () => {
  const before = Date.now();
  const made = Number.parseInt(nextId().replace('-', '').slice(0, 12), 16);
  assert.ok(made >= before && made <= Date.now(), `${made} of ${before}`);
});

test('when the clock is set back they go on growing, and stay unique when there are too many of them', (t) => {
  const last = nextId();
  mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 });
  t.after(() => mock.timers.reset());
  const ids = draw(10_000);
  assert.ok(ids[0]! > last);
  assert.deepEqual(ids.slice(0, 4_000).toSorted(), ids.slice(0, 4_000));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, version7);
});
