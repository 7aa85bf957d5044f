/** Events and downloads over connections that break: nothing is missed, nothing comes twice. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnyRecord } from '../src/index.ts';
import { ok, serviceThat } from './support/scripted-service.ts';

const event = (cursor: number) =>
  `event: generation\nid: ${cursor}\ndata: ${JSON.stringify({ family: 'delta', id: `g${cursor}`, status: 'completed', record: { task_uuid: `g${cursor}`, status: 'completed' } })}\n\n`;

/** Writes the pieces one by one; the connection then breaks. */
const stream = (...pieces: string[]) =>
  async function write(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) {
      response.write(piece);
      await pause(20);
    }
    response.destroy();
  };

test('events are taken up again after the last that was heard whole', async (t) => {
  const [whole, half] = [event(3), event(4).slice(0, 30)];
  const { client, heard } = await serviceThat(t, [
    stream('id: 1\n\n', ': hello\n\n', event(2).slice(0, 40), event(2).slice(40), whole, half),
    { status: 503, body: { detail: 'restarting' } },
    stream(event(4), event(5)),
  ]);
  const ids: string[] = [];
  for await (const { id, cursor, record } of client.events({ family: 'delta' })) {
    ids.push(id);
    assert.deepEqual([record.id, record.family, cursor], [id, 'delta', id.slice(1)]);
    if (id === 'g5') break;
  }
  assert.deepEqual(ids, ['g2', 'g3', 'g4', 'g5']);
  assert.deepEqual(
    heard.map(({ url, headers }) => [url, headers['last-event-id']]),
    [
      ['/v1/events?family=delta', undefined],
      ['/v1/events?family=delta', '3'],
      ['/v1/events?family=delta', '3'],
    ],
  );
});

test('an event is told whatever its prompt holds', async (t) => {
  const prompt = 'one\u2028two\u2029three\u0085four: five';
  const record = { task_uuid: 'g1', status: 'completed', prompt };
  const data = JSON.stringify({ family: 'delta', id: 'g1', status: 'completed', record });
  const { client } = await serviceThat(t, [stream(`event: generation\nid: 1\ndata: ${data}\n\n`, event(2))]);
  const told: unknown[] = [];
  for await (const { id, record } of client.events()) {
    told.push(record.prompt);
    if (id === 'g2') break;
  }
  assert.deepEqual(told, [prompt, undefined]);
});

test('a stream that breaks before its first event is taken up where it began', async (t) => {
  const { client, heard } = await serviceThat(t, [stream('id: 7\n\n'), stream(event(8))]);
  for await (const { id } of client.events()) if (id === 'g8') break;
  assert.equal(heard[1]?.headers['last-event-id'], '7');
});

test('events end with the reason of their signal, and a bad key is told at once', async (t) => {
  const { client } = await serviceThat(t, [
    (response) => void response.writeHead(200).write(event(1)),
    { status: 401, body: { error: 'Unauthorized', message: 'Invalid API key' } },
  ]);
  const stop = new AbortController();
  const reason = new Error('enough');
  const listening = async () => {
    for await (const _ of client.events({ signal: stop.signal })) setImmediate(() => stop.abort(reason));
  };
  await assert.rejects(listening(), reason);
  await assert.rejects(client.events().next(), { name: 'AuthenticationError', status: 401 });
});

const bytes = Buffer.from(Array.from({ length: 50_000 }, (_, at) => at % 251));

/** Answers a range as the service does; with `breakAfter` the connection breaks there. */
const file = (breakAfter?: number) =>
  function write(response: ServerResponse) {
    const start = /bytes=(\d+)-/.exec(String(response.req.headers.range))?.[1];
    const rest = bytes.subarray(Number(start ?? 0));
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': rest.length });
    if (breakAfter === undefined) return void response.end(rest);
    response.write(rest.subarray(0, breakAfter), () => setTimeout(() => response.destroy(), 50));
  };

const finished = (baseUrl: string): AnyRecord => ({
  family: 'delta',
  id: 'a',
  status: 'completed',
  media_url: `${baseUrl}/media/a.jpg`,
  failure_code: null,
});

test('a download that breaks off goes on where it broke, to a file that appears whole', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  t.after(() => rm(folder, { recursive: true }));
  const { client, heard, baseUrl } = await serviceThat(t, [file(20_000), file(10_000), file()]);
  const path = join(folder, 'a.jpg');
  assert.equal(await client.download(finished(baseUrl), path), bytes.length);
  assert.deepEqual(await readFile(path), bytes);
  assert.deepEqual(await readdir(folder), ['a.jpg']);
  assert.deepEqual(
    heard.map(({ headers }) => [headers.range, headers.authorization]),
    [
      [undefined, undefined],
      ['bytes=20000-', undefined],
      ['bytes=30000-', undefined],
    ],
  );
});

test('a link that has ended is asked for anew', async (t) => {
  const answers: Parameters<typeof serviceThat>[1] = [{ status: 410, body: { detail: 'over', code: 'LINK_EXPIRED' } }];
  const { client, heard, baseUrl } = await serviceThat(t, answers);
  const fresh = `${baseUrl}/media/fresh.jpg`;
  answers.push(ok({ task_uuid: 'a', status: 'completed', result_image_url: fresh }), file());
  const whole = await client.download(finished(baseUrl));
  assert.deepEqual(Buffer.from(await new Response(whole).arrayBuffer()), bytes);
  assert.deepEqual(
    heard.map(({ url }) => url),
    ['/media/a.jpg', '/v1/delta/generations/a', '/media/fresh.jpg'],
  );
});

test('a download goes to a stream of either kind, and leaves nothing of a file that never came', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  t.after(() => rm(folder, { recursive: true }));
  const missing = { status: 404, body: { detail: 'gone' } };
  const lost = ok({ task_uuid: 'a', status: 'completed', result_image_url: null });
  const { client, baseUrl } = await serviceThat(t, [file(), file(), missing, lost]);
  const chunks: Uint8Array[] = [];
  const node = new Writable({
    write(chunk, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  await client.download(finished(baseUrl), node);
  assert.deepEqual(Buffer.concat(chunks), bytes);
  const whole: Uint8Array[] = [];
  await client.download(finished(baseUrl), new WritableStream({ write: (chunk) => void whole.push(chunk) }));
  assert.deepEqual(Buffer.concat(whole), bytes);
  await assert.rejects(client.download(finished(baseUrl), join(folder, 'a.jpg')), { status: 404 });
  assert.deepEqual(await readdir(folder), []);
  await assert.rejects(client.download({ ...finished(baseUrl), media_url: null }, 'x'), /has no media/);
});
