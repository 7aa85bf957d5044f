/** Submits, admissions, claims, refunds and what engines cost lock rows in one order: none ever waits for another in a circle. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Db, openDb } from '../../src/db/postgres.ts';
import { beginFreeAttempt, endAttempt } from '../../src/generations/attempts-store.ts';
import { noteLate } from '../../src/generations/late-store.ts';
import { admitDelayed, type ClaimedGeneration, claimGenerations } from '../../src/generations/queue-store.ts';
import { failGeneration } from '../../src/generations/settle.ts';
import { type NewGeneration, submitGenerations } from '../../src/generations/submit-store.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { createMoney, keptBack, type Money, openMoney } from './support/money.ts';

const engine = 'shared';
const milliseconds = 2_000;

test('many accounts in many batches at once, some kept back, some refunded: no deadlock', async (t) => {
  const { settings } = await testDatabase(t);
  // Twelve at once, each with a connection: waiting for one would hide a deadlock.
  const db = openDb(settings, { applicationName: 'test', connectionsMax: 12, log: createSilentLog() });
  t.after(() => db.close());
  const accounts: Money[] = [];
  for (let index = 0; index < 6; index += 1) accounts.push(await openMoney(db, 1_000_000));
  const { settling } = accounts[0]!;

  const endAt = performance.now() + milliseconds;
  const repeat = async (work: () => Promise<unknown>) => {
    while (performance.now() < endAt) await work();
  };
  const submit = () => submitGenerations(db, shuffled(accounts).flatMap(twoOf));
  const claimAndRefund = async () => {
    for (const claim of await claimGenerations(db, engine, { worker: 'w', limit: 5, leaseSeconds: 600 })) {
      await failGeneration(settling, claim, { code: 'TIMEOUT', reason: 'test' });
    }
  };
  await Promise.all([
    ...Array.from({ length: 4 }, () => repeat(submit)),
    ...Array.from({ length: 4 }, () => repeat(() => admitDelayed(db))),
    ...Array.from({ length: 4 }, () => repeat(claimAndRefund)),
  ]);
  // A deadlock would have rejected above, after a second; here only that something was done.
  const done = await db.query({ text: `select from generations where status = 'failed'` });
  assert.ok(done.length > 0);
});

test('accounts that cannot pay: their batches wait for nobody in a circle, and none fails for two that are new', async (t) => {
  const { settings } = await testDatabase(t);
  const db = openDb(settings, { applicationName: 'test', connectionsMax: 4, log: createSilentLog() });
  t.after(() => db.close());
  const [one, other] = [await openMoney(db, 1_000_000), await openMoney(db, 1_000_000)];
  const tooDear = 2_000_000;
  const inQueue = (submits: NewGeneration[]) => submits.map((submit) => ({ ...submit, engine }));
  const beside = (rich: Money, poor: Money) => inQueue([...poor.prepare(tooDear), ...rich.prepare(1)]);
  const endAt = performance.now() + milliseconds;
  const repeat = async (work: () => Promise<unknown>) => {
    while (performance.now() < endAt) await work();
  };
  await Promise.all([
    repeat(() => submitGenerations(db, beside(one, other))),
    repeat(() => submitGenerations(db, beside(other, one))),
    repeat(async () => {
      const broke = await openMoney(db, 0);
      const batch = () => submitGenerations(db, inQueue([...broke.prepare(1), ...one.prepare(1)]));
      assert.deepEqual(await Promise.all([batch(), batch()]), [
        ['refused', 'accepted'],
        ['refused', 'accepted'],
      ]);
    }),
  ]);
  const turns = await db.query({
    text: 'select turn from generations where turn is not null group by turn, account_id having count(*) > 1',
  });
  assert.deepEqual(turns, [], 'an account has no turn twice');
  assert.ok((await db.query({ text: 'select from generations limit 10' })).length === 10);
});

describe('what an attempt cost is counted in one order, at its end and when it is told late: first its engine’s day', () => {
  const counting: Record<string, (of: CountedAttempt) => Promise<unknown>> = {
    'at its end': ({ db, claim }) => endAttempt(db, claim, { number: 1, state: 'succeeded', fault: null, costUsd: 2 }),
    late: async ({ db, token, claim }) => {
      await endAttempt(db, claim, { number: 1, state: 'failed', fault: null, costUsd: null });
      await noteLate(db, token, { made: true, costUsd: 2 });
    },
  };
  for (const [when, count] of Object.entries(counting)) {
    test(when, async (t) => {
      const of = await countedAttempt(t);
      const { db } = of;
      const ended = await db.transaction(async (tx) => {
        await tx.query({ text: 'select from engines for update' });
        const counted = count(of);
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'engine_costs'`;
        await eventually(async () => (await db.query({ text: waiting })).length > 0);
        await tx.query({ text: 'select from engine_costs for update nowait' });
        return { counted };
      });
      await ended.counted;
      const costs = await db.query({
        text: 'select spent_usd::float8, dearest_usd::float8 from engines, engine_costs',
      });
      assert.deepEqual(costs, [{ spent_usd: 2, dearest_usd: 2 }]);
    });
  }
});

interface CountedAttempt {
  db: Db;
  claim: ClaimedGeneration;
  token: string;
}

/** Of a paid engine with a cap that has told before what such ones cost. */
async function countedAttempt(t: TestContext): Promise<CountedAttempt> {
  const money = await createMoney(t, { credit: 100 });
  const { db } = money;
  await db.query(
    { text: 'insert into engines (name, kind, paid, slots, daily_cap_usd) values ($1, $1, true, 1, 100)' },
    [money.engine],
  );
  await money.submit(1);
  const [claim] = await claimGenerations(db, money.engine, { worker: 'w', limit: 1, leaseSeconds: 600 });
  const token = crypto.randomUUID();
  await beginFreeAttempt(db, claim!, { number: 1, engine: money.engine, token, notes: [] });
  await db.query(
    {
      text: `insert into engine_costs (engine, family, model, dearest_usd) values ($1, $2, $3, 1)`,
    },
    [money.engine, claim!.family, claim!.model],
  );
  return { db, claim: claim!, token };
}

const shuffled = (items: readonly Money[]) => [...items].sort(() => Math.random() - 0.5);

/** One that waits in line at once, and one that is kept back for a moment. */
function twoOf(money: Money): NewGeneration[] {
  return money.prepare([1, 1]).map((one, index) => {
    const quiet = { ...one, engine, request: { ...one.request, callbackUrl: null } };
    return index === 0 ? quiet : keptBack(quiet, 0.001);
  });
}
