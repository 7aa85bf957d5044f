/** API keys: made, listed, rotated, revoked. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode } from '@afterimage/contract';
import { createAccount } from '../../src/accounts/accounts.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../src/accounts/api-keys.ts';
import { createKeyChecker } from '../../src/accounts/key-checker.ts';
import type { Db } from '../../src/db/postgres.ts';
import { testDatabase } from '../support/database.ts';

async function oneKey(db: Db, { expiresAt = null, mode = 'live' }: { expiresAt?: Date | null; mode?: Mode } = {}) {
  return db.transaction(async (tx) => {
    const creation = await createAccount(tx, { email: 'ada@example.com', credit: 0 });
    assert.ok(creation.outcome === 'created');
    const { id, sandboxId } = creation.account;
    const accountId = mode === 'live' ? id : sandboxId;
    return { ...(await createKey(tx, { accountId, mode, name: 'laptop', expiresAt })), account: creation.account };
  });
}

const rotate = (db: Db, id: string, overlapSeconds: number) =>
  db.transaction((tx) => rotateKey(tx, { id, overlapSeconds, now: new Date() }));

/** By a checker of its own, so that nothing remembered from before answers. */
async function accepts(db: Db, key: string, now = Date.now()): Promise<boolean> {
  const checker = createKeyChecker({ db, clock: { now: () => now } });
  const answer = await checker.check(`Bearer ${key}`);
  await checker.stop();
  return !('failure' in answer);
}

test('a key is listed by name and last four characters, and stored only as a hash', async (t) => {
  const { db } = await testDatabase(t);
  const { key, id, account } = await oneKey(db, { mode: 'sandbox' });
  const [listed, ...more] = await listKeys(db, [account.id, account.sandboxId], new Date());
  assert.deepEqual(more, []);
  assert.deepEqual(
    { ...listed, createdAt: undefined },
    {
      id,
      name: 'laptop',
      last4: key.slice(-4),
      mode: 'sandbox',
      state: 'active',
      createdAt: undefined,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    },
  );
  const [{ row }] = (await db.query<{ row: string }>({ text: `select k::text as row from api_keys k` })) as [
    { row: string },
  ];
  assert.ok(!row.includes(key) && !row.includes(key.slice(8, 40)));
});

test('after a rotation both keys work for the overlap, then only the new one', async (t) => {
  const { db } = await testDatabase(t);
  const old = await oneKey(db);
  const rotation = await rotate(db, old.id, 3600);
  assert.ok(rotation.outcome === 'rotated');
  assert.ok(Math.abs(rotation.oldExpiresAt.getTime() - Date.now() - 3_600_000) < 10_000);
  assert.deepEqual([await accepts(db, old.key), await accepts(db, rotation.key)], [true, true]);
  const later = Date.now() + 3_700_000;
  assert.deepEqual([await accepts(db, old.key, later), await accepts(db, rotation.key, later)], [false, true]);
});

test('a rotation without overlap ends the old key at once', async (t) => {
  const { db } = await testDatabase(t);
  const old = await oneKey(db);
  const rotation = await rotate(db, old.id, 0);
  assert.ok(rotation.outcome === 'rotated');
  assert.deepEqual([await accepts(db, old.key), await accepts(db, rotation.key)], [false, true]);
});

test('a rotation never lengthens a life, and passes a chosen one on', async (t) => {
  const { db } = await testDatabase(t);
  const old = await oneKey(db, { expiresAt: new Date(Date.now() + 60_000) });
  const rotation = await rotate(db, old.id, 86_400);
  assert.ok(rotation.outcome === 'rotated');
  assert.ok(rotation.oldExpiresAt.getTime() - Date.now() <= 60_000);
  assert.deepEqual(
    [await accepts(db, rotation.key), await accepts(db, rotation.key, Date.now() + 61_000)],
    [true, false],
  );
});

test('the successor of a key without an end has none either, also when the key is rotated twice', async (t) => {
  const { db } = await testDatabase(t);
  const old = await oneKey(db);
  const farFuture = Date.now() + 1e12;
  for (const _ of [1, 2]) {
    const rotation = await rotate(db, old.id, 3600);
    assert.ok(rotation.outcome === 'rotated');
    assert.equal(await accepts(db, rotation.key, farFuture), true);
  }
});

test('what is unknown, revoked or expired cannot be rotated', async (t) => {
  const { db } = await testDatabase(t);
  const { id } = await oneKey(db, { expiresAt: new Date(Date.now() - 1) });
  assert.deepEqual(await rotate(db, id, 0), { outcome: 'not_active' });
  await revokeKey(db, id);
  assert.deepEqual(await rotate(db, id, 0), { outcome: 'not_active' });
  for (const unknown of ['019a0000-0000-7000-8000-000000000000', 'laptop', '']) {
    assert.deepEqual(await rotate(db, unknown, 0), { outcome: 'not_found' });
    assert.equal(await revokeKey(db, unknown), undefined);
  }
});

test('a revoked key stays revoked since the first time', async (t) => {
  const { db } = await testDatabase(t);
  const { id, key, account } = await oneKey(db);
  const first = await revokeKey(db, id);
  assert.deepEqual(await revokeKey(db, id), first);
  assert.equal(await accepts(db, key), false);
  assert.equal((await listKeys(db, [account.id], new Date()))[0]!.state, 'revoked');
});
