/** Moderation through the whole service: nothing is asked of an engine before it allows, and a refusal is the family's own. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { boxEntry, openBox, openRunner } from '../engines/support/runner-bench.ts';
import { eventually } from '../support/eventually.ts';

const routes = [{ match: {}, use: [{ engine: 'box' }, { engine: 'studio' }] }];

async function openHook(t: TestContext, answers: { status: number; body: string }[]) {
  const questions: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    questions.push(JSON.parse((await request.setEncoding('utf8').toArray()).join('')));
    const { status, body } = answers.length > 1 ? answers.shift()! : answers[0]!;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  return { questions, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const allow = { status: 200, body: '{"allow": true}' };
const refuse = { status: 200, body: '{"allow": false, "reason": "not here"}' };
const down = { status: 503, body: '{"allow": true}' };

test('a word ends a job of any engine and any mode with its family’s code, and no engine is asked', async (t) => {
  const box = await openBox(t);
  const words = join(await mkdtemp(join(tmpdir(), 'words-')), 'words.txt');
  await writeFile(words, '# none of these\nred rose\n');
  t.after(() => rm(dirname(words), { recursive: true }));
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid: true }) }, routes, moderation: { words } });
  const before = await bench.account.live.balance();
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'failed');
  assert.equal((await bench.record(id)).failure_code, 'MODERATION_FAILED');
  assert.ok((await bench.account.live.balance()) < before, 'a refusal keeps the price, as any');
  for (const [path, code, at] of [
    ['/v1/beta/generate', 'CONTENT_POLICY_VIOLATION', 'generation_id'],
    ['/v1/epsilon-images/generate', 'VENDOR_DECLINED', 'task_uuid'],
  ] as const) {
    const { body } = await bench.account.sandbox.submit(path, { prompt: 'A RED  ROSE' });
    const sandboxed = String(body[at] ?? body['id'] ?? body['task_uuid'] ?? body['generation_id']);
    assert.equal(await bench.service.ended(sandboxed), 'failed');
    assert.equal((await bench.record(sandboxed)).failure_code, code);
  }
  assert.deepEqual(box.paid, []);
  const fine = await bench.submit({ prompt: 'a tulip' });
  assert.equal(await bench.service.ended(fine), 'completed');
});

test('the hook is asked once, before the first engine; its reason is told', async (t) => {
  const [first, hook] = [await openBox(t), await openHook(t, [allow, refuse])];
  const engines = { box: boxEntry(first) };
  const moderation = { hook: { url: hook.url, key: { file: 'box-key' } } };
  const bench = await openRunner(t, { engines, routes, moderation });
  // The first engine says no, and the second makes it: the prompt is the same.
  first.replies.push({ status: 401, json: { error: { code: 'auth', message: 'no' } } });
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'completed');
  assert.equal(hook.questions.length, 1);
  const { account_id, ...question } = hook.questions[0]!;
  assert.deepEqual(question, { prompt: 'A red rose at night', family: 'delta', generation_id: id });
  assert.equal(account_id, bench.account.id);
  const refused = await bench.submit();
  assert.equal(await bench.service.ended(refused), 'failed');
  const { body } = await bench.account.live.get(`/api/generations/${refused}`);
  assert.deepEqual([body['failure_code'], body['failure_reason']], ['MODERATION_FAILED', 'not here']);
  assert.equal(first.paid.length, 1);
});

test('while the hook cannot be asked nothing goes through; then the job goes on', async (t) => {
  const [box, hook] = [await openBox(t), await openHook(t, [down, allow])];
  const bench = await openRunner(t, {
    engines: { box: boxEntry(box) },
    routes,
    moderation: { hook: { url: hook.url } },
  });
  const id = await bench.submit();
  await eventually(async () => hook.questions.length === 1);
  assert.deepEqual(box.paid, []);
  assert.equal(await bench.service.ended(id), 'completed');
  assert.equal(hook.questions.length, 2);
  assert.equal(box.paid.length, 1);
});

test('a job whose hook stays away ends at its limit, and was never sent anywhere', async (t) => {
  const [box, hook] = [await openBox(t), await openHook(t, [down])];
  const filed = { engines: { box: boxEntry(box) }, routes, moderation: { hook: { url: hook.url } } };
  const bench = await openRunner(t, filed, { file: { time_limits: { delta: 2 } } });
  const before = await bench.account.live.balance();
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'failed');
  assert.equal((await bench.record(id)).failure_code, 'TIMEOUT');
  assert.equal(await bench.account.live.balance(), before);
  assert.deepEqual(box.paid, []);
});

test('an output that the operator’s command refuses is not kept', async (t) => {
  const judge = fileURLToPath(new URL('./support/judge.ts', import.meta.url));
  const box = await openBox(t);
  const bench = await openRunner(t, {
    engines: { box: boxEntry(box) },
    routes,
    moderation: { images: [process.execPath, judge, 'refuse'] },
  });
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'failed');
  assert.equal((await bench.record(id)).failure_code, 'MODERATION_FAILED');
  const kept = await bench.service.db.query({ text: `select id from media_objects where purpose = 'output'` });
  assert.deepEqual(kept, []);
  const { body } = await bench.account.sandbox.submit('/v1/delta/generate', { prompt: 'drawn by ourselves' });
  const drawn = String(body['task_uuid']);
  assert.equal(await bench.service.ended(drawn), 'failed', 'what the embedded engine draws is judged, too');
});
