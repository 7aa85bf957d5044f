/** The guarded fetch against real servers: DNS games, redirects, sizes, times, encodings. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Resolve } from '../../src/net/checked-connect.ts';
import { createSafeFetch, type GetOptions } from '../../src/net/safe-fetch.ts';
import { type Canary, startCanary } from './support/canary.ts';

/** Where the outside world's servers stand in these tests; the canary stands on every other loopback address. */
const outside = '127.0.0.77';
const allow = [`${outside}/32`];
const quick: GetOptions = { bytesMax: 10_000, connectSeconds: 20, totalSeconds: 30, redirectsMax: 3, into: 'memory' };

let canary: Canary;
let folder: string;
const servers: { close(): unknown; closeAllConnections?(): void }[] = [];

before(async () => {
  canary = await startCanary();
  folder = await mkdtemp(join(tmpdir(), 'safe-fetch-'));
});
after(async () => {
  canary.close();
  for (const server of servers) {
    server.close();
    server.closeAllConnections?.();
  }
  await rm(folder, { recursive: true });
});

async function serve(answer: RequestListener, host = outside): Promise<number> {
  return listen(createServer(answer), host);
}

async function listen(server: Server, host = outside): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** A DNS that says what the test wants, call by call; the last answer stays. */
function dns(answers: Record<string, string[][]>): Resolve {
  return async (hostname) => {
    const left = answers[hostname];
    if (!left) throw new Error('ENOTFOUND');
    const now = left.length > 1 ? left.shift()! : left[0]!;
    return now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

test('a public name is fetched with nothing of ours in the request', async () => {
  let seen: NodeJS.Dict<string | string[]> = {};
  const port = await serve((request, response) => {
    seen = request.headers;
    response.setHeader('set-cookie', 'a=b').end('picture');
  });
  const fetch = createSafeFetch({ allow, resolve: dns({ 'pictures.test': [[outside]] }) });
  const fetched = await fetch.get(`http://pictures.test:${port}/a?b=c#d`, quick);
  assert.equal(fetched.ok && fetched.body.toString(), 'picture');
  assert.equal(fetched.ok && fetched.bytes, 7);
  assert.equal(seen['accept-encoding'], 'identity');
  assert.equal(seen['host'], `pictures.test:${port}`);
  await fetch.get(`http://pictures.test:${port}/`, quick);
  assert.deepEqual(Object.keys(seen).sort(), ['accept', 'accept-encoding', 'connection', 'host']);
});

const child = fileURLToPath(new URL('./support/fetch-child.ts', import.meta.url));

test('proxies named in the environment are not used', async () => {
  const port = await serve((_request, response) => response.end('direct'));
  const run = promisify(execFile)(
    process.execPath,
    [child, JSON.stringify({ url: `http://${outside}:${port}/`, allow })],
    {
      env: {
        HTTP_PROXY: `http://127.0.0.1:${canary.port}`,
        http_proxy: `http://127.0.0.1:${canary.port}`,
        NODE_USE_ENV_PROXY: '1',
      },
    },
  );
  assert.equal((await run).stdout, 'ok direct');
  assert.equal(canary.hits(), 0);
});

test('a name is refused when any of its addresses is private, whichever stands first', async () => {
  const port = await serve((_request, response) => response.end('x'));
  for (const answers of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::127.0.0.1'],
    ['fe80::1%lo'],
    [outside, '127.0.0.1'],
    ['127.0.0.1', outside],
    [outside, '::1'],
    ['8.8.8.8', '10.0.0.1'],
    [...Array.from({ length: 49 }, (_, index) => `8.8.8.${index}`), '192.168.0.1'],
    ['not an address'],
  ]) {
    const fetch = createSafeFetch({ allow, resolve: dns({ 'evil.test': [answers] }) });
    for (const target of [canary.port, port]) {
      const fetched = await fetch.get(`http://evil.test:${target}/`, quick);
      assert.equal(!fetched.ok && fetched.why, 'refused_address', answers.join());
    }
  }
  assert.equal(canary.hits(), 0);
});

test('a name that turns private between look-ups is refused the second time, and never asked twice for one connection', async () => {
  const port = await serve((_request, response) => response.end('x'));
  let looks = 0;
  const flip = dns({ 'flip.test': [[outside], ['127.0.0.1']] });
  const fetch = createSafeFetch({
    allow,
    resolve: (name) => {
      looks += 1;
      return flip(name);
    },
  });
  assert.equal((await fetch.get(`http://flip.test:${port}/`, quick)).ok, true);
  assert.equal(looks, 1);
  const second = await fetch.get(`http://flip.test:${canary.port}/`, quick);
  assert.equal(!second.ok && second.why, 'refused_address');
  assert.equal(canary.hits(), 0);
});

test('a redirect to the same name is looked up and judged again', async () => {
  const port = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end());
  const fetch = createSafeFetch({ allow, resolve: dns({ 'flip.test': [[outside], ['127.0.0.1']] }) });
  const fetched = await fetch.get(`http://flip.test:${port}/`, quick);
  assert.equal(!fetched.ok && fetched.why, 'refused_address');
});

