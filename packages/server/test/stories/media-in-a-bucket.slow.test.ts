/** Media in a bucket of a real S3 server: no process needs a folder that another sees, and a store that is down costs time only. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import type { Settings } from '../../src/config/config.ts';
import { checkMedia } from '../../src/media/check.ts';
import { moveMedia } from '../../src/media/move.ts';
import { storesOf } from '../../src/media/open-media.ts';
import { noS3Server, noS3Stop, startS3Server } from '../media/support/s3-server.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { openTestService, type TestService, testSettings } from '../support/service.ts';

/** Several processes' worth of service on one database and one bucket, each with a data folder of its own. */
async function openApart(t: TestContext, roles: readonly string[], more: Record<string, string> = {}) {
  const server = await startS3Server();
  t.after(() => server.close());
  const { db, url } = await testDatabase(t);
  const env = {
    DATABASE_URL: url,
    AFTERIMAGE_SECRET_KEY: randomBytes(32).toString('base64'),
    ...server.env,
    ...more,
  };
  const services: TestService[] = [];
  for (const role of roles) {
    // A worker has to know where links lead; here they are asked for by their path.
    const links: Record<string, string> = role === 'worker' ? { AFTERIMAGE_PUBLIC_URL: 'http://127.0.0.1:9' } : {};
    const settings = await testSettings(t, { env: { ...env, ...links, AFTERIMAGE_ROLES: role } });
    services.push(await openTestService(t, { db, settings, families }));
  }
  return { server, db, services };
}

