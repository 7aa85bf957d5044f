/** The end of a month: it goes at once with all that hangs on it, and every balance, sum and list stays true. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highestId } from '../../src/db/id-times.ts';
import type { Db } from '../../src/db/postgres.ts';
import { audit } from '../../src/ledger/audit.ts';
import { balanceOf } from '../../src/ledger/balance.ts';
import { listEntries } from '../../src/ledger/history-store.ts';
import { spendingSince } from '../../src/ledger/spending.ts';
import { allowCarrying, carryGenerations } from '../../src/records/carry-store.ts';
import { carryAll, endOldRecords } from '../../src/records/end-records.ts';
import { accountIn, generationIn, price } from '../ledger/support/rows.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { addMonths, dayMilliseconds, deliveryIn, monthsOf, startOf, wholeGenerationIn } from './support/months.ts';

const count = async (db: Db, table: string) =>
  (await db.query<{ count: number }>({ text: `select count(*) from ${table}` }))[0]!.count;

/** Ends all that is of this month, or before. */
async function endAll(db: Db, month: string): Promise<void> {
  const now = () => new Date(startOf(month, 1).getTime() + 32 * dayMilliseconds);
  while ((await endOldRecords({ db, now: async () => now(), recordsDays: 31 })) === 'more');
}

/** In the first month, and long enough ago to be added up. */
const longAgo = (second: string) =>
  new Date(Math.min(Date.now() - 31 * dayMilliseconds, startOf(second).getTime() - 1));

test('a month goes with all that hangs on it; balances, audit, usage and the rest of the ledger stay as they were', async (t) => {
  const { db } = await testDatabase(t);
  const [first, second] = await addMonths(db, 2);
  const accounts = [await accountIn(db, 100_000), await accountIn(db, 100_000)];
  const old = longAgo(second!);
  for (const account of accounts) {
    await wholeGenerationIn(db, account, old);
    // Its webhook is of the next month.
    await wholeGenerationIn(db, account, old, startOf(second!));
    await generationIn(db, account, 'failed', old);
    await deliveryIn(db, account, { at: old, generationId: null });
    await wholeGenerationIn(db, account, startOf(second!));
  }
  await wholeGenerationIn(db, accounts[0]!, new Date(old.getTime() + 1));
  const looks = () =>
    Promise.all(
      accounts.map(async (account) => ({
        balance: await balanceOf(db, account),
        spent: await spendingSince(db, account, '2020-01-01'),
        newer: (await listEntries(db, { accountId: account, kind: null, limit: 100, after: null })).rows
          .filter(({ created_at }) => created_at >= startOf(second!))
          .map(({ id, balance_after }) => [id, balance_after]),
      })),
    );
  const before = await looks();

  await endAll(db, first!);

  assert.deepEqual((await monthsOf(db))[0], second);
  for (const table of ['generations', 'generation_attempts', 'webhook_deliveries', 'webhook_attempts']) {
    assert.equal(await count(db, table), accounts.length, table);
    assert.deepEqual(await monthsOf(db, table), await monthsOf(db));
  }
  assert.deepEqual(await looks(), before);
  assert.deepEqual((await audit(db)).problems, []);
  const carried = await db.query({
    text: `select account_id, amount, reason from ledger where kind = 'carried' order by amount desc`,
  });
  assert.deepEqual(carried, [
    { account_id: accounts[1], amount: -2 * price, reason: '3 generations' },
    { account_id: accounts[0], amount: -3 * price, reason: '4 generations' },
  ]);
});

test('a month in which a job or a webhook waits stays whole until it does not', async (t) => {
  const { db } = await testDatabase(t);
  const [first, second] = await addMonths(db, 1);
  const account = await accountIn(db, 100_000);
  await wholeGenerationIn(db, account, longAgo(second!));
  const waiting = await generationIn(db, account, 'pending', longAgo(second!));
  await endAll(db, first!);
  assert.deepEqual([(await monthsOf(db))[0], await count(db, 'generations')], [first, 2]);

  await db.query(
    { text: `update generations set status = 'failed', failure_code = 'TIMEOUT', finished_at = now() where id = $1` },
    [waiting],
  );
  const state = (text: string) => db.query({ text: `update webhook_deliveries set ${text}` });
  await state(`state = 'waiting', next_attempt_at = now(), finished_at = null`);
  await endAll(db, first!);
  assert.deepEqual([(await monthsOf(db))[0], await count(db, 'generations')], [first, 2]);
  assert.equal(await count(db, `ledger_entries where kind = 'carried'`), 0);

  await state(`state = 'failed', next_attempt_at = null, finished_at = now()`);
  await endAll(db, first!);
  assert.deepEqual([(await monthsOf(db))[0], await count(db, 'generations')], [second, 0]);
});

