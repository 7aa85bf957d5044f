/** The body reader over real connections: limits, waiting, clients that go away, and what is left on disk. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Upload } from '@afterimage/contract';
import { RequestAborted } from '../../src/http/body/body-reading.ts';
import { cleanSpool } from '../../src/http/body/spool.ts';
import { eventually } from '../support/eventually.ts';
import { comparable, dataUri, makeFolder, serveBodies, spooledFiles } from './support/body-reading.ts';

const mebibyte = 1024 * 1024;

/** A POST whose body the test sends itself; `chunked` when no length is declared. */
function openPost(
  url: string,
  length?: number,
): { request: ClientRequest; answer: Promise<{ status: number; detail: string }> } {
  const headers = length === undefined ? {} : { 'content-length': length };
  const request = httpRequest(url, { method: 'POST', headers, agent: false });
  const answer = once(request, 'response').then(async ([response]: IncomingMessage[]) => {
    let text = '';
    for await (const piece of response!.setEncoding('utf8')) text += piece;
    return { status: response!.statusCode!, detail: JSON.parse(text).detail as string };
  });
  answer.catch(() => {});
  request.on('error', () => {});
  return { request, answer };
}

async function post(url: string, body: string | Buffer): Promise<{ status: number; detail: string }> {
  const response = await fetch(url, { method: 'POST', body: body as string });
  return { status: response.status, detail: ((await response.json()) as { detail: string }).detail };
}

/** A body of exactly this many bytes that is large for its one medium. */
function bodyOf(bytes: number): Buffer {
  const start = Buffer.from('{"image_base64":"data:image/png;base64,');
  const room = bytes - start.length - 2;
  return Buffer.concat([start, Buffer.alloc(room - (room % 4), 'A'), Buffer.from('"}'), Buffer.alloc(room % 4, ' ')]);
}

test('small, streamed and chunked, a body reads the same', async (t) => {
  const { url, readings } = await serveBodies(t);
  const document = { prompt: 'é', image_base64: dataUri(Buffer.from('some bytes')), list: [1, { a: null }] };
  const small = Buffer.from(JSON.stringify(document));
  const streamed = Buffer.concat([small, Buffer.alloc(70_000, ' ')]);
  assert.equal((await post(url, small)).status, 200);
  assert.equal((await post(url, streamed)).status, 200);
  for (const body of [small, streamed]) {
    const { request, answer } = openPost(url);
    for (let at = 0; at < body.length; at += 9000) request.write(body.subarray(at, at + 9000));
    request.end();
    assert.equal((await answer).status, 200);
  }
  const values = await Promise.all(
    readings.map(async (reading) => {
      const body = await reading;
      assert.ok(body.ok);
      assert.equal(body.uploads.length, 1);
      return comparable(body.value);
    }),
  );
  for (const value of values) assert.deepEqual(value, values[0]);
  const content = Buffer.from('some bytes').toString('hex');
  const upload = { declaredType: 'image/png', sniffedType: null, bytes: 10, fault: null, content };
  assert.deepEqual(values[0], { ...document, image_base64: { upload } });
});

test('the digest is that of the bytes as sent, on every path, and null when nobody asked', async (t) => {
  const { url, readings } = await serveBodies(t, { rules: { digest: 'sha256' } });
  const bodies = [Buffer.from('{"prompt": "x"}'), bodyOf(200_000)];
  for (const body of bodies) await post(url, body);
  for (const [i, body] of bodies.entries()) {
    const reading = await readings[i]!;
    assert.deepEqual(reading.ok && reading.digest, createHash('sha256').update(body).digest());
  }
  const plain = await serveBodies(t);
  await post(plain.url, bodies[0]!);
  const reading = await plain.readings[0]!;
  assert.equal(reading.ok && reading.digest, null);
});

test('a body may have bytesMax bytes and not one more, declared or counted', async (t) => {
  const bytesMax = 300_000;
  const { url, folder } = await serveBodies(t, { rules: { bytesMax } });
  assert.equal((await post(url, bodyOf(bytesMax))).status, 200);
  const refused = { status: 413, detail: 'The body is larger than the 300000 bytes that this path takes.' };
  assert.deepEqual(await post(url, bodyOf(bytesMax + 1)), refused);
  for (const [bytes, status] of [
    [bytesMax, 200],
    [bytesMax + 1, 413],
  ] as const) {
    const { request, answer } = openPost(url);
    const body = bodyOf(bytes);
    // In two pieces: a body that is sent by `end` alone declares its length.
    request.write(body.subarray(0, 1));
    request.end(body.subarray(1));
    assert.equal(request.getHeader('content-length'), undefined);
    assert.equal((await answer).status, status);
  }
  await eventually(async () => (await spooledFiles(folder)).length <= 2);
});

