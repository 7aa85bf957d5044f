/** The delivery loop: five attempts, spaced, at least once, and no receiver in the way of another. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Db } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { wakeOnNotifications } from '../../src/queue/wake.ts';
import type { Sender } from '../../src/webhooks/attempt.ts';
import { createDeliveryLoop } from '../../src/webhooks/deliver.ts';
import { attemptsPerLineMax } from '../../src/webhooks/delivery-slots.ts';
import { listLog } from '../../src/webhooks/log-store.ts';
import { redeliver, sendTest } from '../../src/webhooks/redeliver.ts';
import { scheduleEvent } from '../../src/webhooks/schedule.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { answering, type Behaviour, startReceiver, trustedAuthority } from '../support/receiver.ts';
import { accountId, countStates, createSender, hurried, recordOf, schedule, secret } from './support/harness.ts';

const log = createSilentLog();
const authority = trustedAuthority();
const certificate = authority.issue(['127.0.0.1']);

function startLoop(t: TestContext, db: Db, changes: Partial<Sender> = {}) {
  const loop = createDeliveryLoop({ ...createSender(db, changes), log });
  t.after(() => loop.stop());
  return loop;
}

/** One after the other: so many at once wait longer for a connection on a busy machine than a query may. */
async function scheduleAll(db: Db, urls: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const url of urls) ids.push(await schedule(db, url));
  return ids;
}

/** Accepts connections, on every loopback address, and says nothing, not even the TLS handshake. */
async function startBlackHole(t: TestContext) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as { port: number };
  return {
    url: `https://127.0.0.1:${port}/`,
    /** As many hosts, each of which has to be found out about on its own. */
    hosts: (count: number) => Array.from({ length: count }, (_, i) => `https://127.0.2.${i + 1}:${port}/`),
    waiting: () => sockets.size,
  };
}

test('a receiver that keeps failing gets five attempts, each after its pause, and then the delivery has failed', async (t) => {
  const { db } = await testDatabase(t);
  const receiver = await startReceiver(t, answering(503), { certificate });
  const id = await schedule(db, receiver.url);
  const retrySeconds = 0.25;
  startLoop(t, db, { retrySeconds });
  await eventually(async () => (await recordOf(db, id)).state === 'failed');

  const { made, attempts } = await recordOf(db, id);
  assert.equal(attempts, 5);
  assert.deepEqual(
    made.map(({ number, status_code }) => [number, status_code]),
    [1, 2, 3, 4, 5].map((number) => [number, 503]),
  );
  assert.equal(receiver.received.length, 5);
  for (const [earlier, later] of made.slice(1).map((attempt, i) => [made[i]!, attempt] as const)) {
    const pause = later.started_at.getTime() - earlier.started_at.getTime() - earlier.milliseconds!;
    assert.ok(pause >= retrySeconds * 1000 - 2, `a pause of ${pause} ms is too short`);
    // The pause of production would be 30 s.
    assert.ok(pause < 10_000, `a pause of ${pause} ms is too long`);
  }
});

test('every attempt carries the same id and the same bytes, and a signature of its own time', async (t) => {
  const { db } = await testDatabase(t);
  const receiver = await startReceiver(t, answering(500), { certificate });
  const id = await schedule(db, receiver.url);
  startLoop(t, db, { retrySeconds: 0.3 });
  await receiver.arrived(5);
  const [first] = receiver.received;
  for (const { headers, body, at } of receiver.received) {
    assert.equal(headers['webhook-id'], id);
    assert.equal(body, first!.body);
    assert.ok(Math.abs(at / 1000 - Number(headers['webhook-timestamp'])) < 10);
    new Webhook(secret).verify(body, headers);
  }
  const timestamps = receiver.received.map(({ headers }) => headers['webhook-timestamp']);
  assert.ok(new Set(timestamps).size > 1, 'over 1.2 seconds the timestamps must differ');
});

test('a receiver that recovers gets its event, and nothing after it', async (t) => {
  const { db } = await testDatabase(t);
  let answers = 0;
  const receiver = await startReceiver(
    t,
    (response) => {
      answers += 1;
      response.writeHead(answers < 3 ? 500 : 200).end();
    },
    { certificate },
  );
  const id = await schedule(db, receiver.url);
  const other = await startReceiver(t, answering(200), { certificate });
  startLoop(t, db, { retrySeconds: 0.05 });
  await eventually(async () => (await recordOf(db, id)).state === 'delivered');
  // Another delivery passes through the whole loop: by then an attempt too many would have been made.
  const later = await schedule(db, other.url);
  await eventually(async () => (await recordOf(db, later)).state === 'delivered');
  assert.equal(receiver.received.length, 3);
  assert.equal((await recordOf(db, id)).attempts, 3);
});

