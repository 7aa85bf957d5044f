/** What is known of a watched account: changes are told once, and everything that may still change comes up for a look. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownStates } from '../../src/http/api/events/known-states.ts';

const named = (count: number) => Array.from({ length: count }, (_none, n) => String(n).padStart(6, '0'));

test('a change is told once, and what is taken silently is none', () => {
  const known = createKnownStates();
  known.take([{ id: 'a', state: 'waiting', ended: false }]);
  assert.deepEqual(known.note([{ id: 'a', state: 'waiting', ended: false }]), []);
  assert.deepEqual(known.note([{ id: 'a', state: 'done', ended: true }]), ['a']);
  assert.deepEqual(known.note([{ id: 'a', state: 'done', ended: true }]), []);
  known.take([{ id: 'a', state: 'waiting', ended: false }]);
  assert.deepEqual(known.toCheck(10), [], 'what has ended stays ended');
});

test('however many there are, each comes up, the oldest every time', () => {
  const known = createKnownStates();
  const ids = named(5_000);
  known.take(ids.map((id) => ({ id, state: 'waiting', ended: false })));
  const seen = new Set<string>();
  for (let look = 0; look < 10; look += 1) {
    const checked = known.toCheck(1_000);
    assert.ok(checked.length <= 1_000);
    assert.deepEqual(checked.slice(0, 500), ids.slice(0, 500));
    for (const id of checked) seen.add(id);
  }
  assert.equal(seen.size, ids.length);
  assert.deepEqual(known.oldestIn('waiting', 2), ids.slice(0, 2));
});

test('memory has an end: the oldest that have ended are forgotten first', () => {
  const known = createKnownStates();
  const ids = named(30_000);
  known.take([{ id: 'open', state: 'waiting', ended: false }]);
  for (const id of ids) known.note([{ id, state: 'done', ended: true }]);
  const again = known.note(ids.slice(-20_000).map((id) => ({ id, state: 'done', ended: true })));
  assert.deepEqual(again, []);
  assert.deepEqual(known.note([{ id: ids[0]!, state: 'done', ended: true }]), [ids[0]]);
  assert.deepEqual(known.toCheck(1), ['open']);
});
