/** Who is calling: the three failures, how long an answer is believed, and what that costs. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mode } from '@afterimage/contract';
import { createAccount } from '../../src/accounts/accounts.ts';
import { createKey, listKeys, revokeKey } from '../../src/accounts/api-keys.ts';
import { createKeyChecker, type KeyChecker } from '../../src/accounts/key-checker.ts';
import { drawKeyText } from '../../src/accounts/key-text.ts';
import { DatabaseUnavailable, type Db, openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';

async function makeKey(db: Db, mode: Mode = 'live', expiresAt: Date | null = null) {
  return db.transaction(async (tx) => {
    const creation = await createAccount(tx, { email: 'ada@example.com', credit: 0 });
    assert.ok(creation.outcome === 'created');
    const accountId = mode === 'live' ? creation.account.id : creation.account.sandboxId;
    const liveId = creation.account.id;
    return { accountId, liveId, ...(await createKey(tx, { accountId, mode, name: 'laptop', expiresAt })) };
  });
}

/** Counts the statements that reach the database. */
function counted(db: Db): Db & { statements: number } {
  const counting = {
    ...db,
    statements: 0,
    query: ((statement, values) => {
      counting.statements += 1;
      return db.query(statement, values);
    }) as Db['query'],
  };
  return counting;
}

/** A question to the database takes at least an iteration of the event loop. */
function isAtHand(answer: Promise<unknown>): Promise<boolean> {
  return Promise.race([answer.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
}

async function refusedAfter(checker: KeyChecker, header: string): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < 5000) {
    if ('failure' in (await checker.check(header))) return performance.now() - begun;
    await pause(5);
  }
  throw new Error('a revoked key was accepted for five seconds');
}

