/** The sandbox: directives in a prompt play scenarios, with play money, and only there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

const path = '/v1/delta/generate';

test('the sandbox', async (t) => {
  const service = await startTestService(t);
  const { live, sandbox } = await service.account();
  const statusOf = async (id: unknown) => (await sandbox.get(`/v1/delta/generations/${id}`)).body['status'];

  await t.test('a sandbox key works on play money of its own', async () => {
    assert.equal(await sandbox.balance(), 1000);
    assert.equal(await live.balance(), 100);
  });

  const played: [number, Record<string, unknown>][] = [
    [
      402,
      {
        detail: 'This generation costs 0.0200 USD and the balance is 0.0000 USD',
        code: 'INSUFFICIENT_CREDITS',
        price: '0.0200',
        balance: 0,
      },
    ],
    [429, { detail: 'Too many requests; try again in 1 s', code: 'RATE_LIMITED' }],
    [500, { detail: 'Internal server error' }],
    [503, { detail: 'The service is under maintenance', code: 'MAINTENANCE' }],
  ];
  for (const [status, body] of played) {
    await t.test(`[[http ${status}]]: the submit itself answers ${status}, and nothing is charged`, async () => {
      const answer = await sandbox.submit(path, { prompt: `a fox [[http ${status}]]` });
      assert.equal(answer.status, status);
      assert.deepEqual(answer.body, body);
      assert.equal('retry-after' in answer.headers, status === 429 || status === 503);
      assert.equal(await sandbox.balance(), 1000);
    });
  }

  const wrong: [string, string][] = [
    [
      '[[explode]]',
      '[[explode]] is not a sandbox directive; there are [[fail CODE]], [[slow 3]], [[queue 3]], [[hang]], [[http 503]]',
    ],
    [
      '[[fail TASK_FAILED]]',
      '[[fail]] is written [[fail CODE]], with MODERATION_FAILED, IMAGE_INACCESSIBLE, INVALID_IMAGE, TIMEOUT, API_ERROR or CANCELLED',
    ],
    [
      '[[fail]]',
      '[[fail]] is written [[fail CODE]], with MODERATION_FAILED, IMAGE_INACCESSIBLE, INVALID_IMAGE, TIMEOUT, API_ERROR or CANCELLED',
    ],
    ['[[slow soon]]', '[[slow]] is written [[slow 3]], with seconds from 0 to 3600'],
    ['[[queue -1]]', '[[queue]] is written [[queue 3]], with seconds from 0 to 3600'],
    ['[[hang 3]]', '[[hang]] is written [[hang]], without anything else'],
    ['[[http 404]]', '[[http]] is written [[http 503]], with 402, 429, 500 or 503'],
    ['[[hang]] [[hang]]', '[[hang]] is given twice'],
  ];
  for (const [prompt, message] of wrong) {
    await t.test(`${prompt} is refused with what there is`, async () => {
      const answer = await sandbox.submit(path, { prompt });
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body, { detail: message, errors: [{ field: 'prompt', message }] });
    });
  }

  await t.test('directives combine: first it waits, then it takes its time, then it fails', async () => {
    const prompt = 'a fox [[queue 1]] in snow [[slow 1]] [[fail MODERATION_FAILED]]';
    const startedAt = performance.now();
    const { body } = await sandbox.submit(path, { prompt });
    assert.equal(await statusOf(body['task_uuid']), 'pending');
    await service.reached(String(body['task_uuid']), 'processing');
    assert.ok(performance.now() - startedAt >= 1_000);
    assert.equal(await service.ended(String(body['task_uuid'])), 'failed');
    assert.ok(performance.now() - startedAt >= 2_000);
    const { body: record } = await sandbox.get(`/v1/delta/generations/${body['task_uuid']}`);
    assert.deepEqual([record['message'], record['prompt']], ['MODERATION_FAILED', prompt]);
  });

  await t.test('the prompt is recorded as sent, and the engine sees it without directives', async () => {
    const prompt = '[[slow 0.1]] a fox [[queue 3600]] in snow';
    const { body } = await sandbox.submit(path, { prompt });
    const [row] = await service.db.query<{ prompt: string; work: { prompt: string } }>(
      { text: 'select prompt, work::json from generations where id = $1' },
      [body['task_uuid']],
    );
    assert.deepEqual([row!.prompt, row!.work.prompt], [prompt, 'a fox in snow']);
  });

  await t.test('with a live key they are plain text', async () => {
    const prompt = 'a fox [[http 503]] [[explode]] [[fail API_ERROR]]';
    const { body, status } = await live.submit(path, { prompt });
    assert.equal(status, 200);
    assert.equal(await service.ended(String(body['task_uuid'])), 'completed');
    assert.equal((await live.get(`/v1/delta/generations/${body['task_uuid']}`)).body['prompt'], prompt);
  });

  assert.equal((await service.audit()).ok, true);
});
