/** Claims: each delivery to one sender, a few of each host, and cheap however many wait for a host that is dead. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { claimDeliveries, findDueLines } from '../../src/webhooks/claim-store.ts';
import { testDatabase } from '../support/database.ts';
import { accountId, claim, recordOf, schedule } from './support/harness.ts';

async function scheduleMany(db: Db, host: string, count: number, account = accountId): Promise<void> {
  const text = `insert into webhook_deliveries (account_id, event, url, host, payload, next_attempt_at)
    select $1, 'test', 'https://' || $2 || '/', $2, '{}', now() - interval '1 hour' + n * interval '1 ms'
    from generate_series(1, $3) n`;
  await db.query({ text }, [account, host, count]);
}

async function firstOf(db: Db, account: string, count: number): Promise<string[]> {
  const text = 'select id from webhook_deliveries where account_id = $1 order by next_attempt_at limit $2';
  const rows = await db.query<{ id: string }>({ text }, [account, count]);
  return rows.map(({ id }) => id);
}

async function medianMilliseconds(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(times / 2)]!;
}

test('senders that claim at the same time never get the same delivery', async (t) => {
  const { db } = await testDatabase(t);
  for (let host = 0; host < 10; host += 1) await scheduleMany(db, `host-${host}.example`, 20);
  const senders = Array.from({ length: 8 }, (_, i) => `sender ${i}`);
  const claims = await Promise.all(senders.map((worker) => claim(db, { worker })));
  const ids = claims.flat().map((delivery) => delivery.id);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.length >= 40, `only ${ids.length} were claimed`);
});

test('a claim takes what was granted of each line, the longest due first', async (t) => {
  const { db } = await testDatabase(t);
  const neighbour = randomUUID();
  await scheduleMany(db, 'a.example', 10);
  await scheduleMany(db, 'a.example', 10, neighbour);
  const first = await firstOf(db, accountId, 2);
  const theirs = await firstOf(db, neighbour, 1);
  const shares = [
    { account_id: accountId, host: 'a.example', tried: false, count: 2 },
    { account_id: neighbour, host: 'a.example', tried: false, count: 1 },
    { account_id: neighbour, host: 'a.example', tried: true, count: 4 },
    { account_id: neighbour, host: 'b.example', tried: false, count: 4 },
  ];
  const claimed = await claimDeliveries(db, { worker: 'test sender', leaseSeconds: 45, shares });
  assert.deepEqual(claimed.map(({ id }) => id).sort(), [...first, ...theirs].sort());
});

test('each account has a line of its own for every host, and first attempts are counted apart from repeats', async (t) => {
  const { db } = await testDatabase(t);
  const neighbour = randomUUID();
  await scheduleMany(db, 'a.example', 10);
  await scheduleMany(db, 'b.example', 1);
  await scheduleMany(db, 'a.example', 2, neighbour);
  const tried = 'update webhook_deliveries set attempts = 1 where id = any ($1)';
  await db.query({ text: tried }, [await firstOf(db, accountId, 3)]);
  const lines = await findDueLines(db, 4);
  assert.deepEqual(
    lines.map(({ account_id, host, ready, tried }) => [account_id === neighbour, host, tried, ready]).sort(),
    [
      [false, 'a.example', false, 4],
      [false, 'a.example', true, 3],
      [false, 'b.example', false, 1],
      [true, 'a.example', false, 2],
    ],
  );
});

test('what is not due, already claimed or over is not claimed', async (t) => {
  const { db } = await testDatabase(t);
  const ids = await Promise.all([1, 2, 3, 4].map(() => schedule(db, 'https://a.example/')));
  await db.query({ text: `update webhook_deliveries set next_attempt_at = now() + '1 s' where id = $1` }, [ids[0]]);
  await db.query({ text: `update webhook_deliveries set lease_until = now() + '1 s' where id = $1` }, [ids[1]]);
  await db.query({ text: `update webhook_deliveries set state = 'failed', next_attempt_at = null where id = $1` }, [
    ids[2],
  ]);
  assert.deepEqual(
    (await claim(db)).map((delivery) => delivery.id),
    [ids[3]],
  );
});

test('the attempt of a sender that died is made again under its own number', async (t) => {
  const { db } = await testDatabase(t);
  const id = await schedule(db, 'https://a.example/');
  for (const worker of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
    const [delivery] = await claim(db, { worker, leaseSeconds: 0 });
    assert.equal(delivery?.number, 1);
  }
  const { made, attempts } = await recordOf(db, id);
  assert.equal(attempts, 0);
  assert.equal(made.length, 1);
});

test('ten thousand deliveries of a dead host cost the others next to nothing, due or not', async (t) => {
  const { db } = await testDatabase(t);
  const lookAround = () => findDueLines(db, 4);
  for (let host = 0; host < 20; host += 1) await scheduleMany(db, `z-${host}.example`, 1);
  assert.equal((await lookAround()).length, 20);
  const before = await medianMilliseconds(21, lookAround);

  await scheduleMany(db, 'dead.example', 10_000);
  assert.equal((await lookAround()).length, 21);
  const due = await medianMilliseconds(21, lookAround);
  await db.query({ text: `update webhook_deliveries set attempts = 1 where host = 'dead.example'` });
  await scheduleMany(db, 'dead.example', 1);
  assert.equal((await lookAround()).length, 22);
  const behindRepeats = await medianMilliseconds(21, lookAround);
  await db.query({ text: `update webhook_deliveries set next_attempt_at = now() + '1 h' where host = 'dead.example'` });
  await db.query({ text: 'vacuum analyze webhook_deliveries' });
  assert.equal((await lookAround()).length, 20);
  const notDue = await medianMilliseconds(21, lookAround);
  const beside = [due, behindRepeats, notDue];
  const told = `a look took ${before.toFixed(1)} ms, ${beside.map((ms) => ms.toFixed(1))} ms beside the dead host`;
  assert.ok(Math.max(...beside) < 3 * before + 5, told);
  t.diagnostic(told);
});
