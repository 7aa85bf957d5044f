import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type Arrival,
  belongs,
  galleryAddress,
  readFilters,
  withFilters,
  withMoments,
} from '../src/screens/generations/filter-words.ts';
import { noneFitsWords } from '../src/screens/generations/none-fits-words.ts';

process.env['TZ'] = 'UTC';

function inZone(t: TestContext, zone: string): void {
  process.env['TZ'] = zone;
  t.after(() => {
    process.env['TZ'] = 'UTC';
  });
}

const fox: Arrival = {
  id: '0199f000-0000-7000-8000-000000000001',
  family: 'beta',
  status: 'pending',
  failure_code: null,
  prompt: 'A Red fox',
  key: { id: 'key-1' },
  created_at: '2026-11-15T08:00:00.000Z',
};

test('filters are read from the address and nothing else is', () => {
  assert.deepEqual(readFilters('family=beta&status=&mode=sandbox&text=red%20fox'), { family: 'beta', text: 'red fox' });
});

test('what is neither a day nor a time is no filter', () => {
  for (const said of ['banana', '2026-02-31', '2026-13-01', '2026-11', 'yesterday, or so', '\u{fffd}']) {
    assert.deepEqual(readFilters(new URLSearchParams({ from: said, to: said, text: said }).toString()), { text: said });
  }
  const days = { from: '2028-02-29', to: '2026-11-15T08:00:00Z' };
  assert.deepEqual(readFilters(new URLSearchParams(days).toString()), days);
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

test('what somebody cancelled is not among what failed, and the service is asked so', () => {
  const failed = { ...fox, status: 'failed', failure_code: 'API_ERROR' };
  const cancelled = { ...fox, status: 'failed', failure_code: 'CANCELLED' };
  assert.deepEqual([belongs(failed, { status: 'failed' }), belongs(failed, { status: 'cancelled' })], [true, false]);
  assert.deepEqual(
    [belongs(cancelled, { status: 'failed' }), belongs(cancelled, { status: 'cancelled' })],
    [false, true],
  );
  assert.deepEqual(withMoments({ status: 'failed' }), { status: 'faulted' });
  assert.deepEqual(withMoments({ status: 'cancelled' }), { status: 'cancelled' });
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

test('a day of the address is a day of the reader, for the service and for newcomers', (t) => {
  inZone(t, 'Pacific/Kiritimati');
  const day = { from: '2026-11-16', to: '2026-11-16', family: 'beta' };
  const moments = { from: '2026-11-15T10:00:00.000Z', to: '2026-11-16T10:00:00.000Z', family: 'beta' };
  assert.deepEqual(withMoments(day), moments);
  const taken = (time: string) => belongs({ ...fox, created_at: `2026-11-${time}Z` }, day);
  assert.deepEqual(['15T09:59:59.999', '15T10:00:00.000', '16T09:59:59.999', '16T10:00:00.000'].map(taken), [
    false,
    true,
    true,
    false,
  ]);
});

test('a day on which the clocks change ends at its own midnight', (t) => {
  inZone(t, 'Europe/Berlin');
  assert.deepEqual(withMoments({ from: '2026-10-25', to: '2026-10-25' }), {
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  });
});

test('what is no day is left to the service', () => {
  for (const from of ['2026-11-15T08:00:00Z', '2026-02-31', 'yesterday', '2026-11']) {
    assert.deepEqual(withMoments({ from }), { from });
  }
});

test('an empty list says in words which filters are on', () => {
  const year = new Date().getFullYear();
  const said = (filters: Parameters<typeof noneFitsWords>[0]) => noneFitsWords(filters, 'Marketing');
  assert.equal(
    said({ status: 'failed', family: 'delta', from: `${year}-11-09` }),
    'No failed generations of delta since Nov 9',
  );
  assert.equal(said({ status: 'pending', text: 'red fox' }), 'No queued generations with “red fox”');
  assert.equal(
    said({ key: 'key-1', from: `${year}-03-01`, to: `${year}-03-02` }),
    'No generations by the key “Marketing” from Mar 1 to Mar 2',
  );
  assert.equal(said({ from: '2020-02-29', to: '2020-02-29' }), 'No generations on Feb 29, 2020');
});