async function filesIn({ dataFolder }: Pick<Settings, 'dataFolder'>): Promise<string[]> {
  const entries = await readdir(join(dataFolder, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const inputs = async () => [dataUri('image/png', await picture({ width: 120, height: 80 }))];

test('an api and a worker without a common folder: inputs, outputs and posters go through the bucket', {
  skip: noS3Server,
}, async (t) => {
  const { server, services } = await openApart(t, ['api', 'worker']);
  const [api, worker] = services as [TestService, TestService];
  const { live } = await api.account();
  const { body } = await live.submit('/v1/delta/generate', { prompt: 'a fox', images: await inputs() });
  const id = String(body['task_uuid']);
  assert.equal(await api.ended(id), 'completed');
  const link = String((await live.get(`/v1/delta/generations/${id}`)).body['result_image_url']);
  const path = new URL(link).pathname + new URL(link).search;
  const whole = await api.ask('GET', path);
  assert.equal(whole.status, 200);
  assert.equal(Number(whole.headers['content-length']), whole.bytes.length);
  const part = await api.ask('GET', path, { headers: { range: 'bytes=10-19' } });
  assert.deepEqual([part.status, part.bytes], [206, whole.bytes.subarray(10, 20)]);
  const head = await api.ask('HEAD', path);
  assert.deepEqual([head.status, Number(head.headers['content-length'])], [200, whole.bytes.length]);
  assert.deepEqual([...(await filesIn(api.settings)), ...(await filesIn(worker.settings))], []);
  assert.equal((await server.files()).length, 3, 'the input, the output and its poster');
  assert.equal((await checkMedia({ db: api.db, stores: await storesOf(api.settings) })).ok, true);
  // Deleted is deleted in the bucket, too.
  assert.equal((await live.ask('DELETE', `/v1/delta/generations/${id}`)).status, 204);
  assert.equal((await api.ask('GET', path)).status, 410);
});

test('readers are sent to the store, pages of our own are not, and what lies in the folder is served', {
  skip: noS3Server,
}, async (t) => {
  const { services } = await openApart(t, ['api,worker'], { AFTERIMAGE_MEDIA_LINKS: 'redirect' });
  const [service] = services as [TestService];
  const { live } = await service.account();
  const id = String((await live.submit('/v1/delta/generate', { prompt: 'a fox' })).body['task_uuid']);
  assert.equal(await service.ended(id), 'completed');
  const link = String((await live.get(`/v1/delta/generations/${id}`)).body['result_image_url']);
  const path = new URL(link).pathname + new URL(link).search;
  const sent = await service.ask('GET', path);
  assert.equal(sent.status, 302);
  const there = await fetch(sent.headers.location!, { headers: { range: 'bytes=0-9' } });
  assert.equal(there.status, 206);
  assert.equal(there.headers.get('content-type'), 'image/jpeg');
  assert.match(there.headers.get('content-disposition')!, /^inline; filename="a-fox-\w+\.jpg"$/);
  const served = await service.ask('GET', path, { headers: { 'sec-fetch-site': 'same-origin' } });
  assert.equal(served.status, 200);
  assert.deepEqual(served.bytes.subarray(0, 10), Buffer.from(await there.arrayBuffer()));
  assert.equal((await service.ask('HEAD', path)).status, 200);
  const forged = path.replace(/signature=./, (first) => (first.endsWith('_') ? 'signature=-' : 'signature=_'));
  assert.equal((await service.ask('GET', forged)).status, 403);
});

test('a store that is down: not ready, uploads refused and not charged, jobs wait, and all is made when it is back', {
  skip: noS3Stop,
}, async (t) => {
  const { server, services } = await openApart(t, ['api,worker']);
  const [service] = services as [TestService];
  const { live } = await service.account();
  const readiness = async () => (await service.ask('GET', '/readyz')).body;
  assert.deepEqual(await readiness(), { status: 'ready' });
  await server.stop();
  const submitted = (await live.submit('/v1/delta/generate', { prompt: 'a fox' })).body;
  const id = String(submitted['task_uuid']);
  const balance = await live.balance();
  const refused = await live.submit('/v1/delta/generate', { prompt: 'a fox', images: await inputs() });
  assert.deepEqual([refused.status, refused.body['code']], [503, 'BUSY']);
  assert.equal(await live.balance(), balance);
  const { reasons } = await eventually(async () => {
    const said = await readiness();
    return said['status'] === 'not ready' && (said as { reasons: string[] });
  });
  assert.ok(reasons.join().includes(`The media store ${server.address} cannot be used`), reasons.join());
  const triedAgain = await eventually(async () => {
    const [row] = await service.db.query<{ status: string; attempt: number }>(
      { text: 'select status, attempt from generations where id = $1' },
      [id],
    );
    return row!.attempt > 2 && row;
  });
  assert.equal(triedAgain!.status, 'processing');
  await server.start();
  assert.equal(await service.ended(id), 'completed');
  await eventually(async () => (await readiness())['status'] === 'ready');
  assert.equal((await service.audit()).ok, true);
});

test('a folder is carried into the bucket while links are read, and new media goes there', {
  skip: noS3Server,
}, async (t) => {
  const { server, db, services } = await openApart(t, ['api,worker'], { AFTERIMAGE_MEDIA: '' });
  const [service] = services as [TestService];
  const { live } = await service.account();
  const make = async () => {
    const id = String((await live.submit('/v1/delta/generate', { prompt: 'a fox' })).body['task_uuid']);
    assert.equal(await service.ended(id), 'completed');
    const link = new URL(String((await live.get(`/v1/delta/generations/${id}`)).body['result_image_url']));
    return link.pathname + link.search;
  };
  const links = [await make(), await make(), await make()];
  const before = await Promise.all(links.map((link) => service.ask('GET', link)));
  const stores = await storesOf({ ...service.settings });
  t.after(() => stores.close());
  let reading = true;
  const statuses = new Set<number>();
  const reader = (async () => {
    while (reading) for (const link of links) statuses.add((await service.ask('GET', link)).status);
  })();
  const moved = await moveMedia({ db, stores }, stores.at(server.address));
  reading = false;
  await reader;
  assert.deepEqual(moved, { moved: 6, left: 0, faults: [] });
  assert.deepEqual([...statuses], [200]);
  assert.deepEqual(await filesIn(service.settings), []);
  const after = await Promise.all(links.map((link) => service.ask('GET', link)));
  assert.deepEqual(
    after.map(({ bytes }) => bytes),
    before.map(({ bytes }) => bytes),
  );
  assert.equal((await server.files()).length, 6);
  assert.equal((await checkMedia({ db, stores }, 'digests')).ok, true);

  // Other bytes of the same size, put there past the service.
  const [object] = await db.query<{ id: string; store_key: string; bytes: number }>({
    text: 'select id, store_key, bytes from media_objects order by id limit 1',
  });
  const path = join(stores.scratchFolder(), 'turned');
  await writeFile(path, Buffer.alloc(object!.bytes, 7));
  await stores.at(server.address).putFile(object!.store_key, { path, type: 'image/jpeg', fileName: 'a.jpg' });
  assert.equal((await checkMedia({ db, stores })).ok, true, 'its size is right');
  const { missing, damaged } = await checkMedia({ db, stores }, 'digests');
  assert.deepEqual([missing, damaged.map(({ id, why }) => [id, why])], [[], [[object!.id, 'Its bytes have changed.']]]);
});
