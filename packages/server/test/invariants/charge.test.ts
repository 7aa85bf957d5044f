/** Whoever submits is told the truth: charged once or not at all, whatever becomes of the batch and of its answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommitUnknown, type Queryable } from '../../src/db/postgres.ts';
import { createCharger } from '../../src/generations/charge.ts';
import { eventually } from '../support/eventually.ts';
import { createMoney, type Money } from './support/money.ts';

/** Submits go through `submits`, questions to the database itself. */
function chargeAll({ db, prepare }: Money, prices: number[], submits: Partial<Queryable> = {}) {
  const charge = createCharger({ db, submits: { query: db.query, change: db.change, ...submits }, wakeWorkers });
  return Promise.allSettled(prepare(prices).map(charge));
}

const outcomesOf = (settled: Awaited<ReturnType<typeof chargeAll>>) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value.outcome : one.reason.name));

const wakeWorkers = () => {};
const lost = () => new CommitUnknown('the answer was lost');

test('a batch whose answer was lost after its commit was accepted, once', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  let sent = 0;
  const settled = await chargeAll(money, [10, 20], {
    async change(statement, values) {
      sent += 1;
      await money.db.change(statement, values);
      throw lost();
    },
  });
  assert.deepEqual(outcomesOf(settled), ['accepted', 'accepted']);
  assert.deepEqual([sent, await money.balance()], [1, 970]);
});

test('a batch that was lost before its commit is not sent again, and nobody is told that it was accepted', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  let sent = 0;
  const settled = await chargeAll(money, [10, 20], {
    async change() {
      sent += 1;
      throw lost();
    },
  });
  assert.deepEqual(outcomesOf(settled), ['CommitUnknown', 'CommitUnknown']);
  assert.deepEqual([sent, await money.balance()], [1, 1_000]);
});

/** A commit that its server has begun and not ended, as when it waits for a standby: of its rows nobody sees anything. */
async function beginCommit({ db }: Money) {
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let transaction: Promise<void> | undefined;
  const change: Queryable['change'] = async (statement, values) => {
    transaction = db.transaction(async (tx) => {
      await tx.change(statement, values);
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    throw lost();
  };
  const finish = async () => {
    end.resolve();
    await transaction;
  };
  return { change, begun: begun.promise, end: finish };
}

test('a commit that still waits when its answer is missed is waited for, and what it made is accepted', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const commit = await beginCommit(money);
  const settled = chargeAll(money, [10, 20], { change: commit.change });
  await commit.begun;
  // Whoever looks what became of it waits for the rows that it holds.
  await eventually(async () => {
    const text = `select from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and not l.granted`;
    return (await money.db.query({ text })).length > 0;
  });
  await commit.end();
  assert.deepEqual(outcomesOf(await settled), ['accepted', 'accepted']);
  assert.equal(await money.balance(), 970);
});

test('of a commit that never ends nobody is told that it was or was not made', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const commit = await beginCommit(money);
  const submits = { query: money.db.query, change: commit.change };
  const services = { db: money.db, submits, wakeWorkers, unknownCommitSeconds: 1 };
  const settled = await Promise.allSettled(money.prepare([10]).map(createCharger(services)));
  assert.deepEqual(outcomesOf(settled), ['CommitUnknown']);
  await commit.end();
});

test('one bad row fails alone', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  assert.deepEqual(outcomesOf(await chargeAll(money, [10, -5, 20])), ['accepted', 'error', 'accepted']);
  assert.equal(await money.balance(), 970);
});

test('what the balance cannot pay together is judged one by one, and a refusal tells the balance', async (t) => {
  const money = await createMoney(t, { credit: 50 });
  const settled = await chargeAll(money, [30, 40]);
  // Which of them comes first is chance.
  const left = outcomesOf(settled)[0] === 'accepted' ? 20 : 10;
  const told = settled.map((one) => (one.status === 'fulfilled' && 'balance' in one.value ? one.value.balance : null));
  assert.deepEqual(told.toSorted(), [left, null]);
  assert.deepEqual(outcomesOf(settled).toSorted(), ['accepted', 'insufficient']);
  assert.equal(await money.balance(), left);
});

test('when some of a batch could pay and the question which was not answered, they are found', async (t) => {
  const rich = await createMoney(t, { credit: 1_000 });
  const charge = createCharger({
    db: rich.db,
    wakeWorkers,
    submits: {
      change: rich.db.change,
      async query() {
        throw new Error('no answer');
      },
    },
  });
  const [one, other] = rich.prepare([10, 20]);
  const unknown = crypto.randomUUID();
  const stranger = { ...other!, id: unknown, holder: { accountId: unknown, keyId: unknown } };
  const settled = await Promise.allSettled([one!, other!, stranger].map(charge));
  assert.deepEqual(outcomesOf(settled), ['accepted', 'accepted', 'insufficient']);
  assert.equal(await rich.balance(), 970);
});
