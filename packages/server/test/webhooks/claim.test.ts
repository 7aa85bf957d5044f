/** Claims: each delivery to one sender, a few of each host, and cheap however many wait for a host that is dead. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '@afterimage/server/db/postgres';
import { testDatabase } from '../support/database.ts';
import { accountId, claim, recordOf, schedule } from './bench.ts';

async function scheduleMany(db: Db, host: string, count: number): Promise<void> {
  const text = `insert into webhook_deliveries (account_id, url, host, payload, next_attempt_at)
    select $1, 'https://' || $2 || '/', $2, '{}', now() - interval '1 hour' + n * interval '1 ms'
    from generate_series(1, $3) n`;
  await db.query({ text }, [accountId, host, count]);
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

test('a claim takes at most four of a host, and fewer when some are under way', async (t) => {
  const { db } = await testDatabase(t);
  await scheduleMany(db, 'a.example', 10);
  await scheduleMany(db, 'b.example', 10);
  const busy = new Map([
    ['a.example', 3],
    ['c.example', 4],
  ]);
  const hosts = (await claim(db, { busy })).map((delivery) => delivery.host).sort();
  assert.deepEqual(hosts, ['a.example', 'b.example', 'b.example', 'b.example', 'b.example']);
});

test('a claim takes no more than it was asked for, the longest due first', async (t) => {
  const { db } = await testDatabase(t);
  await scheduleMany(db, 'a.example', 10);
  const [first, second] = await db.query<{ id: string }>({
    text: 'select id from webhook_deliveries order by next_attempt_at limit 2',
  });
  const claimed = (await claim(db, { limit: 2 })).map((delivery) => delivery.id).sort();
  assert.deepEqual(claimed, [first!.id, second!.id].sort());
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

test('ten thousand due deliveries of a dead host cost the others next to nothing', async (t) => {
  const { db } = await testDatabase(t);
  const busy = new Map([['dead.example', 4]]);
  const lookAround = () => claim(db, { busy });
  for (let host = 0; host < 20; host += 1) await scheduleMany(db, `z-${host}.example`, 1);
  assert.equal((await lookAround()).length, 20);
  const before = await medianMilliseconds(21, lookAround);

  await scheduleMany(db, 'dead.example', 10_000);
  await scheduleMany(db, 'zz.example', 1);
  assert.deepEqual(
    (await lookAround()).map((delivery) => delivery.host),
    ['zz.example'],
  );
  const after = await medianMilliseconds(21, lookAround);
  assert.ok(
    after < 3 * before + 5,
    `a claim took ${before.toFixed(1)} ms, and ${after.toFixed(1)} ms behind the dead host`,
  );
  t.diagnostic(`claim ${before.toFixed(1)} ms; behind 10,000 of a dead host ${after.toFixed(1)} ms`);
});
