/** An engine's requests: its key goes to its own address only, and results come from where they may. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createEngineNet } from '../../src/net/engine-net.ts';

const never = new AbortController().signal;

async function serve(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function netFor(t: TestContext, addresses: string[], more: { allow?: string[] } = {}) {
  const net = createEngineNet({
    addresses,
    allow: more.allow ?? [],
    resolve: async () => [{ address: '10.0.0.1', family: 4 }],
  });
  t.after(() => net.close());
  return net;
}

test('an engine is sent nothing but at its own addresses', async (t) => {
  const { url } = await serve(t, (_request, response) => response.end('well'));
  const net = netFor(t, [url]);
  assert.equal(await (await net.send(`${url}/path`)).text(), 'well');
  assert.equal(await (await net.send(new Request(`${url}/path`, { method: 'POST', body: 'x' }))).text(), 'well');
  await assert.rejects(net.send('http://127.0.0.1:9/path'), /is not an address of this engine/);
  assert.throws(() => net.socket('ws://127.0.0.1:9/ws', {}), /is not an address of this engine/);
});

test('an order follows no redirect', async (t) => {
  const { url } = await serve(t, (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end());
  assert.equal((await netFor(t, [url]).send(url, { method: 'POST', body: 'x' })).status, 307);
});

test('every order has a connection of its own, questions share theirs', async (t) => {
  let connections = 0;
  const { url, server } = await serve(t, (_request, response) => response.end('well'));
  server.on('connection', () => {
    connections += 1;
  });
  const net = netFor(t, [url]);
  const ask = async (method: string) => {
    for (let time = 0; time < 3; time += 1)
      await (await net.send(url, { method, ...(method === 'POST' && { body: 'x' }) })).text();
    const seen = connections;
    connections = 0;
    return seen;
  };
  assert.ok((await ask('GET')) < 3);
  assert.equal(await ask('POST'), 3);
});

test('a question is answered whole, at the own addresses, and not without an end', async (t) => {
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/long') response.end('x'.repeat(2_000));
    else if (request.url === '/moved') response.writeHead(307, { location: '/path' }).end('moved');
    else if (request.url === '/never') response.writeHead(200).write('and so on');
    else response.writeHead(418, { 'retry-after': '7' }).end(`${request.headers.authorization} ${request.url}`);
  });
  const net = netFor(t, [url]);
  const ask = (address: string, signal = never) =>
    net.ask(address, { headers: { authorization: 'Bearer key' }, signal, bytesMax: 1_000 });
  const answer = await ask(`${url}/path?wait=5`);
  assert.deepEqual([answer.status, answer.headers['retry-after'], answer.text], [418, '7', 'Bearer key /path?wait=5']);
  assert.equal((await ask(`${url}/moved`)).status, 307);
  await assert.rejects(ask(`${url}/long`), /more than 1000 bytes/);
  await assert.rejects(ask('http://127.0.0.1:9/path'), /is not an address of this engine/);
  await assert.rejects(ask(`${url}/never`, AbortSignal.timeout(200)), { name: 'TimeoutError' });
});

test('a result may lie on the own host of an engine, and on public ones, and nowhere else', async (t) => {
  const seen: (string | undefined)[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    seen.push(request.headers['x-key'] as string | undefined);
    response.end('a result');
  };
  const [own, beside] = [await serve(t, answer), await serve(t, answer)];
  const net = netFor(t, [own.url]);
  const headers = { 'x-key': 'secret' };
  const download = async (url: string) => (await net.download(url, { signal: never, headers })).text();
  assert.equal(await download(own.url), 'a result');
  assert.equal(await download(beside.url), 'a result', 'the same host, another port');
  assert.deepEqual(seen, ['secret', undefined], 'the key goes to the own address only');
  await assert.rejects(download('http://results.example/file'), 'a name that leads inside');
  await assert.rejects(download('http://169.254.169.254/latest'), 'an address that is not public');
  await assert.rejects(download('file:///etc/passwd'), /no web address/);
});

test('a private host is fetched from where the operator allows it', async (t) => {
  const { url } = await serve(t, (_request, response) => response.end('a result'));
  const elsewhere = url.replace('127.0.0.1', '127.0.0.2');
  const closed = netFor(t, ['http://10.0.0.7:8900']);
  await assert.rejects(closed.download(url, { signal: never }));
  const open = netFor(t, ['http://10.0.0.7:8900'], { allow: ['127.0.0.1/32'] });
  assert.equal(await (await open.download(url, { signal: never })).text(), 'a result');
  await assert.rejects(open.download(elsewhere, { signal: never }));
});

test('a result that leads from address to address is given up', async (t) => {
  const { url } = await serve(t, (_request, response) => response.writeHead(302, { location: '/again' }).end());
  await assert.rejects(netFor(t, [url]).download(url, { signal: never }), /leads from address to address/);
  const inside = await serve(t, (_request, response) =>
    response.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
  );
  await assert.rejects(netFor(t, [inside.url]).download(inside.url, { signal: never }), 'a redirect to the inside');
});

test('a result is fetched from the bytes that a redirect names', async (t) => {
  const location = Buffer.from('/café', 'utf8').toString('latin1');
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/') response.writeHead(302, { location }).end();
    else response.end(request.url);
  });
  assert.equal(await (await netFor(t, [url]).download(url, { signal: never })).text(), '/caf%C3%A9');
});

test('what is under way ends when the engine is closed', async (t) => {
  const { url } = await serve(t, () => {});
  const net = netFor(t, [url]);
  const pending = net.send(url, { method: 'POST', body: 'x' });
  setTimeout(() => void net.close(), 50);
  await assert.rejects(pending);
});