test('redirects to private addresses and foreign schemes are refused, whatever their status', async () => {
  const targets: [string, string][] = [
    [`http://127.0.0.1:${canary.port}/`, 'refused_address'],
    [`http://[::1]:${canary.port}/`, 'refused_address'],
    [`//2130706433:${canary.port}/`, 'refused_address'],
    [`http://[::ffff:127.0.0.1]:${canary.port}/`, 'refused_address'],
    ['http://169.254.169.254/latest/meta-data/', 'refused_address'],
    [`http://inside.test:${canary.port}/`, 'refused_address'],
    [`http://user:secret@${outside}/`, 'redirects'],
    ['file:///etc/passwd', 'redirects'],
    ['ftp://8.8.8.8/', 'redirects'],
    ['data:text/plain,x', 'redirects'],
    ['http://', 'redirects'],
  ];
  let location = '';
  const port = await serve((request, response) =>
    response.writeHead(Number(request.url?.slice(1)), { location }).end('body'),
  );
  const fetch = createSafeFetch({ allow, resolve: dns({ 'inside.test': [['127.0.0.1']] }) });
  for (const [target, why] of targets) {
    location = target;
    for (const status of [301, 302, 303, 307, 308]) {
      const fetched = await fetch.get(`http://${outside}:${port}/${status}`, quick);
      assert.equal(!fetched.ok && fetched.why, why, `${status} ${target}`);
    }
  }
  assert.equal(canary.hits(), 0);
});

test('three redirects are followed and a fourth is not', async () => {
  const port = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const fetch = createSafeFetch({ allow });
  const third = await fetch.get(`http://${outside}:${port}/3`, quick);
  assert.equal(third.ok && third.body.toString(), 'there');
  const fourth = await fetch.get(`http://${outside}:${port}/4`, quick);
  assert.equal(!fourth.ok && fourth.why, 'redirects');
  const none = await fetch.get(`http://${outside}:${port}/1`, { ...quick, redirectsMax: 0 });
  assert.equal(!none.ok && none.why, 'redirects');
});

test('a redirect leads to the bytes that it names', async () => {
  const location = Buffer.from('/café?of=狐', 'utf8').toString('latin1');
  const port = await serve((request, response) => {
    if (request.url === '/') response.writeHead(302, { location }).end();
    else response.end(request.url);
  });
  const fetched = await createSafeFetch({ allow }).get(`http://${outside}:${port}/`, quick);
  assert.equal(fetched.ok && fetched.body.toString(), '/caf%C3%A9?of=%E7%8B%90');
});

test('an answer that is not 2xx is reported with its status and without its text', async () => {
  const port = await serve((request, response) => response.writeHead(Number(request.url?.slice(1))).end('banner'));
  const fetch = createSafeFetch({ allow });
  for (const status of [300, 304, 400, 403, 404, 410, 500, 503]) {
    const fetched = await fetch.get(`http://${outside}:${port}/${status}`, quick);
    assert.deepEqual(fetched, { ok: false, why: 'status', status, sentence: `The server answered ${status}.` });
  }
});

