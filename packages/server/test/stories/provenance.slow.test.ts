/** What leaves the service says that it was made by an algorithm, under one name, and comes with a poster. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { families, linkHours } from '@afterimage/contract';
import { makeCredential } from '@afterimage/studio';
import sharp from 'sharp';
import { readManifest } from '../../../studio/test/support/manifest.ts';
import { openKeyring } from '../../src/accounts/open-keyring.ts';
import { openSigner } from '../../src/engines/provenance.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { startService } from '../../src/main.ts';
import { linkSecret } from '../../src/media/link-secret-store.ts';
import { linkExpiry, signLink } from '../../src/media/links.ts';
import { findPosters } from '../../src/media/posters-store.ts';
import { testDatabase } from '../support/database.ts';
import { anyKeyring } from '../support/keyring.ts';
import { type Caller, startTestService, type TestService, testSettings } from '../support/service.ts';

async function makePicture(service: TestService, caller: Caller, prompt: string) {
  const { body } = await caller.submit('/v1/delta/generate', { prompt });
  const id = String(body['task_uuid']);
  assert.equal(await service.ended(id), 'completed');
  const record = (await caller.get(`/v1/delta/generations/${id}`)).body;
  const { bytes } = await service.ask('GET', String(record['result_image_url']));
  return { id, bytes };
}

test('what a service makes', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const live = await makePicture(service, account.live, 'a red fox in the snow');
  await t.test('is signed as made by an algorithm', () => checkSigned(live.bytes));
  await t.test('is signed in the sandbox too, scenario or not', async () => {
    await checkSigned((await makePicture(service, account.sandbox, 'a red fox')).bytes);
    await checkSigned((await makePicture(service, account.sandbox, '[[slow 0.1]] a red fox')).bytes);
  });
  await t.test('has a poster that its own signed link serves, and that goes when the output goes', () =>
    checkPoster(service, live.id),
  );
});

async function checkSigned(bytes: Uint8Array): Promise<void> {
  const { state, failures, actions } = await readManifest('image/jpeg', bytes);
  assert.deepEqual([state, failures], ['Valid', ['signingCredential.untrusted']]);
  assert.deepEqual(actions, [['c2pa.created', 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia']]);
}

async function checkPoster(service: TestService, generationId: string): Promise<void> {
  const [row] = await service.db.query<{ id: string; expires_at: Date }>(
    {
      text: `select m.id, m.expires_at from generations g join media_objects m on m.id = g.output_media_id
        where g.id = $1`,
    },
    [generationId],
  );
  const [poster] = await findPosters(service.db, [row!.id]);
  assert.equal(poster!.outputMediaId, row!.id);
  assert.deepEqual(poster!.expiresAt, row!.expires_at);
  assert.match(poster!.thumbhash, /^[A-Za-z0-9+/=]{20,48}$/);
  const link = signLink({
    publicUrl: service.url,
    secret: await linkSecret({ db: service.db, keyring: await openKeyring(service.db, service.settings) }),
    objectId: poster!.posterMediaId,
    fileName: poster!.fileName,
    expiresAt: linkExpiry(new Date(), linkHours),
  });
  const { status, headers, bytes } = await service.ask('GET', link);
  assert.deepEqual([status, headers['content-type']], [200, 'image/webp']);
  assert.equal((await sharp(bytes).metadata()).width, 480);
  await service.db.query({ text: 'update media_objects set expires_at = now() where id = $1' }, [
    poster!.posterMediaId,
  ]);
  assert.deepEqual(await findPosters(service.db, [row!.id]), []);
  assert.equal((await service.ask('GET', link)).status, 410);
}

test('all processes of a service sign under one name, however many start first at once', async (t) => {
  const { db } = await testDatabase(t);
  await db.query({ text: `delete from service_secrets where name = 'provenance'` });
  const keeping = { db, keyring: anyKeyring() };
  const signers = await Promise.all(Array.from({ length: 4 }, () => openSigner(keeping, { provenance: null })));
  const names = new Set(signers.map(({ identity }) => identity.certificates[0]));
  assert.equal(names.size, 1);
  const later = await openSigner(keeping, { provenance: null });
  assert.equal(later.identity.certificates[0], signers[0]!.identity.certificates[0]);
});

async function writeCredential(t: TestContext, changes: { key?: string }) {
  const { dataFolder } = await testSettings(t, {});
  const credential = { ...(await makeCredential(new Date())), ...changes };
  const files = { certificate: join(dataFolder, 'chain.pem'), key: join(dataFolder, 'key.pem') };
  await writeFile(files.certificate, credential.certificates);
  await writeFile(files.key, credential.key);
  return { files, credential };
}

test("an operator's certificate is the one that signs", async (t) => {
  const { db } = await testDatabase(t);
  const { files, credential } = await writeCredential(t, {});
  const { identity } = await openSigner({ db, keyring: anyKeyring() }, { provenance: files });
  const own = new X509Certificate(credential.certificates);
  assert.equal(identity.certificates[0], own.raw.toString('base64'));
  assert.equal(identity.certificates.length, 2);
});

test('a key that does not fit its certificate stops the start, with a reason that shows no key', async (t) => {
  const { url } = await testDatabase(t);
  const { key } = await makeCredential(new Date());
  const { files } = await writeCredential(t, { key });
  const settings = await testSettings(t, { env: { DATABASE_URL: url }, file: { provenance: files } });
  const starting = startService(settings, { families, log: createSilentLog() });
  await assert.rejects(starting, (fault: Error) => {
    assert.match(fault.message, /^provenance names .*chain\.pem and .*key\.pem, .*does not belong/);
    assert.ok(!fault.message.includes(key.split('\n')[1]!));
    return true;
  });
});
