/** A sandbox scenario ends as its directive says, whatever media came with it, and a job kept back has a position in the queue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

/** Nothing answers there, and no egress is allowed. */
const unreachable = 'http://10.0.0.1/none.png';

test('scenarios', async (t) => {
  const service = await startTestService(t, { file: { time_limits: { delta: 1 } } });
  const { sandbox } = await service.account();
  const played = async (family: string, body: Record<string, unknown>) => {
    const { body: accepted } = await sandbox.submit(`/v1/${family}/generate`, body);
    const id = String(accepted['generation_id'] ?? accepted['task_uuid']);
    await service.ended(id);
    return (await sandbox.get(`/v1/${family}/generations/${id}`)).body['message'];
  };

  await t.test('[[fail CODE]] ends with CODE although an image cannot be fetched', async () => {
    const prompt = 'a fox [[fail CONTENT_POLICY_VIOLATION]]';
    assert.equal(await played('alpha/o3-video', { prompt, images_url: [unreachable] }), 'CONTENT_POLICY_VIOLATION');
    assert.equal(await played('alpha', { prompt, image_url: unreachable }), 'CONTENT_POLICY_VIOLATION');
  });

  await t.test('[[hang]] runs into its time limit although an image cannot be fetched', async () => {
    assert.equal(await played('delta', { prompt: '[[hang]]', images: [unreachable] }), 'TIMEOUT');
  });

  await t.test(
    'a job kept back by [[queue 60]] has a position in the queue, in the record and in the list',
    async () => {
      const ids: string[] = [];
      for (const prompt of ['first [[queue 60]] [[slow 1]]', 'second [[queue 60]] [[slow 1]]']) {
        ids.push(String((await sandbox.submit('/v1/beta/generate', { prompt })).body['generation_id']));
      }
      const recordOf = async (id: string) => (await sandbox.get(`/v1/beta/generations/${id}/`)).body;
      for (const [index, id] of ids.entries()) {
        const record = await recordOf(id);
        assert.equal(record['status'], 'pending');
        assert.equal(record['progress_pos_in_queue'], index + 1);
      }
      const list = (await sandbox.get('/v1/beta/generations')).body as unknown as Record<string, unknown>[];
      assert.deepEqual(
        list.map((record) => record['progress_pos_in_queue']),
        [2, 1],
      );
    },
  );

  await t.test('a job that was kept back shows no position once it is processing', async () => {
    const prompt = '[[queue 0.5]] [[slow 60]]';
    const id = String((await sandbox.submit('/v1/beta/generate', { prompt })).body['generation_id']);
    const record = await eventually(async () => {
      const { body } = await sandbox.get(`/v1/beta/generations/${id}/`);
      return body['status'] === 'processing' ? body : undefined;
    });
    assert.equal(record['progress_pos_in_queue'], null);
  });
});
