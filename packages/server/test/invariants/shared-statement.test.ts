/** Accounts that share a statement: each pays for its own, and one that cannot pay leaves nothing behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitGenerations } from '../../src/generations/submit-store.ts';
import { audit } from '../../src/ledger/audit.ts';
import { testDatabase } from '../support/database.ts';
import { type Money, openMoney } from './support/money.ts';

/** Turns from the first one on, in the order of the ids; undefined for those that left no row. */
async function turnsOf({ db }: Money, ids: readonly string[]): Promise<(number | undefined)[]> {
  const rows = await db.query<{ id: string; turn: number }>(
    { text: 'select id, turn from generations where id = any ($1::uuid[])' },
    [ids],
  );
  const turns = new Map(rows.map(({ id, turn }) => [id, turn]));
  return ids.map((id) => turns.get(id));
}

test('of accounts in one statement, each pays its own sum and takes its own turns', async (t) => {
  const { db } = await testDatabase(t);
  const [rich, poor, third] = [await openMoney(db, 1_000), await openMoney(db, 50), await openMoney(db, 90)];
  const [a, b] = rich.prepare([10, 20]);
  const [c, d] = poor.prepare([30, 30]);
  // In one queue with another account's: an engine is shared, turns are not.
  const [e, f] = third.prepare([40, 50]).map((submit) => ({ ...submit, engine: rich.engine }));
  const batch = [a!, c!, e!, b!, d!, f!];

  const outcomes = await submitGenerations(db, batch);
  assert.deepEqual(outcomes, ['accepted', 'refused', 'accepted', 'accepted', 'refused', 'accepted']);
  const ids = batch.map(({ id }) => id);
  assert.deepEqual(await turnsOf(rich, ids), [0, undefined, 0, 1, undefined, 1]);
  assert.deepEqual([await rich.balance(), await poor.balance(), await third.balance()], [970, 50, 0]);

  await t.test('and the next ones follow on', async () => {
    const more = [...rich.prepare([1, 1]), ...poor.prepare([10])];
    assert.deepEqual(await submitGenerations(db, more), Array(3).fill('accepted'));
    const turns = await turnsOf(
      rich,
      more.map(({ id }) => id),
    );
    assert.deepEqual(turns, [2, 3, 0]);
    assert.deepEqual((await audit(db)).problems, []);
  });
});

test('batches of two accounts at once never spend more than either has', async (t) => {
  const { db } = await testDatabase(t);
  const both = [await openMoney(db, 300), await openMoney(db, 500)] as const;
  const batches = Array.from({ length: 40 }, (_, n) => [
    ...both[n % 2]!.prepare([11 + n]),
    ...both[1 - (n % 2)]!.prepare([50 - n, 7]),
  ]);
  const outcomes = await Promise.all(batches.map((batch) => submitGenerations(db, batch)));
  const left = [300, 500];
  for (const [at, batch] of batches.entries()) {
    for (const [index, { holder, price }] of batch.entries()) {
      if (outcomes[at]![index] === 'accepted') left[holder.accountId === both[0].accountId ? 0 : 1]! -= price;
    }
  }
  assert.deepEqual([await both[0].balance(), await both[1].balance()], left);
  assert.ok(left[0]! >= 0 && left[1]! >= 0 && left[0]! < 300);
  assert.deepEqual((await audit(db)).problems, []);
});
