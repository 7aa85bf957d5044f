/** Guards whose removal no other test noticed when they were taken away one at a time (scripts/mutations.ts). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { serveBodies } from '../http/support/body-reading.ts';
import { startTestService } from '../support/service.ts';

/** In pieces, so that no length is declared and the bytes have to be counted as they come. */
async function postInPieces(url: string, bytes: number): Promise<number> {
  const sent = request(url, { method: 'POST', agent: false });
  sent.on('error', () => {});
  sent.write('{"prompt":"');
  sent.write('a'.repeat(bytes - 13));
  sent.end('"}');
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

test('a body without a declared length is counted: bytesMax bytes are taken and not one more', async (t) => {
  const bytesMax = 300_000;
  const { url } = await serveBodies(t, { rules: { bytesMax } });
  assert.equal(await postInPieces(url, bytesMax), 200);
  assert.equal(await postInPieces(url, bytesMax + 1), 413);
});

test('a finished record that its owner has just read does not exist for others', async (t) => {
  const service = await startTestService(t);
  const owner = await service.account();
  const stranger = await service.account();
  const prompt = 'a fox in fresh snow [[fail API_ERROR]]';
  const { body } = await owner.sandbox.submit('/v1/delta/generate', { prompt });
  const path = `/v1/delta/generations/${body['task_uuid']}`;
  assert.equal(await service.ended(String(body['task_uuid'])), 'failed');
  for (const _again of [1, 2]) {
    assert.equal((await owner.sandbox.get(path)).status, 200);
    for (const caller of [stranger.sandbox, stranger.live, owner.live]) {
      const answer = await caller.get(path);
      assert.deepEqual([answer.status, answer.body], [404, { detail: 'Generation not found' }]);
    }
    assert.equal((await owner.sandbox.get(path.replace('delta', 'epsilon-images'))).status, 404);
  }
});