test('an event whose transaction is rolled back is never sent', async (t) => {
  const { db } = await testDatabase(t);
  const url = 'https://receiver.example/';
  const settling = db.transaction(async (tx) => {
    await scheduleEvent(tx, 'test', { accountId, url });
    throw new Error('the settling failed');
  });
  await assert.rejects(settling, /the settling failed/);
  assert.deepEqual(await countStates(db), {});
});

test('a scheduled event is on its way at once, not at the next poll', async (t) => {
  const { db, settings } = await testDatabase(t);
  const receiver = await startReceiver(t, answering(200), { certificate });
  const loop = startLoop(t, db, { timings: { leaseSeconds: 45, pollSeconds: 60, graceSeconds: 0 } });
  const wake = await wakeOnNotifications({ webhooks: () => loop.wake() }, { settings, log });
  t.after(() => wake.stop());
  const delays: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    // The loop looks when it begins and after each event, and then rests, which shows in nothing.
    await eventually(() => loop.running() === 0);
    await pause(200);
    const scheduledAt = Date.now();
    await schedule(db, receiver.url);
    await receiver.arrived(i + 1);
    delays.push(Date.now() - scheduledAt);
  }
  // By polls alone, every one of them would take a minute.
  assert.ok(Math.max(...delays) < 20_000, `events took ${delays.join(', ')} ms`);
});

test('a black hole holds up nobody else: a hundred receivers get their events while it swallows its own', async (t) => {
  const { db } = await testDatabase(t);
  const hole = await startBlackHole(t);
  for (let i = 0; i < 40; i += 1) await schedule(db, hole.url);
  const addresses = Array.from({ length: 100 }, (_, i) => `127.0.1.${i + 1}`);
  const everywhere = { certificate: authority.issue(addresses), address: '0.0.0.0' };
  const receiver = await startReceiver(t, answering(200), everywhere);
  for (const address of addresses) await schedule(db, `https://${address}:${receiver.port}/`);

  startLoop(t, db, { safeFetch: hurried(60) });
  const startedAt = Date.now();
  await receiver.arrived(100);
  const milliseconds = Date.now() - startedAt;
  // The black hole keeps each of its attempts for a minute.
  assert.ok(milliseconds < 45_000, `the good receivers waited ${milliseconds} ms`);
  t.diagnostic(`100 receivers behind a black hole: ${milliseconds} ms`);
  await eventually(async () => (await countStates(db))['delivered'] === 100);
  assert.equal(hole.waiting(), 40, 'its own events wait for each other no more than the others do');
  assert.equal((await countStates(db))['waiting'], 40);
});

/** Answers nothing to `/hang/…` and 200 to the rest. */
const hangingHere: Behaviour = (response, _event, request) =>
  request.url!.startsWith('/hang') || response.writeHead(200).end();

test('thirty events that hang delay neither each other nor the one that is answered on the same host', async (t) => {
  const { db } = await testDatabase(t);
  const receiver = await startReceiver(t, hangingHere, { certificate });
  const host = `https://127.0.0.1:${receiver.port}`;
  const hanging = await scheduleAll(
    db,
    Array.from({ length: 30 }, (_, i) => `${host}/hang/${i}`),
  );
  const good = await schedule(db, `${host}/ok`);
  const retrySeconds = 0.5;
  startLoop(t, db, { safeFetch: hurried(1, /hang/), retrySeconds });
  const made = async (id: string) => (await recordOf(db, id)).made;
  await eventually(async () => (await recordOf(db, good)).state === 'delivered');
  for (const id of hanging) await eventually(async () => (await made(id)).length >= 2);
  for (const id of hanging) {
    const [first, second] = await made(id);
    const pause = second!.started_at.getTime() - first!.started_at.getTime() - first!.milliseconds!;
    assert.ok(pause >= retrySeconds * 1000 - 2, `a pause of ${pause} ms is too short`);
    // One after the other, the thirty would take half a minute.
    assert.ok(pause < 10_000, `a pause of ${pause} ms is too long`);
  }
});

test('a first attempt goes before any number of repeats to the same host', async (t) => {
  const { db } = await testDatabase(t);
  const receiver = await startReceiver(t, hangingHere, { certificate });
  const host = `https://127.0.0.1:${receiver.port}`;
  await scheduleAll(db, Array(2 * attemptsPerLineMax).fill(`${host}/hang`));
  await db.query({ text: 'update webhook_deliveries set attempts = 1' });
  const id = await schedule(db, `${host}/ok`);
  startLoop(t, db, { safeFetch: hurried(60) });
  await eventually(async () => (await recordOf(db, id)).state === 'delivered');
  await receiver.arrived(attemptsPerLineMax);
});

