/** What has ended stays ended: no statement moves a finished generation, a ledger entry, or a job that is another's now. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { acceptAttempt, beginAttempt, beginFreeAttempt } from '../../src/generations/attempts-store.ts';
import {
  claimGenerations,
  handBack,
  markWorking,
  moveToEngine,
  renewLeases,
} from '../../src/generations/queue-store.ts';
import { completeGeneration, failGeneration } from '../../src/generations/settle.ts';
import { failOverdue } from '../../src/generations/sweep.ts';
import { createMoney, type Money } from './support/money.ts';

async function claimOne({ db, engine }: Money, worker: string, leaseSeconds = 600) {
  const [claimed] = await claimGenerations(db, engine, { worker, limit: 1, leaseSeconds });
  return claimed!;
}

/** A job whose worker was presumed dead and that another has taken up: the old claim and the new one. */
async function takenOver(t: TestContext) {
  const money = await createMoney(t, { credit: 10_000 });
  await money.submit(100);
  const old = await claimOne(money, 'presumed dead', 0);
  const now = await claimOne(money, 'successor');
  assert.deepEqual([now.id, now.claim_number], [old.id, old.claim_number + 1]);
  return { money, old, now };
}

test('late results of a presumed-dead worker change nothing', async (t) => {
  const { money, old, now } = await takenOver(t);
  const { db, settling } = money;
  const before = await money.rows();
  assert.equal(await failGeneration(settling, old, { code: 'TASK_FAILED', reason: 'late' }), 'not ours');
  assert.equal(await completeGeneration(settling, old, { stored: await money.output() }), 'not ours');
  const late = { number: 1, engine: money.engine, token: crypto.randomUUID(), notes: [] };
  assert.equal(await beginFreeAttempt(db, old, late), 'not ours');
  assert.equal(await beginAttempt(db, old, { ...late, cost: { usd: 1, notes: [], cap: null } }), 'not ours');
  assert.equal(await acceptAttempt(db, old, { number: 1, handle: { name: 'late' }, notes: [] }), false);
  assert.equal(await markWorking(db, old), false);
  assert.equal(await moveToEngine(db, old, 'another'), false);
  assert.equal(await handBack(db, old, { afterSeconds: 0, trouble: 'internal', with: 'nobody' }), 'not ours');
  assert.equal((await renewLeases(db, [{ id: old.id, claim_number: old.claim_number, progress: 50 }], 600)).size, 0);
  assert.deepEqual(await money.rows(), before);

  assert.equal(await completeGeneration(settling, now, { stored: await money.output() }), 'settled');
  const after = await money.rows();
  assert.equal(await failGeneration(settling, old, { code: 'TASK_FAILED', reason: 'later still' }), 'not ours');
  assert.equal(await failGeneration(settling, now, { code: 'TASK_FAILED', reason: 'later still' }), 'not ours');
  assert.deepEqual(await money.rows(), after);
  assert.equal(await money.balance(), 9_900);
});

test('a result that comes after the time limit changes nothing, and the refund is given once', async (t) => {
  const money = await createMoney(t, { credit: 10_000 });
  await money.submit(100, { limitSeconds: 0 });
  const claim = await claimOne(money, 'slow');
  assert.equal(await failOverdue(money.settling), 1);
  assert.equal(await completeGeneration(money.settling, claim, { stored: await money.output() }), 'not ours');
  assert.equal(await failGeneration(money.settling, claim, { code: 'TIMEOUT', reason: 'again' }), 'not ours');
  assert.equal(await failOverdue(money.settling), 0);
  assert.equal(await money.balance(), 10_000);
});

test('the database itself refuses to change or delete what is final', async (t) => {
  const money = await createMoney(t, { credit: 10_000 });
  await money.submit(100);
  await failGeneration(money.settling, await claimOne(money, 'worker'), { code: 'TASK_FAILED', reason: 'test' });
  const statements = [
    `update generations set status = 'pending', failure_code = null, finished_at = null`,
    `update generations set failure_code = 'TIMEOUT'`,
    'update generations set progress = 1',
    'delete from generations',
    'update ledger_entries set amount = 0',
    'delete from ledger_entries',
    'truncate generations',
    'truncate ledger_entries',
  ];
  for (const text of statements) await assert.rejects(money.db.query({ text }), /rows are final/, text);
  const [{ generation_id, account_id } = { generation_id: '', account_id: '' }] = await money.db.query<{
    generation_id: string;
    account_id: string;
  }>({ text: `select generation_id, account_id from ledger_entries where kind = 'refund'` });
  const again = `insert into ledger_entries (account_id, kind, amount, generation_id) values ($1, 'refund', 100, $2)`;
  await assert.rejects(money.db.query({ text: again }, [account_id, generation_id]), /ledger_entries_once/);
  await assert.rejects(money.db.query({ text: 'update accounts set balance = -1' }), /balance/);
});

test('the database itself refuses to change or delete a charge, from the first moment', async (t) => {
  const money = await createMoney(t, { credit: 10_000 });
  await money.submit(100);
  const statements = [
    'update generations set price = 0',
    `update generations set account_id = gen_random_uuid()`,
    `update generations set api_key_id = gen_random_uuid()`,
    `update generations set created_at = now() - interval '1 day'`,
    'delete from generations',
  ];
  for (const text of statements) await assert.rejects(money.db.query({ text }), /rows are final/, text);
  await assert.rejects(money.submit(-100), /price_check/);
});

test('the database itself refuses generations and accounts that cannot be', async (t) => {
  const money = await createMoney(t, { credit: 10_000 });
  await money.submit(100);
  const copy = (columns: string, values: string) => `insert into generations
    (id, account_id, api_key_id, family, model, prompt, fields, work, inputs, seed, price, engine, deadline_at, created_at, ${columns})
    select gen_random_uuid(), account_id, api_key_id, family, model, prompt, fields, work, inputs, seed, price, engine,
      deadline_at, created_at, ${values} from generations`;
  const statements = [
    `update generations set status = 'lost'`,
    `update generations set status = 'failed', finished_at = now()`,
    `update generations set status = 'completed', finished_at = now()`,
    `update generations set failure_code = 'TIMEOUT'`,
    `update generations set output_media_id = id`,
    `update generations set finished_at = now()`,
    `update generations set progress = 101`,
    `update generations set engine_trouble = 'tired'`,
    copy('status', `'lost'`),
    copy('status, finished_at', `'failed', now()`),
    copy('status, failure_code', `'failed', 'TIMEOUT'`),
    `update accounts set mode = 'sandbox' where mode = 'live'`,
    `update accounts set live_account_id = null where mode = 'sandbox'`,
    `insert into accounts (email, mode) values ('a@example.com', 'dead')`,
  ];
  const refused = { code: '23514' };
  for (const text of statements) await assert.rejects(money.db.query({ text }), refused, text);
});
