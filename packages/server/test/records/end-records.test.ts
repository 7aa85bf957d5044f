/** Records that are older than they are kept: they go by whole months, and every balance, sum and list stays true. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { audit } from '../../src/ledger/audit.ts';
import { balanceOf } from '../../src/ledger/balance.ts';
import { listEntries } from '../../src/ledger/history-store.ts';
import { spendingSince } from '../../src/ledger/spending.ts';
import { earlierNow, endOfRecords, endOldRecords } from '../../src/records/end-records.ts';
import { accountIn, generationIn, price } from '../ledger/support/rows.ts';
import { testDatabase } from '../support/database.ts';

const now = () => new Date('2026-11-17T12:00:00Z');
const dayMilliseconds = 86_400_000;

async function endAll(db: Db, recordsDays: number | null): Promise<void> {
  while ((await endOldRecords({ db, now: async () => now(), recordsDays })) === 'more');
}

const idsOf = async (db: Db) =>
  (await db.query<{ id: string }>({ text: 'select id from generations order by id' })).map(({ id }) => id);

test('whole months end, and none before its last day was kept long enough', () => {
  assert.deepEqual(endOfRecords(now(), 31), new Date('2026-10-01T00:00:00Z'));
  assert.deepEqual(endOfRecords(new Date('2026-03-31T23:59:59Z'), 90), new Date('2025-12-01T00:00:00Z'));
});

test('old records go with all that hangs on them; balance, audit, usage and the rest of the ledger stay as they were', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 100_000);
  const other = await accountIn(db, 100_000);
  const at = (text: string) => new Date(text);
  const completed = await generationIn(db, account, 'completed', at('2026-08-02T00:00:00Z'));
  await generationIn(db, account, 'failed', at('2026-08-03T00:00:00Z'));
  await generationIn(db, account, 'completed', at('2026-09-30T23:59:59Z'));
  const waiting = await generationIn(db, account, 'pending', at('2026-08-04T00:00:00Z'));
  const young = await generationIn(db, account, 'completed', at('2026-10-01T00:00:00Z'));
  const theirs = await generationIn(db, other, 'completed', at('2026-11-01T00:00:00Z'));
  await db.query(
    {
      text: `insert into webhook_deliveries (account_id, event, generation_id, url, host, payload, state, finished_at)
        values ($1, 'generation.completed', $2, 'https://a.test/', 'a.test', '{}', 'delivered', now())`,
    },
    [account, completed],
  );
  const balance = await balanceOf(db, account);
  const before = await listEntries(db, { accountId: account, kind: null, limit: 100, after: null });

  await endAll(db, null);
  assert.equal((await idsOf(db)).length, 6);
  await endAll(db, 31);

  assert.deepEqual(await idsOf(db), [waiting, young, theirs]);
  assert.deepEqual(await db.query({ text: 'select id from webhook_deliveries' }), []);
  assert.equal(await balanceOf(db, account), balance);
  assert.deepEqual((await audit(db)).problems, []);
  const { rows } = await listEntries(db, { accountId: account, kind: null, limit: 100, after: null });
  const carried = rows.filter(({ kind }) => kind === 'carried');
  assert.deepEqual(
    carried.map(({ amount, reason, created_at }) => [amount, reason, created_at.toISOString()]),
    [[-2 * price, '3 generations', '2026-09-30T23:59:59.000Z']],
  );
  // What is newer has the balance after it that it had.
  const balancesAfter = (entries: typeof rows) =>
    entries
      .filter(({ created_at }) => created_at >= at('2026-10-01T00:00:00Z'))
      .map((row) => [row.id, row.balance_after]);
  assert.deepEqual(balancesAfter(rows), balancesAfter(before.rows));
  const spent = await spendingSince(db, account, '2026-08-01');
  assert.deepEqual(
    spent.filter(({ day }) => day < '2026-09-01').map((row) => [row.day, row.spent, row.generations]),
    [
      ['2026-08-02', price, 1],
      ['2026-08-03', 0, 1],
      ['2026-08-04', price, 1],
    ],
  );
});

test('a machine whose clock is a year ahead of the database ends no records', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 1_000);
  const young = await generationIn(db, account, 'completed');
  const ahead = () => new Date(Date.now() + 365 * dayMilliseconds);
  assert.equal(await endOldRecords({ db, now: () => earlierNow(db, ahead), recordsDays: 31 }), 'done');
  assert.deepEqual(await idsOf(db), [young]);
});

test('two sweeps at once carry every generation once', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 10_000_000);
  const first = new Date('2026-07-01T00:00:00Z').getTime();
  for (let day = 0; day < 60; day += 1) {
    await generationIn(db, account, day % 3 === 0 ? 'failed' : 'completed', new Date(first + day * dayMilliseconds));
  }
  const balance = await balanceOf(db, account);
  await Promise.all([endAll(db, 31), endAll(db, 31), endAll(db, 31)]);
  assert.deepEqual(await idsOf(db), []);
  assert.equal(await balanceOf(db, account), balance);
  assert.deepEqual((await audit(db)).problems, []);
});

test('what has ended cannot be taken out in any other way', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 1_000);
  await generationIn(db, account, 'failed');
  await assert.rejects(db.query({ text: 'delete from generations' }), /generations rows are final/);
  await assert.rejects(db.query({ text: 'delete from ledger_entries' }), /ledger_entries rows are final/);
  await assert.rejects(db.query({ text: `update ledger_entries set reason = 'x'` }), /ledger_entries rows are final/);
});
