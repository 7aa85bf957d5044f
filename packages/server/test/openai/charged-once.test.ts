/** OpenAI's libraries ask again by themselves after a fault: never where what they asked for is charged, or may be. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { errors, families, type HttpError } from '@afterimage/contract';
import OpenAI from 'openai';
import { DatabaseUnavailable, type Db } from '../../src/db/postgres.ts';
import { createApp } from '../../src/http/app.ts';
import { createBodyReader } from '../../src/http/body/reader.ts';
import type { AskInside } from '../../src/http/inner-exchange.ts';
import { createRouter } from '../../src/http/router.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { addImageRoutes, type ImagesServices } from '../../src/openai/images.ts';
import { addVideoRoutes, type VideosServices } from '../../src/openai/videos.ts';
import { patientTimeouts } from './support/patient-timeouts.ts';

const id = '01a1f65a-ed93-768a-bd67-0b4226ad780f';
const accepted: HttpError = { status: 200, body: { task_uuid: id, generation_id: id, status: 'pending' } };
const made: HttpError = {
  status: 200,
  body: { task_uuid: id, status: 'completed', result_image_url: `http://a/media/${id}/a.jpg` },
};
const busy = errors.busy('no', 0);

/** Longer than that of a service that stops, and all that an answer has the time for. */
const waitMilliseconds = 1_200;
const answerMilliseconds = 3_000;

/** Both routes over a service whose answers are these, one after the other for each method, and whose database has this fault. */
async function serve(t: TestContext, answers: Record<string, HttpError[]>, fault: Error = new Error('no')) {
  const spoolFolder = await mkdtemp(join(tmpdir(), 'afterimage-charged-'));
  const bodies = createBodyReader({ spoolFolder, largeBodiesMax: 1, waitSeconds: 1, stallSeconds: 60 });
  const asked: string[] = [];
  const askInside: AskInside = async ({ method, url }) => {
    asked.push(method);
    if (url.includes('wait=')) await pause(waitMilliseconds);
    const { status, body, headers = {} } = answers[method]!.shift() ?? assert.fail(`One ${method} too many.`);
    return { status, headers, content: JSON.stringify(body) };
  };
  const services = {
    keys: { check: async () => ({ keyId: 'k', accountId: 'a', liveId: 'a', mode: 'live' }) },
    db: { query: () => Promise.reject(fault) } as unknown as Db,
    bodies,
    families,
    askInside,
  } as unknown as ImagesServices & VideosServices;
  const router = createRouter();
  addImageRoutes(router, services, answerMilliseconds);
  addVideoRoutes(router, services);
  const around = { router, log: createSilentLog(), metrics: createMetrics(), tracing: null };
  const { server, drain } = createApp({ ...around, phase: { now: 'running' } }, patientTimeouts);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    await drain(0);
    await rm(spoolFolder, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  const openai = new OpenAI({ apiKey: 'any', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 1 });
  return { openai, asked };
}

test('a submit of which nobody knows whether it was accepted is repeated with an Idempotency-Key alone', async (t) => {
  const unknown = errors.unknownEnd();
  const { openai, asked } = await serve(t, { POST: [unknown, unknown, unknown] });
  await assert.rejects(openai.videos.create({ prompt: 'a fox' }), { status: 503, code: 'UNKNOWN' });
  assert.deepEqual(asked, ['POST']);
  const headers = { 'Idempotency-Key': 'one' };
  await assert.rejects(openai.videos.create({ prompt: 'a fox' }, { headers }), { status: 503, code: 'UNKNOWN' });
  assert.deepEqual(asked, ['POST', 'POST', 'POST']);
});

test('a video that is charged and cannot be told of is not asked for again', async (t) => {
  const { openai, asked } = await serve(t, { POST: [accepted, accepted] }, new DatabaseUnavailable('gone'));
  await assert.rejects(openai.videos.create({ prompt: 'a fox' }), { status: 503, code: 'BUSY' });
  assert.deepEqual(asked, ['POST']);
});

test('a picture that is charged and cannot be read is not asked for again', async (t) => {
  const { openai, asked } = await serve(t, { POST: [accepted, accepted], GET: [made, made] });
  await assert.rejects(openai.images.generate({ prompt: 'a fox', response_format: 'b64_json' }), { status: 500 });
  assert.deepEqual(asked, ['POST', 'GET']);
});

test('a picture that takes longer than its client would wait goes on, and is not asked for again', async (t) => {
  const running: HttpError = { status: 200, body: { task_uuid: id, status: 'processing' } };
  const { openai, asked } = await serve(t, { POST: [accepted, accepted], GET: [running, running, running, running] });
  const goesOn = { status: 503, message: new RegExp(`; generation ${id} of epsilon-images goes on$`) };
  await assert.rejects(openai.images.generate({ prompt: 'a fox' }), goesOn);
  assert.deepEqual(asked, ['POST', 'GET']);
});

test('of several those that could not be called off are told of, and not asked for again', async (t) => {
  const { openai, asked } = await serve(t, { POST: [accepted, busy, accepted, busy], DELETE: [busy, busy] });
  const left = { status: 503, message: /no; 1 of 2 are accepted and go on$/ };
  await assert.rejects(openai.images.generate({ prompt: 'a fox', n: 2 }), left);
  assert.deepEqual(asked, ['POST', 'POST', 'DELETE']);
});

test('what was refused, and is called off, is asked for again', async (t) => {
  const { openai, asked } = await serve(t, {
    POST: [accepted, busy, accepted, accepted],
    DELETE: [accepted],
    GET: [made, made],
  });
  const { data } = await openai.images.generate({ prompt: 'a fox', n: 2 });
  assert.equal(data!.length, 2);
  assert.deepEqual(asked, ['POST', 'POST', 'DELETE', 'POST', 'POST', 'GET', 'GET']);
});