/** More than may be under way for one account. */
const deadHosts = 250;

test("an account's slow receivers do not delay another account's events to the same host", async (t) => {
  const { db } = await testDatabase(t);
  const receiver = await startReceiver(t, hangingHere, { certificate });
  const host = `https://127.0.0.1:${receiver.port}`;
  for (let i = 0; i < 2 * attemptsPerLineMax; i += 1) await schedule(db, `${host}/hang`);
  const loop = startLoop(t, db, { safeFetch: hurried(60) });
  await receiver.arrived(1);
  const id = await schedule(db, `${host}/ok`, randomUUID());
  loop.wake();
  await eventually(async () => (await recordOf(db, id)).state === 'delivered');
});

test("an account's many dead hosts delay neither another account's event nor its own to a host that answers", async (t) => {
  const { db } = await testDatabase(t);
  const hole = await startBlackHole(t);
  const receiver = await startReceiver(t, answering(200), { certificate });
  const known = await schedule(db, receiver.url);
  const loop = startLoop(t, db, { safeFetch: hurried(60) });
  await eventually(async () => (await recordOf(db, known)).state === 'delivered');

  await scheduleAll(db, hole.hosts(deadHosts));
  loop.wake();
  await eventually(async () => hole.waiting() > 150);
  const later = [await schedule(db, receiver.url), await schedule(db, receiver.url, randomUUID())];
  loop.wake();
  for (const id of later) await eventually(async () => (await recordOf(db, id)).state === 'delivered');
  assert.ok(hole.waiting() < deadHosts, 'the dead hosts asked for more slots than their account has');
});

test('a host that was never tried comes before the retries of many that are dead', async (t) => {
  const { db } = await testDatabase(t);
  const hole = await startBlackHole(t);
  await scheduleAll(db, hole.hosts(deadHosts));
  const receiver = await startReceiver(t, answering(200), { certificate });
  const good = await schedule(db, receiver.url);
  startLoop(t, db, { safeFetch: hurried(0.4, /\/\/127\.0\.2\./), retrySeconds: 0 });
  await eventually(async () => (await recordOf(db, good)).state === 'delivered');
});

test('a sender that stops gives back what it was sending, and the attempt is made again', async (t) => {
  const { db } = await testDatabase(t);
  let silent = true;
  const receiver = await startReceiver(t, (response) => silent || response.writeHead(200).end(), { certificate });
  const id = await schedule(db, receiver.url);
  const loop = startLoop(t, db);
  await receiver.arrived(1);
  await loop.stop();
  assert.deepEqual(
    { ...(await recordOf(db, id)), made: null },
    { state: 'waiting', attempts: 0, worker: null, made: null },
  );

  silent = false;
  startLoop(t, db);
  await eventually(async () => (await recordOf(db, id)).state === 'delivered');
  const { made } = await recordOf(db, id);
  assert.deepEqual(
    made.map(({ number, status_code }) => [number, status_code]),
    [[1, 200]],
  );
});

test('a delivery can be sent again by hand, with the same id, by its own account only', async (t) => {
  const { db } = await testDatabase(t);
  const receiver = await startReceiver(t, answering(200), { certificate });
  const id = await schedule(db, receiver.url);
  const loop = startLoop(t, db);
  await eventually(async () => (await recordOf(db, id)).state === 'delivered');
  const stranger = '00000000-0000-7000-8000-000000000000';
  assert.equal(await redeliver(db, stranger, id), 'not_sent');
  assert.equal(await redeliver(db, accountId, id), 'scheduled');
  loop.wake();
  await eventually(async () => (await recordOf(db, id)).attempts === 2);
  assert.equal((await recordOf(db, id)).state, 'delivered');
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [id, id],
  );
});

test('a test event is delivered, recorded and listed like any other', async (t) => {
  const { db } = await testDatabase(t);
  const receiver = await startReceiver(t, answering(200), { certificate });
  const id = await sendTest(db, { accountId, url: receiver.url });
  startLoop(t, db);
  await eventually(async () => (await recordOf(db, id)).state === 'delivered');
  new Webhook(secret).verify(receiver.received[0]!.body, receiver.received[0]!.headers);
  const { rows } = await listLog(db, { accountId, before: null, limit: 10, filter: {} });
  assert.deepEqual(
    rows.map((delivery) => delivery.id),
    [id],
  );
});