test('a month that somebody reads gives way, and goes when they have done', async (t) => {
  const { db } = await testDatabase(t);
  const [first, second] = await addMonths(db, 1);
  const account = await accountIn(db, 100_000);
  await wholeGenerationIn(db, account, longAgo(second!));
  const balance = await balanceOf(db, account);
  await db.transaction(async (tx) => {
    await tx.query({ text: 'select from generations limit 1' });
    await endAll(db, first!);
    assert.deepEqual([(await monthsOf(db))[0], await count(db, 'generations')], [first, 1]);
    assert.equal(await count(db, `ledger_entries where kind = 'carried'`), 0);
  });
  await endAll(db, first!);
  assert.deepEqual([(await monthsOf(db))[0], await count(db, 'generations')], [second, 0]);
  assert.equal(await balanceOf(db, account), balance);
});

test('two who end a month at once, beside one who takes its rows out, carry each generation once', async (t) => {
  const { db } = await testDatabase(t);
  const [first, second] = await addMonths(db, 1);
  const account = await accountIn(db, 1_000_000);
  for (let n = 0; n < 30; n += 1)
    await generationIn(db, account, n % 3 === 0 ? 'failed' : 'completed', longAgo(second!));
  const balance = await balanceOf(db, account);
  const rows = carryAll(db, { accountId: account, beforeId: highestId });
  await Promise.all([endAll(db, first!), endAll(db, first!), rows]);
  await endAll(db, first!);
  assert.equal(await count(db, 'generations'), 0);
  assert.equal(await balanceOf(db, account), balance);
  assert.deepEqual((await audit(db)).problems, []);
});

test('a month is added up only when nobody is taking its rows out', async (t) => {
  const { db } = await testDatabase(t);
  const [first, second] = await addMonths(db, 1);
  const account = await accountIn(db, 100_000);
  for (let n = 0; n < 2; n += 1) await generationIn(db, account, 'completed', longAgo(second!));
  const balance = await balanceOf(db, account);
  // Otherwise it gives way so soon that a busy machine could not show what it waited for.
  await db.query({ text: `alter function end_month set lock_timeout = '60s'` });
  const waits = {
    text: `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  };
  const ended = await db.transaction(async (tx) => {
    await allowCarrying(tx);
    await carryGenerations(tx, { accountId: account, beforeId: highestId, limit: 1 });
    const ending = db.query<{ ended: boolean }>({ text: 'select end_month($1) as ended' }, [first]);
    await eventually(async () => (await db.query(waits)).length === 1, { what: 'the end of the month waits' });
    return { ending };
  });
  assert.deepEqual(await ended.ending, [{ ended: true }]);
  assert.equal(await balanceOf(db, account), balance);
  assert.deepEqual((await audit(db)).problems, []);
});

test('ids of a month that is over, of a process whose clock is weeks behind, are refused as by a database that cannot now', async (t) => {
  const { db } = await testDatabase(t);
  const [first, second, third] = await addMonths(db, 1);
  const account = await accountIn(db, 100_000);
  await endAll(db, first!);
  await db.query({ text: 'select seal_months($1)' }, [new Date(startOf(third!).getTime() + 8 * dayMilliseconds)]);
  const refused = { name: 'DatabaseUnavailable', message: /clock is weeks behind the database's/ };
  await assert.rejects(generationIn(db, account, 'pending', longAgo(second!)), refused);
  await assert.rejects(generationIn(db, account, 'pending', startOf(second!)), refused);
  await generationIn(db, account, 'pending', startOf(third!));
});

test('a role that may only read and write rows makes, seals and ends months; one that may only read does not', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 100_000);
  const [first, second, last] = await monthsOf(db);
  await wholeGenerationIn(db, account, longAgo(second!));
  const tried = db.transaction(async (tx) => {
    const say = async (text: string, values: unknown[] = []) =>
      (await tx.query<{ said: unknown }>({ text: `select ${text} as said` }, values))[0]!.said;
    await tx.query({
      text: `create role month_reader; create role month_worker;
        grant select on all tables in schema public to month_reader;
        grant select, insert, update, delete on all tables in schema public to month_worker`,
    });
    await tx.query({ text: 'set local session authorization month_reader' });
    assert.equal(await say('make_months($1)', [startOf(last!)]), false);
    assert.equal(await say('end_month($1)', [first]), false);
    await tx.query({ text: 'set local session authorization month_worker' });
    assert.equal(await say('make_months($1)', [startOf(last!)]), true);
    assert.equal(await say('seal_months($1)', [startOf(second!, 1)]), true);
    assert.equal(await say('end_month($1)', [first]), true);
    assert.equal(await say('(select count(*) from generations)'), 0);
    await assert.rejects(tx.query({ text: `drop table generations_${second}` }), /must be owner/);
    // Roles belong to the whole server: these must not stay.
    throw new Error('rolled back');
  });
  await assert.rejects(tried, { message: 'rolled back' });
});
