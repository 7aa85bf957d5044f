/** What an account may hold open in one process: so many waits and so many streams, and a line that is quiet is not silent. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { eventHeartbeatSeconds, streamsMax, waitsMax } from '@afterimage/contract';
import { eventAliveSeconds } from '@afterimage/contract/api';
import { eventually } from '../support/eventually.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** So many requests on their way at once: the kernel's line of connections that wait to be accepted is not endless. */
const atOnce = 200;

async function open(service: TestService, kind: 'waits' | 'streams'): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = new RegExp(`^afterimage_open_connections\\{[^}]*"${kind}"[^}]*\\} (\\d+)`, 'm');
  return Number(line.exec(text)?.[1] ?? Number.NaN);
}

/** Bare sockets: thousands of clients would be the larger part of the test. */
async function ask(
  t: TestContext,
  service: TestService,
  { key, path }: { key: string; path: string },
): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  return socket;
}

async function openMany(count: number, one: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const next = Math.min(atOnce, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: next }, one))));
  }
  return sockets;
}

test('an account has so many waits and streams in a process, with its twin, and no others suffer', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const [account, stranger] = [await service.account(), await service.account()];
  const pathOf = async ({ sandbox }: typeof account) => {
    const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox' });
    return `/v1/delta/generations/${body['task_uuid']}`;
  };
  const path = await pathOf(account);

  await t.test('waits', async (t) => {
    const asked = { key: account.sandbox.key, path: `${path}?wait=60` };
    const [first] = await openMany(waitsMax, () => ask(t, service, asked));
    await eventually(async () => (await open(service, 'waits')) === waitsMax);
    const refused = await account.sandbox.get(`${path}?wait=60`);
    assert.equal(refused.status, 429);
    assert.match(String(refused.body['detail']), /has 4,000 waits open here, which is all it may/);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    // What does not wait is answered, and another account waits as it likes.
    assert.equal((await account.sandbox.get(path)).status, 200);
    assert.equal((await stranger.sandbox.get(`${await pathOf(stranger)}?wait=1`)).status, 200);
    first!.destroy();
    await eventually(async () => (await open(service, 'waits')) === waitsMax - 1);
    assert.equal((await account.sandbox.get(`${path}?wait=1`)).status, 200);
  });

  await t.test('streams', async (t) => {
    const { sandbox, live } = account;
    const [first] = await openMany(streamsMax, () => ask(t, service, { key: sandbox.key, path: '/v1/events' }));
    await eventually(async () => (await open(service, 'streams')) === streamsMax);
    const refused = await live.get('/v1/events');
    assert.equal(refused.status, 429);
    assert.match(String(refused.body['detail']), /has 2,000 streams open here, which is all it may/);
    first!.destroy();
    await eventually(async () => (await open(service, 'streams')) === streamsMax - 1);
    const again = await ask(t, service, { key: live.key, path: '/v1/events' });
    const [answer] = (await once(again, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1.1 200 /);
  });
});

test(`a stream on which nothing happens has a comment within ${eventHeartbeatSeconds} seconds`, async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { sandbox } = await service.account();
  const socket = await ask(t, service, { key: sandbox.key, path: '/v1/events' });
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
  });
  await eventually(() => heard.includes(': watching'));
  await eventually(() => heard.includes(': still here'), { seconds: 3 * eventHeartbeatSeconds });
});

test(`a page hears within ${eventAliveSeconds} seconds that its stream is alive`, async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { sandbox } = await service.account();
  const socket = await ask(t, service, { key: sandbox.key, path: '/api/events' });
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
  });
  await eventually(() => /^event: alive\ndata: \S+\n\n/m.test(heard), { seconds: 4 * eventAliveSeconds });
});
