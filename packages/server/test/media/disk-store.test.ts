/** The store on disk: the suite of all stores, and what only a folder can get wrong. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openMediaStores } from '../../src/media/media-stores.ts';
import { describeMediaStore } from '../suites/media-store.ts';

const newFolder = () => mkdtemp(join(tmpdir(), 'disk-store-'));

describeMediaStore({ name: 'disk store' }, async () => {
  const folder = await newFolder();
  const { keeper: store, scratchFolder } = await openMediaStores({ folder });
  return {
    store,
    scratchFolder: scratchFolder(),
    again: async () => (await openMediaStores({ folder })).keeper,
    close: () => rm(folder, { recursive: true }),
  };
});

const picture = { type: 'image/png', fileName: 'picture.png' };

test('the sweep takes scratch files and folders that nobody has touched, and nothing else', async () => {
  const folder = await newFolder();
  const stores = await openMediaStores({ folder });
  const scratch = stores.scratchFolder();
  const [old, fresh, oldFolder] = ['old', 'fresh', 'folder'].map((name) => join(scratch, name));
  await writeFile(old!, 'x');
  await writeFile(fresh!, 'x');
  await mkdir(oldFolder!);
  await writeFile(join(oldFolder!, 'x'), 'x');
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  await utimes(old!, twoHoursAgo, twoHoursAgo);
  await utimes(oldFolder!, twoHoursAgo, twoHoursAgo);
  await stores.keeper.putFile('aa/bb/kept', { path: fresh!, ...picture });
  await utimes(join(folder, 'objects', 'aa', 'bb', 'kept'), twoHoursAgo, twoHoursAgo);
  await writeFile(fresh!, 'x');

  assert.equal(await stores.sweepScratch(3_600), 2);
  assert.deepEqual(await readdir(scratch), ['fresh']);
  assert.notEqual(
    await stores.keeper.open('aa/bb/kept').then((opened) => opened !== 'missing' && opened.stream.destroy()),
    false,
  );
  await rm(folder, { recursive: true });
});

test('a file from another file system is taken over as well', async () => {
  const folder = await newFolder();
  const stores = await openMediaStores({ folder });
  // Where there is no memory disk, this is a plain rename once more.
  const elsewhere = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), randomUUID());
  await writeFile(elsewhere, 'from afar');
  assert.equal((await stores.keeper.putFile('aa/bb/cc', { path: elsewhere, ...picture })).bytes, 9);
  assert.equal(existsSync(elsewhere), false);
  assert.deepEqual(await readdir(stores.scratchFolder()), []);
  await rm(folder, { recursive: true });
});

test('the room left is part of the room there is', async () => {
  const folder = await newFolder();
  const { freeBytes, totalBytes } = await (await openMediaStores({ folder })).room();
  assert.ok(freeBytes > 0 && freeBytes <= totalBytes);
  await rm(folder, { recursive: true });
});

test('other users of the machine cannot look into the folders', async () => {
  const folder = await newFolder();
  const stores = await openMediaStores({ folder: join(folder, 'media') });
  assert.equal((await stat(stores.scratchFolder())).mode & 0o077, 0);
  assert.equal((await stat(join(folder, 'media', 'objects'))).mode & 0o077, 0);
  await rm(folder, { recursive: true });
});
