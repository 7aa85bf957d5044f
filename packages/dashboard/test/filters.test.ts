import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Arrival,
  belongs,
  galleryAddress,
  readFilters,
  withFilters,
} from '../src/screens/generations/filter-words.ts';

const fox: Arrival = {
  id: '0199f000-0000-7000-8000-000000000001',
  family: 'beta',
  status: 'pending',
  prompt: 'A Red fox',
  key: { id: 'key-1' },
  created_at: '2026-11-15T08:00:00.000Z',
};

test('filters are read from the address and nothing else is', () => {
  assert.deepEqual(readFilters('family=beta&status=&mode=sandbox&text=red%20fox'), { family: 'beta', text: 'red fox' });
});

test('a changed filter leaves the rest of the address alone', () => {
  assert.equal(withFilters('mode=sandbox&family=beta', { family: 'gamma' }), '?mode=sandbox&family=gamma');
  assert.equal(withFilters('mode=sandbox&family=beta', { family: '' }), '?mode=sandbox');
  assert.equal(withFilters('family=beta', { family: undefined }), '');
});

test('a filter that is told late changes the address of now, and none outside the gallery', () => {
  const at = (pathname: string) => galleryAddress({ pathname, search: '?mode=live' }, { text: 'boat' });
  assert.equal(at('/'), '/?mode=live&text=boat');
  assert.equal(at('/generations/7'), '/generations/7?mode=live&text=boat');
  assert.equal(at('/balance'), null);
});

test('a newcomer belongs into the list exactly when every filter takes it', () => {
  const taken = [
    {},
    { family: 'beta' },
    { status: 'pending' },
    { key: 'key-1' },
    { text: 'red FOX' },
    { text: '0199f000' },
    { from: '2026-11-15' },
    { to: '2026-11-15' },
    { from: '2026-11-15', to: '2026-11-15', family: 'beta' },
  ];
  const left = [
    { family: 'alpha' },
    { status: 'failed' },
    { key: 'key-2' },
    { text: 'hare' },
    { from: '2026-11-16' },
    { to: '2026-11-14' },
    { family: 'beta', status: 'failed' },
  ];
  assert.deepEqual(
    taken.filter((filters) => !belongs(fox, filters)),
    [],
  );
  assert.deepEqual(
    left.filter((filters) => belongs(fox, filters)),
    [],
  );
});
