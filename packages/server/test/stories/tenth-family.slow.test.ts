/** A tenth family, one file in the contract, works in the service: routes, validation, price, list, OpenAPI, picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { zeta } from '../../../contract/test/support/tenth-family.ts';
import { lookAtPicture } from '../support/inspect-media.ts';
import { startTestService } from '../support/service.ts';

test('a tenth family needs nothing but its definition', async (t) => {
  const service = await startTestService(t, {
    families: [...families, zeta],
    file: { prices: { zeta: { 'zeta/512': 0.005 } } },
  });
  const { live, sandbox } = await service.account();
  const submitted = await live.submit('/v1/zeta/generate', { prompt: 'A lighthouse', side: 512, ink: 'blue' });
  assert.equal(submitted.status, 200);
  const id = String(submitted.body['task_uuid']);
  assert.deepEqual(submitted.body, { task_uuid: id, status: 'pending', price: '0.0050' });
  assert.equal(submitted.headers['afterimage-ignored'], 'ink');
  assert.equal(await live.balance(), 99.995);

  const refused = await live.submit('/v1/zeta/generate', { side: 300, seed: 10, image_url: 'https://example.com/a' });
  assert.equal(refused.status, 400);
  assert.deepEqual(
    (refused.body['errors'] as { field: string }[]).map(({ field }) => field),
    ['prompt', 'side', 'seed', 'image_url'],
  );

  assert.equal(await service.ended(id), 'completed');
  const { body: record } = await live.get(`/v1/zeta/generations/${id}`);
  assert.deepEqual((await live.get('/v1/zeta/generations')).list, [record]);
  const media = await service.ask('GET', String(record['result_image_url']));
  assert.deepEqual(await lookAtPicture(media.bytes), { format: 'jpeg', width: 512, height: 512 });

  const played = await sandbox.submit('/v1/zeta/generate', { prompt: 'A boat [[fail STAMP_REFUSED]]' });
  assert.equal(await service.ended(String(played.body['task_uuid'])), 'failed');
  assert.equal(await sandbox.balance(), 999.999);

  const { body: document } = await service.ask('GET', '/openapi.json');
  const paths = Object.keys(document['paths'] as object).filter((path) => path.startsWith('/v1/zeta'));
  assert.deepEqual(paths, ['/v1/zeta/generate', '/v1/zeta/generations/{task_uuid}', '/v1/zeta/generations']);
});
