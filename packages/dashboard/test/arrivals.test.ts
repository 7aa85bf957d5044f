import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdBack, missingFrom, newerThan, putIn } from '../src/screens/generations/arrivals.ts';

const one = (id: string, status = 'pending') => ({
  id,
  status,
  failure_code: null,
  family: 'beta',
  prompt: id,
  key: { id: 'k' },
  created_at: '2026-11-15T08:00:00.000Z',
});
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('');
const items = ['h', 'f', 'd'].map((id) => one(id));

test('of two submits at once, the older that is seen second is put in too', () => {
  const missing = missingFrom({ items, isWhole: false, filters: {} }, [one('i'), one('g'), one('f')]);
  assert.equal(ids(missing), 'ig');
  assert.equal(ids(putIn([{ items }], missing)[0]!.items), 'ihgfd');
});

test('what lies below the loaded part waits for its page, unless there is none', () => {
  assert.equal(ids(missingFrom({ items, isWhole: false, filters: {} }, [one('b')])), '');
  assert.equal(ids(missingFrom({ items, isWhole: true, filters: {} }, [one('b')])), 'b');
  assert.equal(ids(missingFrom({ items: [], isWhole: true, filters: {} }, [one('b')])), 'b');
});

test('what the filters leave out is not missing', () => {
  assert.equal(ids(missingFrom({ items, isWhole: true, filters: { status: 'failed' } }, [one('z')])), '');
  assert.equal(ids(missingFrom({ items, isWhole: true, filters: { status: 'failed' } }, [one('z', 'failed')])), 'z');
});

test('each newcomer goes into the page of its time, once, and the pages before are left as they were', () => {
  const pages = [{ items: [one('h'), one('f')] }, { items: [one('d'), one('b')] }];
  const next = putIn(pages, [one('i'), one('c'), one('a'), one('d')]);
  assert.deepEqual(
    next.map((page) => ids(page.items)),
    ['ihf', 'dcba'],
  );
  assert.equal(ids(pages[0]!.items), 'hf');
  assert.deepEqual(putIn([], [one('a')]), []);
});

test('what is held back shows its newest state when it is let in', () => {
  const held = holdBack([one('i')], [one('i', 'failed'), one('j')], { arrivals: [one('i', 'failed'), one('j')] });
  assert.deepEqual(
    held.map(({ id, status }) => `${id} ${status}`),
    ['j pending', 'i failed'],
  );
});

test('what stands above the newest that may be shown is counted, also where that one is gone', () => {
  assert.equal(newerThan(items, null), 0);
  assert.equal(newerThan(items, 'h'), 0);
  assert.equal(newerThan(items, 'e'), 2);
  assert.equal(newerThan([], 'e'), 0);
});
