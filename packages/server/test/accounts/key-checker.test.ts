/** Who is calling: the three failures, how long an answer is believed, and what that costs. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Mode } from '@afterimage/contract';
import { createAccount } from '../../src/accounts/accounts.ts';
import { createKey, listKeys, revokeKey } from '../../src/accounts/api-keys.ts';
import { createKeyChecker, type KeyChecker } from '../../src/accounts/key-checker.ts';
import { drawKeyText, keyHash } from '../../src/accounts/key-text.ts';
import { findLiveKeys } from '../../src/accounts/store.ts';
import { DatabaseUnavailable, type Db, openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

async function makeKey(db: Db, mode: Mode = 'live', expiresAt: Date | null = null) {
  return db.transaction(async (tx) => {
    const creation = await createAccount(tx, { email: `${randomUUID()}@example.com`, credit: 0 });
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

/** Knows of these keys what the database says now, answers an iteration of the event loop later, and counts how often it is asked. */
async function remembered(db: Db, keys: string[]): Promise<Db & { statements: number }> {
  const rows = await findLiveKeys(db, keys.map(keyHash));
  const remembering = {
    ...db,
    statements: 0,
    query: (async () => {
      remembering.statements += 1;
      await nextIteration();
      return rows;
    }) as unknown as Db['query'],
  };
  return remembering;
}

/** Time that passes only when `pass` says so: a busy machine cannot make it longer. */
async function inGivenTime(t: TestContext, work: (pass: (milliseconds: number) => Promise<void>) => Promise<void>) {
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await work(async (milliseconds) => {
      now += milliseconds;
      t.mock.timers.tick(milliseconds);
      // What is renewed is asked for in the next iteration of the event loop, and known after the one that follows.
      for (let iteration = 0; iteration < 4; iteration += 1) await nextIteration();
    });
  } finally {
    t.mock.reset();
  }
}

/** A question to the database takes at least an iteration of the event loop. */
function isAtHand(answer: Promise<unknown>): Promise<boolean> {
  return Promise.race([answer.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
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
  const moment = performance.now();
  t.mock.method(performance, 'now', () => moment);
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
  const [busy, idle] = [await makeKey(db), await makeKey(db)];
  const other = openDb(settings, { applicationName: 'another process', log: createSilentLog() });
  const checkers = [createKeyChecker({ db, clock: Date }), createKeyChecker({ db: other, clock: Date })];
  t.after(async () => {
    await Promise.all(checkers.map((checker) => checker.stop()));
    await other.close();
  });
  const realNow = performance.now.bind(performance);
  let ahead = 0;
  t.mock.method(performance, 'now', () => realNow() + ahead);
  for (const checker of checkers) {
    for (const { key } of [busy, idle]) assert.ok('keyId' in (await checker.check(`Bearer ${key}`)));
  }
  for (const { id } of [busy, idle]) await revokeKey(db, id);
  // Its use goes on, and it is found out in the background.
  ahead = 400;
  const isRefused = async (checker: KeyChecker) => 'failure' in (await checker.check(`Bearer ${busy.key}`));
  await Promise.all(checkers.map((checker) => eventually(() => isRefused(checker))));
  ahead = 900;
  for (const checker of checkers) {
    assert.deepEqual(await checker.check(`Bearer ${idle.key}`), { failure: 'invalid' });
  }
});

test('a key in steady use never waits: its answer is renewed in the background', async (t) => {
  const { db } = await testDatabase(t);
  const { key } = await makeKey(db);
  const counting = await remembered(db, [key]);
  const checker = createKeyChecker({ db: counting, clock: Date });
  t.after(() => checker.stop());
  await inGivenTime(t, async (pass) => {
    await checker.check(`Bearer ${key}`);
    let waits = 0;
    for (let milliseconds = 0; milliseconds < 1200; milliseconds += 5) {
      if (!(await isAtHand(checker.check(`Bearer ${key}`)))) waits += 1;
      await pass(5);
    }
    assert.equal(waits, 0);
  });
  assert.ok(counting.statements >= 3 && counting.statements <= 5, `${counting.statements} statements`);
});

test('many keys in steady use are renewed together, whenever each was first used', async (t) => {
  const { db } = await testDatabase(t);
  const { accountId } = await makeKey(db);
  const keys: string[] = [];
  await db.transaction(async (tx) => {
    while (keys.length < 20) {
      keys.push((await createKey(tx, { accountId, mode: 'live', name: 'laptop', expiresAt: null })).key);
    }
  });
  const counting = await remembered(db, keys);
  const checker = createKeyChecker({ db: counting, clock: Date });
  t.after(() => checker.stop());
  await inGivenTime(t, async (pass) => {
    for (const key of keys) {
      await checker.check(`Bearer ${key}`);
      await pass(10);
    }
    const before = counting.statements;
    for (let milliseconds = 0; milliseconds < 1000; milliseconds += 5) {
      for (const key of keys) await checker.check(`Bearer ${key}`);
      await pass(5);
    }
    // One each tenth of a second; by themselves they would be some sixty.
    const renewals = counting.statements - before;
    assert.ok(renewals >= 3 && renewals <= 12, `${renewals} statements`);
  });
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