test('addresses with user info, and those of other schemes, are refused before any connection', async () => {
  const fetch = createSafeFetch({ allow: ['127.0.0.0/8'] });
  for (const url of [
    `http://a@127.0.0.1:${canary.port}/`,
    `http://:b@127.0.0.1:${canary.port}/`,
    'file:///etc/passwd',
    'nonsense',
  ]) {
    const fetched = await fetch.get(url, quick);
    assert.equal(!fetched.ok && fetched.why, 'refused_address', url);
  }
  assert.equal(canary.hits(), 0);
});

test('a compressed answer is refused, not inflated', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip', 'x']) {
    const port = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    const fetched = await createSafeFetch({ allow }).get(`http://${outside}:${port}/`, { ...quick, bytesMax: 1e8 });
    assert.equal(!fetched.ok && fetched.why, 'encoding');
  }
});

test('the byte limit includes its last byte, declared or not, in memory or to a file', async () => {
  const port = await serve((request, response) => {
    const [, size, declared] = request.url!.split('/');
    if (declared) response.setHeader('content-length', size!);
    response.write(Buffer.alloc(Number(size) - 1, 120));
    response.end('x');
  });
  const fetch = createSafeFetch({ allow });
  for (const declared of ['', 'declared']) {
    for (const into of ['memory', { file: join(folder, 'kept') }] as const) {
      const fits = await fetch.get(`http://${outside}:${port}/10000/${declared}`, { ...quick, into });
      assert.equal(fits.ok && fits.bytes, 10_000);
      if (into !== 'memory') assert.equal((await readFile(into.file)).length, 10_000);
      await rm(join(folder, 'kept'), { force: true });
      const large = await fetch.get(`http://${outside}:${port}/10001/${declared}`, { ...quick, into });
      assert.equal(!large.ok && large.why, 'too_large');
      assert.equal(existsSync(join(folder, 'kept')), false);
    }
  }
});

test('an answer that ends early is a failure and leaves no file', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 5_000 });
    response.write('half', () => response.socket?.destroy());
  });
  const file = join(folder, 'half');
  const fetched = await createSafeFetch({ allow }).get(`http://${outside}:${port}/`, { ...quick, into: { file } });
  assert.equal(!fetched.ok && fetched.why, 'connect');
  assert.equal(existsSync(file), false);
});

test('a file that cannot be written is our fault and is thrown', async () => {
  const port = await serve((_request, response) => response.end('x'));
  const into = { file: join(folder, 'no', 'such', 'folder') };
  await assert.rejects(createSafeFetch({ allow }).get(`http://${outside}:${port}/`, { ...quick, into }), /ENOENT/);
});

test('a server that drips, stalls or never answers is cut off at the total time', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/silent') return;
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  });
  const fetch = createSafeFetch({ allow });
  for (const path of ['silent', 'drip']) {
    const started = performance.now();
    const fetched = await fetch.get(`http://${outside}:${port}/${path}`, { ...quick, totalSeconds: 0.3 });
    assert.equal(!fetched.ok && fetched.why, 'timeout');
    assert.ok(performance.now() - started < 20_000);
  }
});

test('connecting has a limit of its own, from the name to the handshake', async () => {
  const silent = createTcpServer();
  servers.push(silent);
  await new Promise<void>((resolve) => silent.listen(0, outside, resolve));
  const { port } = silent.address() as AddressInfo;
  const handshake = await createSafeFetch({ allow }).get(`https://${outside}:${port}/`, {
    ...quick,
    connectSeconds: 0.2,
  });
  assert.equal(!handshake.ok && handshake.why, 'timeout');
  const lookup = await createSafeFetch({ allow, resolve: () => new Promise(() => {}) }).get('http://slow.test/', {
    ...quick,
    connectSeconds: 0.2,
  });
  assert.equal(!lookup.ok && lookup.why, 'timeout');
});

