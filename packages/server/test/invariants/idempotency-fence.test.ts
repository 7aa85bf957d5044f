/** One key, one generation, also when a reservation runs out under a request that is still at work. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { removeExpiredKeys, reserveKey } from '../../src/generations/idempotency-store.ts';
import { eventually } from '../support/eventually.ts';
import { createMoney, idempotencyPath, type Money, sameBody } from './support/money.ts';

async function openMoney(t: TestContext) {
  const money = await createMoney(t, { credit: 10_000 });
  const scope = (key: string) => ({ accountId: money.accountId, path: idempotencyPath, key });
  const reserve = async (key: string, bodySha256 = sameBody) =>
    (await reserveKey(money.db, scope(key), { bodySha256, seconds: 60 })) === 'reserved';
  return { money, scope, reserve };
}

const runOut = ({ db }: Money) =>
  db.query({ text: `update idempotency_keys set expires_at = now() - interval '1 second'` });

const countGenerations = async ({ db }: Money) => (await db.query({ text: 'select id from generations' })).length;

test('a request whose reservation went to its repeat is not charged beside it', async (t) => {
  const { money, reserve } = await openMoney(t);
  assert.ok(await reserve('k'));
  await runOut(money);
  assert.ok(await reserve('k'), 'the repeat gets the key once the reservation has run out');
  const [repeat] = await money.submit(100, { key: 'k' });
  assert.equal(repeat!.accepted, true);
  const [first] = await money.submit(100, { key: 'k' });
  assert.equal(first!.accepted, false);
  assert.equal(await money.balance(), 9_900);
  assert.equal(await countGenerations(money), 1);
});

test('a request whose reservation went to another body does not take that one’s key', async (t) => {
  const { money, reserve } = await openMoney(t);
  const otherBody = Buffer.from('another body');
  assert.ok(await reserve('k'));
  await runOut(money);
  assert.ok(await reserve('k', otherBody));
  const [late] = await money.submit(100, { key: 'k' });
  assert.equal(late!.accepted, false);
  const [other] = await money.submit(100, { key: 'k', bodySha256: otherBody });
  assert.equal(other!.accepted, true, 'the key is still its own');
  assert.equal(await money.balance(), 9_900);
});

test('a request whose reservation was swept away is not charged: its key would be forgotten', async (t) => {
  const { money, reserve } = await openMoney(t);
  assert.ok(await reserve('k'));
  await runOut(money);
  await removeExpiredKeys(money.db);
  const [late] = await money.submit(100, { key: 'k' });
  assert.equal(late!.accepted, false);
  assert.equal(await money.balance(), 10_000);
});

test('a lost key costs the neighbours of its batch nothing', async (t) => {
  const { money, reserve } = await openMoney(t);
  assert.ok(await reserve('k'));
  await assert.rejects(money.submit([100, 100], { key: 'k' }), { code: 'AI001' });
  assert.equal(await money.balance(), 10_000);
  assert.equal(await countGenerations(money), 0);
});

test('the sweep leaves alone a key that is reserved anew while it looks', async (t) => {
  const { money, scope, reserve } = await openMoney(t);
  assert.ok(await reserve('k'));
  await runOut(money);
  const reservedAnew = Promise.withResolvers<void>();
  const sweepWaits = Promise.withResolvers<void>();
  const reserving = money.db.transaction(async (tx) => {
    const text = `update idempotency_keys set expires_at = now() + interval '1 minute'
      where account_id = $1 and path = $2 and key = $3`;
    const { accountId, path, key } = scope('k');
    await tx.query({ text }, [accountId, path, key]);
    reservedAnew.resolve();
    await sweepWaits.promise;
  });
  await reservedAnew.promise;
  const sweeping = removeExpiredKeys(money.db);
  const blocked = {
    text: `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'idempotency_keys'`,
  };
  await eventually(async () => (await money.db.query(blocked)).length > 0);
  sweepWaits.resolve();
  await Promise.all([reserving, sweeping]);
  assert.equal((await money.db.query({ text: 'select key from idempotency_keys' })).length, 1);
});

test('a sweep removes all keys that have expired, however many', async (t) => {
  const { money } = await openMoney(t);
  const text = `insert into idempotency_keys (account_id, path, key, body_sha256, expires_at)
    select $1, '/', n::text, '', now() - interval '1 second' from generate_series(1, 2500) n`;
  await money.db.query({ text }, [money.accountId]);
  while ((await removeExpiredKeys(money.db)) === 'more');
  assert.deepEqual(await money.db.query({ text: 'select count(*)::integer as left from idempotency_keys' }), [
    { left: 0 },
  ]);
});
