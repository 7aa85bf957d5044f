/** One request leaves, whatever is tried after it, and what it came to is judged by what came back alone. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { test } from 'node:test';
import {
  createOneRequest,
  failedStart,
  isDefinite,
  type Reply,
  readReply,
  retryAfterSeconds,
  startWithoutReply,
} from '../../src/engines/one-request.ts';
import { asAborted, asItCame, callSdk, checked } from '../../src/engines/sdk-call.ts';
import { createEngineNet } from '../../src/net/engine-net.ts';
import { choosePort } from '../faults/support/service-process.ts';

const reply = (status: number, text: string, headers: Record<string, string> = {}): Reply => ({
  status,
  text,
  json: text.startsWith('{') ? JSON.parse(text) : undefined,
  headers: new Headers(headers),
});
const isVendors = (json: unknown) => json !== undefined;
const faultOf = () => ({ class: 'quota', message: 'said so' }) as const;

test('a second request never leaves, however the first ended', async () => {
  for (const first of [new Response('well'), new Response('no', { status: 500 }), new Error('dropped')]) {
    let sent = 0;
    const one = createOneRequest({
      stop: asAborted,
      send: async () => {
        sent += 1;
        if (first instanceof Error) throw first;
        return first;
      },
    });
    for (let time = 0; time < 4; time += 1) await one.send('http://vendor').catch(() => {});
    assert.equal(sent, 1);
    assert.equal(one.result().sent, first instanceof Error ? 'no reply' : 'replied');
  }
});

test('a reply without end was no reply, and is not read to where the memory ends', async () => {
  const chunk = new Uint8Array(2 ** 24);
  let sent = 0;
  let left: 'cancelled' | undefined;
  const endless = new ReadableStream({
    pull(controller) {
      sent += chunk.length;
      controller.enqueue(chunk);
    },
    cancel() {
      left = 'cancelled';
    },
  });
  await assert.rejects(readReply(new Response(endless)), /more than \d+ bytes/);
  assert.equal(left, 'cancelled');
  assert.ok(sent < 2 ** 28);
});

test('a question that is broken off is over, also in the middle of its reply', async () => {
  const asking = new AbortController();
  const stalled = new ReadableStream({ start: (controller) => controller.enqueue(Uint8Array.of(123)) });
  const reading = readReply(new Response(stalled), asking.signal);
  asking.abort(new Error('enough'));
  await assert.rejects(reading, /enough/);
  await assert.rejects(readReply(new Response(new ReadableStream()), asking.signal), /enough/);
});

test('a reply is read as text, whatever pieces it comes in', async () => {
  const whole = Buffer.from('\ufeff{"name":"Grüße, 漢字"}');
  const pieces = new ReadableStream({
    start(controller) {
      for (const byte of whole) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const { text, json } = await readReply(new Response(pieces, { status: 201 }));
  assert.equal(text, '{"name":"Grüße, 漢字"}');
  assert.deepEqual(json, { name: 'Grüße, 漢字' });
  assert.equal((await readReply(new Response(null, { status: 204 }))).text, '');
});

test('a reply that breaks off in the middle was no reply', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":'));
      controller.error(new Error('terminated'));
    },
  });
  const one = createOneRequest({ stop: asAborted, send: async () => new Response(broken) });
  await assert.rejects(one.send('http://vendor'));
  assert.equal(one.result().sent, 'no reply');
});

test("a 4xx and the vendor's own 503 are definite, everything else proves nothing", () => {
  const verdicts = [
    reply(400, ''),
    reply(404, '<html>'),
    reply(429, ''),
    reply(503, '{"error":1}'),
    reply(503, '<html>'),
    reply(500, '{"error":1}'),
    reply(502, ''),
    reply(504, '{"error":1}'),
    reply(200, '<html>'),
  ].map((one) => isDefinite(one, isVendors));
  assert.deepEqual(verdicts, [true, true, true, true, false, false, false, false, false]);
});

test('a start that failed before anything was sent is refused, one without a reply is unknown', () => {
  const before = failedStart({ sent: 'none' }, new Error('no such file'), { isVendors, faultOf });
  assert.deepEqual(before, { outcome: 'refused', fault: { class: 'internal', message: 'no such file' } });
  const cause = new Error('fetch failed', { cause: new Error('other side closed') });
  const lost = failedStart({ sent: 'no reply', cause }, null, { isVendors, faultOf });
  assert.deepEqual(lost, {
    outcome: 'unknown',
    fault: { class: 'unknown_submit', message: 'fetch failed: other side closed' },
  });
  const refused = failedStart({ sent: 'replied', reply: reply(429, '{}', { 'retry-after': '9' }) }, null, {
    isVendors,
    faultOf,
  });
  assert.deepEqual(refused, {
    outcome: 'refused',
    fault: { class: 'quota', message: 'said so', retryAfterSeconds: 9 },
  });
});

test('an order is refused where no connection came to be, and unknown from there on', async (t) => {
  const deaf = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.destroy());
  });
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  t.after(() => deaf.close());
  const { port } = deaf.address() as AddressInfo;
  const outcomes: Record<string, string> = {};
  const urls = {
    'nobody listens': `http://127.0.0.1:${await choosePort()}`,
    'no such name': 'http://nobody.invalid',
    'no TLS there': `https://127.0.0.1:${port}`,
    'hung up on the order': `http://127.0.0.1:${port}`,
  };
  for (const [what, url] of Object.entries(urls)) {
    const net = createEngineNet({ addresses: [url], allow: [] });
    const cause = await net.send(`${url}/orders`, { method: 'POST', body: '{}' }).then(
      () => assert.fail(),
      (fault: unknown) => fault,
    );
    const start = startWithoutReply(cause);
    outcomes[what] = 'fault' in start ? `${start.outcome}, ${start.fault.class}` : start.outcome;
    await net.close();
    const closed = await net.send(`${url}/orders`, { method: 'POST' }).then(
      () => assert.fail(),
      (fault: unknown) => fault,
    );
    assert.equal(startWithoutReply(closed).outcome, 'refused');
  }
  assert.deepEqual(outcomes, {
    'nobody listens': 'refused, unavailable',
    'no such name': 'refused, unavailable',
    'no TLS there': 'refused, unavailable',
    'hung up on the order': 'unknown, unknown_submit',
  });
});

test('Retry-After is read as seconds and as a date', () => {
  const after = (value: string) => retryAfterSeconds(new Headers({ 'retry-after': value }));
  assert.equal(after('7'), 7);
  const soon = after(new Date(Date.now() + 60_000).toUTCString());
  assert.ok(soon !== undefined && soon > 50 && soon <= 61);
  assert.deepEqual([after('soon'), retryAfterSeconds(new Headers())], [undefined, undefined]);
});

test('an SDK that is not installed is a failed call that sent nothing', async () => {
  const load = () => import('an-sdk-that-nobody-installed' as string);
  const call = await callSdk({ load, send: async () => new Response(''), stop: asItCame }, async () => 'made');
  assert.deepEqual([call.value, call.result], [null, { sent: 'none' }]);
  const { ok, detail } = checked(call, { fine: [], faultOf });
  assert.equal(ok, false);
  assert.match(detail, /an-sdk-that-nobody-installed/);
});