test('requests at the same time share one look at a name, and the next one looks anew', async () => {
  const port = await serve((_request, response) => response.end('picture'));
  let looks = 0;
  const resolve: Resolve = async (hostname) => {
    looks += 1;
    await nextIteration();
    return dns({ 'pictures.test': [[outside]] })(hostname);
  };
  const fetch = createSafeFetch({ allow, resolve });
  const url = `http://pictures.test:${port}/`;
  const fetched = await Promise.all([1, 2, 3].map(() => fetch.get(url, quick)));
  assert.deepEqual([fetched.every(({ ok }) => ok), looks], [true, 1]);
  assert.deepEqual([(await fetch.get(url, quick)).ok, looks], [true, 2]);
});

test('unknown names, closed ports and talk that is not HTTP are told apart without quoting anyone', async () => {
  const banner = createTcpServer((socket) => socket.end('SSH-2.0-secret\r\n'));
  servers.push(banner);
  await new Promise<void>((resolve) => banner.listen(0, outside, resolve));
  const fetch = createSafeFetch({ allow, resolve: dns({}) });
  const unknown = await fetch.get('http://unknown.test/', quick);
  assert.deepEqual(unknown, { ok: false, why: 'dns', sentence: 'The name could not be resolved.' });
  const closed = await fetch.get(`http://${outside}:1/`, quick);
  const ssh = await fetch.get(`http://${outside}:${(banner.address() as AddressInfo).port}/`, quick);
  assert.equal(!closed.ok && closed.why, 'connect');
  assert.deepEqual(ssh, closed);
});

test('the caller can give up', async () => {
  const port = await serve(() => {});
  const stop = new AbortController();
  const fetching = createSafeFetch({ allow }).get(`http://${outside}:${port}/`, { ...quick, signal: stop.signal });
  setImmediate(() => stop.abort());
  const fetched = await fetching;
  assert.equal(!fetched.ok && fetched.why, 'aborted');
  const before = await createSafeFetch({ allow }).get(`http://${outside}:${port}/`, {
    ...quick,
    signal: AbortSignal.abort(),
  });
  assert.equal(!before.ok && before.why, 'aborted');
});

test('a post reports any answer, follows nothing, and keeps the first bytes only', async () => {
  let body = '';
  let path = '';
  const port = await serve(async (request, response) => {
    path = request.url!;
    body = Buffer.concat(await request.toArray()).toString();
    const status = Number(path.slice(1));
    response.writeHead(status, status === 302 ? { location: `http://127.0.0.1:${canary.port}/` } : {});
    response.write(`a\u0000b${'c'.repeat(200)}`, () => {
      if (status === 299) response.socket?.destroy();
      else if (status !== 298) response.end();
    });
  });
  const fetch = createSafeFetch({ allow });
  const order = {
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
    connectSeconds: 20,
    totalSeconds: 20,
    answerBytesKept: 9,
  };
  for (const status of [200, 204, 302, 404, 410, 500, 299, 298]) {
    const posted = await fetch.post(`http://${outside}:${port}/${status}`, order);
    assert.equal(posted.answered && posted.status, status);
    assert.equal(posted.answered && posted.excerpt, status === 204 ? '' : 'abcccccc');
    assert.deepEqual([path, body], [`/${status}`, '{"a":1}']);
    assert.ok(posted.milliseconds >= 0 && posted.milliseconds < 20_000);
  }
  const stalled = await fetch.post(`http://${outside}:${port}/298`, {
    ...order,
    answerBytesKept: 1_000,
    totalSeconds: 0.3,
  });
  assert.equal(stalled.answered && stalled.status, 298);
  assert.equal(canary.hits(), 0);
});

test('no connection outlives its request', async () => {
  const server = createServer((_request, response) => response.end('x'));
  const port = await listen(server);
  const closed = new Promise<void>((resolve) =>
    server.once('connection', (socket) => once(socket, 'close').then(() => resolve())),
  );
  await createSafeFetch({ allow }).get(`http://${outside}:${port}/`, quick);
  await closed;
});

test('headers of more than 16 kB are no answer', async () => {
  const port = await serve((_request, response) => response.setHeader('x-large', 'x'.repeat(17_000)).end('x'));
  const fetched = await createSafeFetch({ allow }).get(`http://${outside}:${port}/`, quick);
  assert.equal(!fetched.ok && fetched.why, 'connect');
});
