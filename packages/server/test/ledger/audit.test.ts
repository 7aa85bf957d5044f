/** Grants, and an audit that finds every kind of damage. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { audit } from '../../src/ledger/audit.ts';
import { balanceOf, balancesOf } from '../../src/ledger/balance.ts';
import { grant } from '../../src/ledger/deposit.ts';
import { testDatabase } from '../support/database.ts';
import { accountIn, enter, generationIn } from './support/rows.ts';

async function withoutGuards(db: Db, work: () => Promise<unknown>): Promise<void> {
  await db.query({ text: `drop index ledger_entries_once` });
  for (const table of ['ledger_entries', 'generations'])
    await db.query({ text: `alter table ${table} disable trigger all` });
  await work();
}

test('a grant is an entry and a balance, and many at once all count', async (t) => {
  const { db } = await testDatabase(t);
  const accountId = await accountIn(db, 0);
  const deposit = { accountId, amount: 12_345, reason: 'thanks' };
  await Promise.all(Array.from({ length: 8 }, () => db.transaction((tx) => grant(tx, deposit))));
  assert.equal(await balanceOf(db, accountId), 8 * 12_345);
  assert.equal((await balancesOf(db, [accountId, randomUUID()])).size, 1);
  assert.equal((await audit(db)).ok, true);
});

test('a grant of nothing, of less, of a fraction, or to nobody is refused and leaves nothing', async (t) => {
  const { db } = await testDatabase(t);
  const accountId = await accountIn(db, 0);
  for (const amount of [0, -1, 0.5, Number.NaN]) {
    await assert.rejects(
      db.transaction((tx) => grant(tx, { accountId, amount, reason: '' })),
      RangeError,
    );
  }
  await assert.rejects(
    db.transaction((tx) => grant(tx, { accountId: randomUUID(), amount: 1, reason: '' })),
    /no account/,
  );
  await assert.rejects(balanceOf(db, randomUUID()), /no account/);
  assert.deepEqual(await audit(db), { ok: true, accounts: 2, entries: 1, generations: 0, problems: [] });
});

test('the audit agrees with generations in every state', async (t) => {
  const { db } = await testDatabase(t);
  const accountId = await accountIn(db, 10_000);
  for (const status of ['pending', 'completed', 'failed'] as const) await generationIn(db, accountId, status);
  assert.deepEqual(await audit(db), { ok: true, accounts: 2, entries: 6, generations: 3, problems: [] });
  assert.equal(await balanceOf(db, accountId), 10_000 - 400);
});

interface Scene {
  db: Db;
  accountId: string;
  otherId: string;
  pending: string;
  completed: string;
  failed: string;
}

const damages: [what: string, kinds: string[], plant: (scene: Scene) => Promise<unknown>][] = [
  [
    'a balance that was edited',
    ['balance'],
    ({ db, accountId }) => db.query({ text: `update accounts set balance = balance + 1 where id = $1` }, [accountId]),
  ],
  [
    'an entry that was edited',
    ['balance'],
    ({ db, accountId }) =>
      db.query({ text: `update ledger_entries set amount = amount - 1 where account_id = $1 and kind = 'grant'` }, [
        accountId,
      ]),
  ],
  [
    'a charge that is missing',
    ['balance'],
    ({ db, completed }) => db.query({ text: `delete from generations where id = $1` }, [completed]),
  ],
  [
    'a price that was edited',
    ['balance', 'refund'],
    ({ db, failed }) => db.query({ text: `update generations set price = 199 where id = $1` }, [failed]),
  ],
  [
    'a refund that was made twice',
    ['refund'],
    ({ db, accountId, failed }) => enter(db, { accountId, kind: 'refund', amount: 200, generationId: failed }),
  ],
  [
    'a refund of another amount',
    ['refund'],
    async ({ db, accountId, failed }) => {
      await db.query({ text: `update ledger_entries set amount = 150 where generation_id = $1` }, [failed]);
      await db.query({ text: `update accounts set balance = balance - 50 where id = $1` }, [accountId]);
    },
  ],
  [
    'a refund of a generation that completed',
    ['refund'],
    ({ db, accountId, completed }) => enter(db, { accountId, kind: 'refund', amount: 200, generationId: completed }),
  ],
  [
    'a refund of a generation that still waits',
    ['refund'],
    ({ db, accountId, pending }) => enter(db, { accountId, kind: 'refund', amount: 200, generationId: pending }),
  ],
  [
    'an entry without its generation',
    ['stray_entry'],
    ({ db, accountId }) => enter(db, { accountId, kind: 'refund', amount: 200, generationId: randomUUID() }),
  ],
  [
    'an entry without its account',
    ['stray_entry'],
    ({ db }) => enter(db, { accountId: randomUUID(), kind: 'grant', amount: 5, generationId: null }),
  ],
  [
    'a charge without its account',
    ['balance', 'stray_entry'],
    ({ db, pending }) => db.query({ text: `update generations set account_id = $2 where id = $1` }, [pending, pending]),
  ],
  [
    "a refund to another account than the generation's",
    ['stray_entry'],
    async ({ db, accountId, otherId, failed }) => {
      await db.query({ text: `update ledger_entries set account_id = $2 where generation_id = $1` }, [failed, otherId]);
      await db.query({ text: `update accounts set balance = balance - 200 where id = $1` }, [accountId]);
      await db.query({ text: `update accounts set balance = balance + 200 where id = $1` }, [otherId]);
    },
  ],
];

for (const [what, kinds, plant] of damages) {
  test(`the audit finds ${what}`, async (t) => {
    const { db } = await testDatabase(t);
    const accountId = await accountIn(db, 10_000);
    const otherId = await accountIn(db, 10_000);
    const scene = {
      db,
      accountId,
      otherId,
      pending: await generationIn(db, accountId, 'pending'),
      completed: await generationIn(db, accountId, 'completed'),
      failed: await generationIn(db, accountId, 'failed'),
    };
    await withoutGuards(db, () => plant(scene));
    const { ok, problems } = await audit(db);
    assert.equal(ok, false);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      kinds,
    );
    for (const { sentence, id } of problems) assert.ok(sentence.includes(id) && sentence.endsWith('.'), sentence);
  });
}
