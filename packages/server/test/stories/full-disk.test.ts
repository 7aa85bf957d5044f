/** A disk that is nearly full: new work is refused before PostgreSQL suffers, and taken again when there is room. */
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

test('a media store without room takes no new work, and says so', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account();
  const objects = join(service.settings.dataFolder, 'media', 'objects');
  const ready = async () => (await service.ask('GET', '/readyz')).status === 200;
  assert.ok(await ready());

  // A store that cannot say how much room it has counts as full: a disk cannot be filled up for a test.
  await rename(objects, `${objects}-away`);
  await eventually(async () => ((await ready()) ? undefined : true));
  const { body: readiness } = await service.ask('GET', '/readyz');
  assert.equal(readiness['status'], 'not ready');
  assert.ok((readiness['reasons'] as string[]).includes('The media store is nearly full.'));
  // Those who spread requests over processes leave nobody out for what is wrong with all.
  const spread = await service.ask('GET', '/readyz?exclude=media');
  assert.deepEqual([spread.status, spread.body['status']], [200, 'ready']);
  assert.ok((spread.body['warnings'] as string[]).includes('The media store is nearly full.'));
  const wrong = await service.ask('GET', '/readyz?exclude=database');
  assert.deepEqual([wrong.status, wrong.body['detail']], [400, 'exclude must be media']);
  const refused = await live.submit('/v1/delta/generate', { prompt: 'a fox' });
  assert.equal(refused.status, 503);
  assert.deepEqual(refused.body, {
    detail: 'The service is short of storage and takes no new work at the moment.',
    code: 'BUSY',
  });
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal(await live.balance(), 100);

  await rename(`${objects}-away`, objects);
  await eventually(async () => ((await ready()) ? true : undefined));
  assert.equal((await live.submit('/v1/delta/generate', { prompt: 'a fox' })).status, 200);
});
