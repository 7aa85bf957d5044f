/** A submit whose end nobody knows: a repeat with its key gets what became of it, or is taken as new. Nobody pays twice. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { CommitUnknown, DatabaseUnavailable, type Db } from '../../src/db/postgres.ts';
import { releaseKey, reserveKey } from '../../src/generations/idempotency-store.ts';
import { type SubmitOutcome, type SubmitServices, submitGeneration } from '../../src/generations/submit.ts';
import { type NewGeneration, submitGenerations } from '../../src/generations/submit-store.ts';
import { startHere } from '../db/support/own-server.ts';
import { scratchFolder } from '../db/support/scratch.ts';
import { eventually } from '../support/eventually.ts';
import { createMoney, idempotencyPath } from './support/money.ts';

/** Far less than a reservation lasts. */
const soon = { seconds: 30 };
const lost = () => new CommitUnknown('the answer was lost');

async function openSubmits(t: TestContext) {
  const money = await createMoney(t, { credit: 10_000 });
  const family = families.find(({ slug }) => slug === 'delta')!;
  const reading = family.read({ prompt: 'a fox in fresh snow' }, 'live');
  assert.ok(reading.ok);
  const { accountId } = money;
  const submission = {
    family,
    holder: { accountId, liveId: accountId, keyId: accountId, mode: 'live' },
    request: reading.request,
    idempotency: { accountId, path: idempotencyPath, key: 'k', bodySha256: Buffer.from('the same body') },
    traceparent: null,
    mediaOnDisk: async () => {},
  } as const;
  const chargeOne = async (generation: NewGeneration) => {
    const [outcome] = await submitGenerations(money.db, [generation]);
    return { outcome };
  };
  const submit = (charge: (generation: NewGeneration) => Promise<unknown> = chargeOne, db: Db = money.db) => {
    const services = {
      db,
      reservationSeconds: 60,
      charge,
      prices: { delta: { delta: 100 } },
      timeLimits: { delta: 600 },
      chooseEngine: () => ({ outcome: 'chosen', engine: money.engine }),
    } as unknown as SubmitServices;
    return submitGeneration(services, submission);
  };
  const paid = async () => 10_000 - (await money.balance());
  return { money, submit, paid };
}

const idOf = (outcome: SubmitOutcome) => outcome.outcome === 'accepted' && String(outcome.answer['task_uuid']);

/** A commit that its server has begun and not ended, as when it waits for a standby: of its rows nobody sees anything. */
function beginCommit(db: Db) {
  const end = Promise.withResolvers<void>();
  let transaction: Promise<void> | undefined;
  const made: string[] = [];
  return {
    made,
    async charge(generation: NewGeneration) {
      const begun = Promise.withResolvers<void>();
      transaction = db.transaction(async (tx) => {
        await submitGenerations(tx, [generation]);
        made.push(generation.id);
        begun.resolve();
        await end.promise;
      });
      await begun.promise;
      throw lost();
    },
    async finish() {
      end.resolve();
      await transaction;
    },
    async breakOff() {
      end.reject(new Error('the server died'));
      await transaction!.catch(() => {});
    },
  };
}

test('a repeat is in flight while the commit hangs, and gets its generation when it has ended', async (t) => {
  const { money, submit, paid } = await openSubmits(t);
  const commit = beginCommit(money.db);
  await assert.rejects(submit(commit.charge), CommitUnknown);
  const early = await submit();
  assert.ok(
    early.outcome === 'in_flight' && early.retrySeconds >= 1 && early.retrySeconds <= 10,
    JSON.stringify(early),
  );
  await commit.finish();
  assert.equal(await eventually(async () => idOf(await submit()), soon), commit.made[0]);
  assert.equal(await paid(), 100);
});

test('a repeat is taken as new as soon as the commit that hung was broken off', async (t) => {
  const { money, submit, paid } = await openSubmits(t);
  const commit = beginCommit(money.db);
  await assert.rejects(submit(commit.charge), CommitUnknown);
  await commit.breakOff();
  const id = await eventually(async () => idOf(await submit()), soon);
  assert.notEqual(id, commit.made[0]);
  assert.equal(await paid(), 100);
});

test('a charge that comes after its repeat was taken is refused', async (t) => {
  const { money, submit, paid } = await openSubmits(t);
  let late: NewGeneration | undefined;
  const first = submit(async (generation) => {
    late = generation;
    throw lost();
  });
  await assert.rejects(first, CommitUnknown);
  const id = idOf(await submit());
  assert.ok(id);
  assert.deepEqual(await submitGenerations(money.db, [late!]), ['key_lost']);
  assert.equal(idOf(await submit()), id);
  assert.equal(await paid(), 100);
});

test('a charge that comes between its repeat and its payment is the only one', async (t) => {
  const { money, submit, paid } = await openSubmits(t);
  let late: NewGeneration | undefined;
  const first = submit(async (generation) => {
    late = generation;
    throw lost();
  });
  await assert.rejects(first, CommitUnknown);
  const overtaken = await submit(async (generation) => {
    assert.deepEqual(await submitGenerations(money.db, [late!]), ['accepted']);
    const [outcome] = await submitGenerations(money.db, [generation]);
    return { outcome };
  });
  assert.deepEqual(overtaken, { outcome: 'in_flight', retrySeconds: 1 });
  assert.equal(idOf(await submit()), late!.id);
  assert.equal(await paid(), 100);
});

test('a key is free again after trouble that passes, also when the database was away then', async (t) => {
  const { money, submit, paid } = await openSubmits(t);
  let refusals = 3;
  const away: Db = {
    ...money.db,
    async query(statement, values) {
      if (statement.name === 'release_idempotency_key' && refusals-- > 0) throw new DatabaseUnavailable('away');
      return money.db.query(statement, values);
    },
  };
  const fault = new DatabaseUnavailable('The database cannot do this now');
  await assert.rejects(
    submit(() => Promise.reject(fault), away),
    fault,
  );
  await eventually(async () => idOf(await submit()), soon);
  assert.equal(await paid(), 100);
});

test('when only the reservation got no answer, nothing is called unknown, and the key is free', async (t) => {
  const { money, submit, paid } = await openSubmits(t);
  const cut: Db = {
    ...money.db,
    async query(statement, values) {
      const rows = await money.db.query<never>(statement, values);
      if (statement.name === 'reserve_idempotency_key') throw lost();
      return rows;
    },
  };
  await assert.rejects(submit(undefined, cut), (fault) => {
    return fault instanceof DatabaseUnavailable && !(fault instanceof CommitUnknown);
  });
  assert.ok(idOf(await submit()));
  assert.equal(await paid(), 100);
});

test('a key is taken and given back while commits wait for a standby that is away', async (t) => {
  const { db } = await startHere(t, join(await scratchFolder(), 'postgres'));
  await migrate(db, migrationsFolder);
  await db.query({ text: `alter system set synchronous_standby_names = 'away'` });
  await db.query({ text: 'select pg_reload_conf()' });
  const isWaiting = { text: `select current_setting('synchronous_standby_names') = 'away' as waits` };
  await eventually(async () => (await db.query<{ waits: boolean }>(isWaiting))[0]!.waits);
  const scope = { accountId: crypto.randomUUID(), path: idempotencyPath, key: 'k' };
  const reservation = { bodySha256: Buffer.from('body'), seconds: 60 };
  for (const _round of [1, 2]) {
    assert.equal(await reserveKey(db, scope, reservation), 'reserved');
    assert.equal(await reserveKey(db, scope, reservation), 'taken');
    await releaseKey(db, scope);
  }
});
