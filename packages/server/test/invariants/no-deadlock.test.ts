/** Submits, admissions, claims and refunds lock rows in one order: none of them ever waits for another in a circle. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDb } from '../../src/db/postgres.ts';
import { admitDelayed, claimGenerations } from '../../src/generations/queue-store.ts';
import { failGeneration } from '../../src/generations/settle.ts';
import { type NewGeneration, submitGenerations } from '../../src/generations/submit-store.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { keptBack, type Money, openMoney } from './support/money.ts';

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

const shuffled = (items: readonly Money[]) => [...items].sort(() => Math.random() - 0.5);

/** One that waits in line at once, and one that is kept back for a moment. */
function twoOf(money: Money): NewGeneration[] {
  return money.prepare([1, 1]).map((one, index) => {
    const quiet = { ...one, engine, request: { ...one.request, callbackUrl: null } };
    return index === 0 ? quiet : keptBack(quiet, 0.001);
  });
}
