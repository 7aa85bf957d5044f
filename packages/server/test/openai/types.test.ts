/** In OpenAI's shape, too, nothing in JSON is taken for what it is not; a form has only texts, which are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

interface Answer {
  seconds?: string;
  error: { param: string; message: string };
}

test('JSON is taken by its types, a form by its texts', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { sandbox } = await service.account();
  const before = await sandbox.balance();
  const send = async (path: string, body: string | FormData) => {
    const headers = {
      authorization: `Bearer ${sandbox.key}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(`${service.url}/v1${path}`, {
      method: 'POST',
      headers,
      body,
      // What is taken wrongly would be waited for.
      signal: AbortSignal.timeout(20_000),
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  };
  const prompt = 'a fox [[queue 3600]]';
  const json = (path: string, fields: object) => send(path, JSON.stringify({ prompt, ...fields }));
  const form = (path: string, fields: Readonly<Record<string, string | Blob>>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ prompt, ...fields })) body.append(name, value);
    return send(path, body);
  };

  for (const [path, fields, message] of [
    ['/images/generations', { n: '2' }, 'n must be a whole number from 1 to 10, without quotes'],
    ['/images/generations', { n: [2] }, 'n must be a whole number from 1 to 10'],
    ['/images/generations', { n: 1.5 }, 'n must be a whole number from 1 to 10'],
    ['/images/generations', { n: true }, 'n must be a whole number from 1 to 10'],
    ['/images/generations', { stream: 'false' }, 'stream must be false, without quotes: pictures come whole'],
    ['/images/generations', { size: ['1024x1024'] }, 'size must be WIDTHxHEIGHT, such as 1024x1024, or auto'],
    ['/images/generations', { quality: ['auto'] }, /^quality must be one of auto, /],
    ['/images/generations', { quality: 'constructor' }, /^quality must be one of auto, /],
    ['/images/generations', { model: 5 }, 'model must be a string, given once'],
    ['/images/generations', { model: ['delta'] }, 'model must be a string, given once'],
    ['/videos', { seconds: 5 }, 'seconds must be a string with a whole number of seconds, such as "5"'],
    ['/videos', { seconds: ['5'] }, 'seconds must be a string with a whole number of seconds, such as "5"'],
  ] as const) {
    const { status, body } = await json(path, fields);
    assert.deepEqual([status, body.error.param], [400, Object.keys(fields)[0]], JSON.stringify(fields));
    if (typeof message === 'string') assert.equal(body.error.message, message);
    else assert.match(body.error.message, message);
  }
  const image = new Blob(['no picture'], { type: 'image/png' });
  for (const [fields, param, message] of [
    [{ n: '2' }, 'n', /^n must be 1 where images are sent as files$/],
    [{ n: 'two' }, 'n', /^n must be a whole number from 1 to 10$/],
    [{ n: '1', stream: 'false', output_compression: '100', size: 'large' }, 'size', /^size must be /],
    [{ stream: 'true' }, 'stream', /^stream must be false: /],
  ] as const) {
    const { status, body } = await form('/images/edits', { image, ...fields });
    assert.deepEqual([status, body.error.param], [400, param], JSON.stringify(fields));
    assert.match(body.error.message, message);
  }
  const twice = new FormData();
  twice.append('image', image);
  for (const model of ['delta', 'epsilon-images']) twice.append('model', model);
  const { status, body } = await send('/images/edits', twice);
  assert.deepEqual([status, body.error.param], [400, 'model'], 'in a form, too');
  assert.equal(await sandbox.balance(), before, 'nothing of this was charged');

  for (const sendVideo of [json, form]) {
    const made = await sendVideo('/videos', { seconds: '10' });
    assert.deepEqual([made.status, made.body.seconds], [200, '10'], JSON.stringify(made.body));
  }
});