test('a declared length that is too large is refused before a byte of the body is sent', async (t) => {
  const { url } = await serveBodies(t, { rules: { bytesMax: 1000 } });
  const { request, answer } = openPost(url, 1001);
  request.flushHeaders();
  assert.equal((await answer).status, 413);
  request.destroy();
});

test('a request without a body, and one with an empty body, are refused', async (t) => {
  const { url } = await serveBodies(t);
  const refused = { status: 400, detail: 'The body is empty; send a JSON object.' };
  assert.deepEqual(await post(url, ''), refused);
  const { request, answer } = openPost(url);
  request.end();
  assert.deepEqual(await answer, refused);
});

test('a fault in the middle of a large body is answered while the client still sends', async (t) => {
  const { url, folder } = await serveBodies(t);
  const { request, answer } = openPost(url, 4 * mebibyte);
  request.write(bodyOf(100_000));
  request.write('x'.repeat(3 * mebibyte));
  assert.match(
    (await answer).detail,
    /not valid JSON: "x" where the end of the body should be at line 1, column 100001/,
  );
  request.destroy();
  assert.deepEqual(await spooledFiles(folder), []);
});

test('after a fault in the middle of a body the same connection serves the next request', async (t) => {
  const { port } = await serveBodies(t);
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n${'['.repeat(150_000)}`);
  await eventually(() => text.startsWith('HTTP/1.1 400 '));
  socket.write(`${'x'.repeat(50_000)}POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}`);
  await eventually(() => text.includes('HTTP/1.1 200 '));
});

test('bad UTF-8 is found also where nothing of the text is kept', async (t) => {
  const { url, folder } = await serveBodies(t);
  const inMedium = bodyOf(200_000);
  inMedium[150_000] = 0xff;
  assert.deepEqual(await post(url, inMedium), { status: 400, detail: 'The body is not valid UTF-8 at byte 150001.' });
  const atTheEnd = Buffer.concat([bodyOf(200_000), Buffer.from([0xc3])]);
  assert.deepEqual(await post(url, atTheEnd), { status: 400, detail: 'The body is not valid UTF-8 at byte 200001.' });
  assert.deepEqual(await spooledFiles(folder), []);
});

test('a client that goes away leaves no file and no answer behind', async (t) => {
  const mediaFields = new Map([
    ['image_base64', { kind: 'image', list: false, takes: 'data-uri', bytesMax: 8 * mebibyte }],
  ] as const);
  const { url, folder, readings } = await serveBodies(t, { rules: { mediaFields } });
  for (const [sent, declared] of [
    [mebibyte, 3 * mebibyte],
    [mebibyte, undefined],
    [10, 200],
  ] as const) {
    const before = readings.length;
    const { request } = openPost(url, declared);
    request.write(bodyOf(3 * mebibyte).subarray(0, sent));
    await eventually(() => readings.length > before);
    if (sent === mebibyte) await eventually(async () => (await spooledFiles(folder)).length > 0);
    request.destroy();
    await assert.rejects(readings[before]!, RequestAborted);
    assert.deepEqual(await spooledFiles(folder), []);
  }
});

test('discard removes the files that nobody moved away, and only those', async (t) => {
  const { url, folder, readings } = await serveBodies(t);
  const image = dataUri(Buffer.from('bytes'));
  await post(url, JSON.stringify({ images_base64: [image, image] }));
  const reading = await readings[0]!;
  assert.ok(reading.ok);
  const [first, second] = reading.uploads;
  assert.ok(first instanceof Upload && second instanceof Upload);
  await rename(first.file, join(folder, 'taken'));
  assert.deepEqual((await spooledFiles(folder)).sort(), [join(folder, 'taken'), second.file].sort());
  await reading.discard();
  assert.deepEqual(await spooledFiles(folder), [join(folder, 'taken')]);
});

test('a large body that stops coming is given up when another waits for its slot, and told so', async (t) => {
  const { url, readings } = await serveBodies(t, { largeBodiesMax: 1, stallSeconds: 0.2 });
  const large = bodyOf(2 * mebibyte);
  const stalled = openPost(url, large.length);
  stalled.request.write(large.subarray(0, mebibyte));
  await eventually(() => readings.length === 1);
  // Twice the time in which it is looked at: nobody waits, so nobody is hurt.
  await pause(500);
  assert.equal(await Promise.race([readings[0]!, 'still read']), 'still read');
  assert.equal((await post(url, large)).status, 200);
  assert.deepEqual(await stalled.answer, {
    status: 408,
    detail: 'The body came too slowly while others waited to send theirs.',
  });
});

test('bodies above 1 MiB wait for a slot, get it when one is free, and are told BUSY after a while', async (t) => {
  const { url, readings } = await serveBodies(t, { largeBodiesMax: 1, waitSeconds: 0.5 });
  const large = bodyOf(2 * mebibyte);
  const first = openPost(url, large.length);
  first.request.write(large.subarray(0, mebibyte));
  await eventually(() => readings.length === 1);

  assert.equal((await post(url, bodyOf(mebibyte))).status, 200, 'a body of 1 MiB needs no slot');
  const second = await post(url, large);
  assert.deepEqual(second, { status: 503, detail: 'Too many large bodies are being read; try again in a moment.' });
  const counted = openPost(url);
  counted.request.end(large);
  assert.equal((await counted.answer).status, 503, 'a body of unknown length waits once it has become large');

  const third = post(url, large);
  await eventually(() => readings.length === 5);
  first.request.end(large.subarray(mebibyte));
  assert.equal((await first.answer).status, 200);
  assert.equal((await third).status, 200);
  assert.equal((await post(url, large)).status, 200);
});

test('a client that leaves the line gives its turn to the next', async (t) => {
  const { url, readings } = await serveBodies(t, { largeBodiesMax: 1, waitSeconds: 5 });
  const large = bodyOf(2 * mebibyte);
  const first = openPost(url, large.length);
  first.request.write(large.subarray(0, mebibyte));
  await eventually(() => readings.length === 1);
  const leaving = openPost(url, large.length);
  leaving.request.write('{');
  await eventually(() => readings.length === 2);
  const next = post(url, large);
  await eventually(() => readings.length === 3);
  leaving.request.destroy();
  await assert.rejects(readings[1]!, RequestAborted);
  first.request.destroy();
  await assert.rejects(readings[0]!, RequestAborted);
  assert.equal((await next).status, 200);
});

test('a connection whose body was dropped serves the next request', async (t) => {
  const { port } = await serveBodies(t, { rules: { bytesMax: 1000 } });
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n\r\n${'x'.repeat(900_000)}`);
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}');
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  await eventually(() => text.split('HTTP/1.1 ').length === 3);
  assert.deepEqual(text.match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('a client that sends far too much reads its answer and the end of the connection, not a reset', async (t) => {
  const { port } = await serveBodies(t, { rules: { bytesMax: 1000 } });
  const socket = connect(port, '127.0.0.1');
  let fault: Error | null = null;
  socket.on('error', (error) => {
    fault ??= error;
  });
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 90000000\r\n\r\n`);
  for (let i = 0; i < 64; i += 1) socket.write(Buffer.alloc(mebibyte));
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  await once(socket, 'end');
  assert.match(text, /^HTTP\/1.1 413 /);
  assert.equal(fault, null);
  assert.ok(socket.writableLength > 32 * mebibyte, 'most of it was never read');
  socket.destroy();
});

test('at boot the spool of dead processes goes, that of living ones and of other hosts stays', async (t) => {
  const folder = await makeFolder(t);
  const host = hostname().replace(/[^A-Za-z0-9.-]/g, '_');
  const dead = `${host}-4194999-0123456789ab`;
  const before = `${host}-${process.pid}-0123456789ab`;
  const stay = [`${host}-${process.ppid}-0123456789ab`, 'elsewhere-4194999-0123456789ab', 'not-ours'];
  for (const name of [dead, before, ...stay]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, '1'), 'x');
  }
  await cleanSpool(folder);
  assert.deepEqual((await spooledFiles(folder)).sort(), stay.map((name) => join(folder, name, '1')).sort());
  await cleanSpool(join(folder, 'missing'));
});

test('close removes what the process has spooled', async (t) => {
  const { url, folder, reader } = await serveBodies(t);
  await post(url, bodyOf(100_000));
  assert.equal((await spooledFiles(folder)).length, 1);
  await reader.close();
  assert.deepEqual(await spooledFiles(folder), []);
});
