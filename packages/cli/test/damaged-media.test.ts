/** Media that a disk has damaged: `afterimage media check --digests`, `afterimage backup` and `afterimage restore` name it, apart from what is missing. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { keepFile } from '../../server/src/media/keep-files.ts';
import { openMediaStores } from '../../server/src/media/media-stores.ts';
import { openMoney } from '../../server/test/invariants/support/money.ts';
import { testDatabase } from '../../server/test/support/database.ts';
import { temporaryFolder } from './support/afterimage.ts';
import { answerOf, hosted } from './support/hosted.ts';

async function restored(t: TestContext, input: string, more: string[]) {
  const data = await temporaryFolder();
  t.after(data.remove);
  const { db, url } = await testDatabase(t);
  await db.query({ text: 'drop schema public cascade; create schema public' });
  const done = await hosted(['restore', '--input', input, ...more], {
    AFTERIMAGE_DATA_DIR: data.folder,
    DATABASE_URL: url,
  });
  assert.equal(done.stderr, '');
  return done;
}

test('a check, a backup and a restore name what is damaged and what is missing, each by itself', async (t) => {
  const data = await temporaryFolder();
  t.after(data.remove);
  const { db, url } = await testDatabase(t);
  const { accountId } = await openMoney(db, 1_000);
  const stores = await openMediaStores({ folder: join(data.folder, 'media') });
  t.after(() => stores.close());
  async function keep(text: string): Promise<string> {
    const path = join(stores.scratchFolder(), randomUUID());
    await writeFile(path, text);
    const services = { db, stores, mediaDays: 7 };
    const id = await keepFile(services, path, { accountId, purpose: 'input', type: 'image/png', fileName: 'a.png' });
    await db.query({ text: `update media_objects set expires_at = now() + interval '7 days' where id = $1` }, [id]);
    return id;
  }
  const [gone, turned] = [await keep('gone'), await keep('turned'), await keep('sound')];
  const keyOf = (id: string) => `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;
  const pathOf = (id: string) => join(data.folder, 'media', 'objects', keyOf(id));
  const env = { AFTERIMAGE_DATA_DIR: data.folder, DATABASE_URL: url };

  const whole = await hosted(['media', 'check', '--digests'], env);
  assert.deepEqual([whole.exitCode, whole.stderr], [0, '']);
  assert.equal(whole.stdout, 'All is there, and nothing else: 3 files, each by its digest.\n');

  await writeFile(pathOf(turned), 'burned');
  assert.equal((await answerOf(['media', 'check'], env))['ok'], true, 'by its size it is whole');
  await rm(pathOf(gone));
  const { exitCode, stdout } = await hosted(['media', 'check', '--digests'], env);
  assert.equal(exitCode, 1);
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    '1 missing, 1 damaged, 0 orphaned, of 2 files, each by its digest:',
    `  missing   ${gone} in folder: It is not there.`,
    `  damaged   ${turned} in folder: Its bytes have changed.`,
  ]);

  const output = join(data.folder, 'a.tar');
  const saved = await hosted(['backup', '--output', output], env);
  assert.deepEqual([saved.exitCode, saved.stderr], [0, '']);
  assert.match(saved.stdout, /holds the service, but not all of its media whole:/);
  assert.match(saved.stdout, new RegExp(`^ *not in the store +${keyOf(gone)}$`, 'm'));
  assert.match(saved.stdout, new RegExp(`^ *damaged +${keyOf(turned)}$`, 'm'));
  const told = await answerOf(['backup', '--output', join(data.folder, 'b.tar')], env);
  assert.deepEqual([told['missing'], told['damaged']], [[keyOf(gone)], [keyOf(turned)]]);

  const { json, text } = { json: await restored(t, output, ['--json']), text: await restored(t, output, []) };
  assert.deepEqual([json.exitCode, JSON.parse(json.stdout).damaged], [1, [keyOf(turned)]]);
  assert.equal(text.exitCode, 1);
  assert.match(text.stdout, /^The service is as it was at .+, but not all of its media is whole:$/m);
  assert.match(text.stdout, new RegExp(`^ *damaged +${keyOf(turned)}$`, 'm'));
});
