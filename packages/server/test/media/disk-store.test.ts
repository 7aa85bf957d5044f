/** The store on disk: the suite of all stores, and what only a folder can get wrong. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDiskStore } from '../../src/media/disk-store.ts';
import { describeMediaStore } from '../suites/media-store.ts';

const newFolder = () => mkdtemp(join(tmpdir(), 'disk-store-'));

describeMediaStore('disk store', async () => {
  const folder = await newFolder();
  return {
    store: await openDiskStore({ folder }),
    again: () => openDiskStore({ folder }),
    close: () => rm(folder, { recursive: true }),
  };
});

test('the sweep takes scratch files and folders that nobody has touched, and nothing else', async () => {
  const folder = await newFolder();
  const store = await openDiskStore({ folder });
  const [old, fresh, oldFolder] = ['old', 'fresh', 'folder'].map((name) => join(store.scratchFolder(), name));
  await writeFile(old!, 'x');
  await writeFile(fresh!, 'x');
  await mkdir(oldFolder!);
  await writeFile(join(oldFolder!, 'x'), 'x');
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  await utimes(old!, twoHoursAgo, twoHoursAgo);
  await utimes(oldFolder!, twoHoursAgo, twoHoursAgo);
  await store.putFile('aa/bb/kept', fresh!);
  await utimes(join(folder, 'objects', 'aa', 'bb', 'kept'), twoHoursAgo, twoHoursAgo);
  await writeFile(fresh!, 'x');

  assert.equal(await store.sweepScratch(3_600), 2);
  assert.deepEqual(await readdir(store.scratchFolder()), ['fresh']);
  assert.notEqual(
    await store.open('aa/bb/kept').then((opened) => opened !== 'missing' && opened.stream.destroy()),
    false,
  );
  await rm(folder, { recursive: true });
});

test('a file from another file system is taken over as well', async () => {
  const folder = await newFolder();
  const store = await openDiskStore({ folder });
  // Where there is no memory disk, this is a plain rename once more.
  const elsewhere = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), randomUUID());
  await writeFile(elsewhere, 'from afar');
  assert.equal((await store.putFile('aa/bb/cc', elsewhere)).bytes, 9);
  assert.equal(existsSync(elsewhere), false);
  assert.deepEqual(await readdir(store.scratchFolder()), []);
  await rm(folder, { recursive: true });
});

test('other users of the machine cannot look into the folders', async () => {
  const folder = await newFolder();
  const store = await openDiskStore({ folder: join(folder, 'media') });
  assert.equal((await stat(store.scratchFolder())).mode & 0o077, 0);
  assert.equal((await stat(join(folder, 'media', 'objects'))).mode & 0o077, 0);
  await rm(folder, { recursive: true });
});