test('a key is its account and kind, with `bearer` in any case', async (t) => {
  const { db } = await testDatabase(t);
  const { key, id, accountId, liveId } = await makeKey(db, 'sandbox');
  const checker = createKeyChecker({ db, clock: Date });
  t.after(() => checker.stop());
  for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key} `]) {
    assert.deepEqual(await checker.check(header), { keyId: id, accountId, liveId, mode: 'sandbox' });
  }
});

test('absent, not in Bearer form, and not valid are told apart, without asking the database', async (t) => {
  const { db } = await testDatabase(t);
  const { key } = await makeKey(db);
  const counting = counted(db);
  const checker = createKeyChecker({ db: counting, clock: Date });
  t.after(() => checker.stop());
  const failures: [header: string | undefined, failure: string][] = [
    [undefined, 'absent'],
    ['', 'absent'],
    [key, 'not_bearer'],
    ['Bearer', 'not_bearer'],
    ['Bearer ', 'not_bearer'],
    [`Basic ${key}`, 'not_bearer'],
    [`Bearer ${key} ${key}`, 'not_bearer'],
    [`Bearer: ${key}`, 'not_bearer'],
    ['Bearer x', 'invalid'],
    [`Bearer ${key.slice(0, -1)}`, 'invalid'],
    [`Bearer ${key.slice(0, -1)}-`, 'invalid'],
    [`Bearer ${key.replace('live', 'test')}`, 'invalid'],
  ];
  for (const [header, failure] of failures) assert.deepEqual(await checker.check(header), { failure }, String(header));
  assert.equal(counting.statements, 0);
});

test('a well-formed key that was never made is not valid', async (t) => {
  const { db } = await testDatabase(t);
  const checker = createKeyChecker({ db, clock: Date });
  t.after(() => checker.stop());
  assert.deepEqual(await checker.check(`Bearer ${drawKeyText('live')}`), { failure: 'invalid' });
});

test('a key checked a moment ago is answered at once, without a query', async (t) => {
  const { db } = await testDatabase(t);
  const { key, id } = await makeKey(db);
  const counting = counted(db);
  const checker = createKeyChecker({ db: counting, clock: Date });
  t.after(() => checker.stop());
  await checker.check(`Bearer ${key}`);
  for (let again = 0; again < 100; again += 1) {
    const answer = checker.check(`Bearer ${key}`);
    assert.ok(await isAtHand(answer));
    assert.partialDeepStrictEqual(await answer, { keyId: id });
  }
  assert.equal(counting.statements, 1);
});

test('a thousand requests with one new key, or a hundred with keys of their own, share a query', async (t) => {
  const { db } = await testDatabase(t);
  const { key } = await makeKey(db);
  const counting = counted(db);
  const checker = createKeyChecker({ db: counting, clock: Date });
  t.after(() => checker.stop());
  const answers = await Promise.all(Array.from({ length: 1000 }, () => checker.check(`Bearer ${key}`)));
  assert.ok(answers.every((answer) => 'keyId' in answer));
  assert.equal(counting.statements, 1);
  await Promise.all(Array.from({ length: 100 }, () => checker.check(`Bearer ${drawKeyText('live')}`)));
  assert.equal(counting.statements, 2);
});

test('a revoked key is refused within a second by every process, however busy it is there', async (t) => {
  const { db, settings } = await testDatabase(t);
  const { key, id } = await makeKey(db);
  const other = openDb(settings, { applicationName: 'another process', log: createSilentLog() });
  const checkers = [createKeyChecker({ db, clock: Date }), createKeyChecker({ db: other, clock: Date })];
  t.after(async () => {
    await Promise.all(checkers.map((checker) => checker.stop()));
    await other.close();
  });
  const header = `Bearer ${key}`;
  for (const checker of checkers) assert.ok('keyId' in (await checker.check(header)));
  await revokeKey(db, id);
  for (const milliseconds of await Promise.all(checkers.map((checker) => refusedAfter(checker, header)))) {
    // A busy machine may take three.
    assert.ok(milliseconds < 3000, `${milliseconds} ms`);
  }
});

test('a key in steady use never waits: its answer is renewed in the background', async (t) => {
  const { db } = await testDatabase(t);
  const { key } = await makeKey(db);
  const counting = counted(db);
  const checker = createKeyChecker({ db: counting, clock: Date });
  t.after(() => checker.stop());
  await checker.check(`Bearer ${key}`);
  const until = performance.now() + 1200;
  let waits = 0;
  while (performance.now() < until) {
    if (!(await isAtHand(checker.check(`Bearer ${key}`)))) waits += 1;
    await pause(5);
  }
  assert.equal(waits, 0);
  assert.ok(counting.statements >= 3 && counting.statements <= 5, `${counting.statements} statements`);
});

test('many keys in steady use are renewed together, whenever each was first used', async (t) => {
  const { db } = await testDatabase(t);
  const { accountId } = await makeKey(db);
  const keys = await db.transaction((tx) =>
    Promise.all(
      Array.from({ length: 20 }, () => createKey(tx, { accountId, mode: 'live', name: 'laptop', expiresAt: null })),
    ),
  );
  const headers = keys.map(({ key }) => `Bearer ${key}`);
  const counting = counted(db);
  const checker = createKeyChecker({ db: counting, clock: Date });
  t.after(() => checker.stop());
  for (const header of headers) {
    await checker.check(header);
    await pause(10);
  }
  const before = counting.statements;
  const startedAt = performance.now();
  while (performance.now() < startedAt + 1000) {
    for (const header of headers) await checker.check(header);
    await pause(5);
  }
  const tenths = Math.ceil((performance.now() - startedAt) / 100);
  // By themselves they would be some sixty.
  assert.ok(counting.statements - before <= tenths + 2, `${counting.statements - before} statements`);
});

test('an expired key is refused from that moment on, even one that was just used', async (t) => {
  const { db } = await testDatabase(t);
  const expiresAt = new Date('2030-01-01T00:00:00Z');
  const { key } = await makeKey(db, 'live', expiresAt);
  let now = expiresAt.getTime() - 1;
  const checker = createKeyChecker({ db, clock: { now: () => now } });
  t.after(() => checker.stop());
  assert.ok('keyId' in (await checker.check(`Bearer ${key}`)));
  now += 1;
  assert.deepEqual(await checker.check(`Bearer ${key}`), { failure: 'invalid' });
});

test('without a database a key is neither accepted nor called invalid', async (t) => {
  const { db, settings } = await testDatabase(t);
  const { key } = await makeKey(db);
  const closed = openDb(
    { url: settings.url.replace(/host=[^&]*/, 'host=%2Fnowhere') },
    { applicationName: 'test', log: createSilentLog() },
  );
  const checker = createKeyChecker({ db: closed, clock: Date });
  await assert.rejects(async () => checker.check(`Bearer ${key}`), DatabaseUnavailable);
  await checker.stop();
  await closed.close();
});

test('when a key was last used is written down', async (t) => {
  const { db } = await testDatabase(t);
  const { key, accountId } = await makeKey(db);
  const at = Date.now() + 1000;
  const checker = createKeyChecker({ db, clock: { now: () => at } });
  await checker.check(`Bearer ${key}`);
  await checker.stop();
  assert.deepEqual((await listKeys(db, [accountId], new Date()))[0]!.lastUsedAt, new Date(at));
});
