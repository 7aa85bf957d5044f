/** Lists that are sent in PostgreSQL's own form arrive as they left. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { bigintArray, doubleArray, textArray, uuidArray } from '../../src/db/array-bytes.ts';
import { testDatabase } from '../support/database.ts';

const uuids = [randomUUID(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const texts = ['', null, 'NULL', '{"a", \\b}', '\u{1f98a} ö\n', 'x'.repeat(10_000)];
const whole = [0, null, -1, 2 ** 31, 2 ** 32, -(2 ** 40) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const doubles = [0, 0.5, -1e300, 600];

test('lists of each type arrive entry by entry, also empty ones', async (t) => {
  const { db } = await testDatabase(t);
  const statement = {
    name: 'echo_arrays',
    text: 'select $1::uuid[] as uuids, $2::text[] as texts, $3::bigint[] as whole, $4::double precision[] as doubles',
  };
  const sent = [uuidArray(uuids), textArray(texts), bigintArray(whole), doubleArray(doubles)];
  assert.deepEqual(await db.query(statement, sent), [{ uuids, texts, whole, doubles }]);
  const empty = [uuidArray([]), textArray([]), bigintArray([]), doubleArray([])];
  assert.deepEqual(await db.query(statement, empty), [{ uuids: [], texts: [], whole: [], doubles: [] }]);
});

test('what is no UUID, or no exact whole number, is refused and never sent as another', () => {
  const [good] = uuids;
  for (const wrong of ['', good!.slice(1), `${good}0`, `g${good!.slice(1)}`, `ö${good!.slice(1)}`]) {
    assert.throws(() => uuidArray([good!, wrong]), RangeError);
  }
  assert.deepEqual(uuidArray([good!.toUpperCase()]), uuidArray([good!]));
  for (const wrong of [0.5, 2 ** 53, Number.NaN]) assert.throws(() => bigintArray([wrong]), RangeError);
});
