/** Media moves from one store to another while it is read, written and swept, and a check finds what rows and files disagree on. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { checkMedia } from '../../src/media/check.ts';
import { discardObjects, keepFile, sweepExpiredMedia } from '../../src/media/keep-files.ts';
import { type MediaStore, type MediaStores, StoreUnavailable } from '../../src/media/media-store.ts';
import { openMediaStores } from '../../src/media/media-stores.ts';
import { moveMedia } from '../../src/media/move.ts';
import { findObject } from '../../src/media/objects-store.ts';
import { openObject } from '../../src/media/read-object.ts';
import { createMoney } from '../invariants/support/money.ts';

/** Two folders, of which one stands for a store elsewhere: what moves between them is the same whatever they are. */
async function openTwo(t: TestContext) {
  const { db, accountId } = await createMoney(t, { credit: 1_000 });
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-move-'));
  t.after(() => rm(folder, { recursive: true }));
  const stores = await openMediaStores({ folder: join(folder, 'here') });
  const other = await openMediaStores({ folder: join(folder, 'there') });
  const there: MediaStore = { ...other.keeper, name: 's3://there' };
  const both: MediaStores = { ...stores, at: (name) => (name === there.name ? there : stores.at(name)) };
  const services = { db, stores: both, mediaDays: 7 };
  async function keep(text: string): Promise<string> {
    const path = join(stores.scratchFolder(), randomUUID());
    await writeFile(path, text);
    const id = await keepFile(services, path, { accountId, purpose: 'input', type: 'image/png', fileName: 'a.png' });
    await db.query({ text: `update media_objects set expires_at = now() + interval '7 days' where id = $1` }, [id]);
    return id;
  }
  const read = async (id: string) => {
    const opened = await openObject(services, (await findObject(db, id))!);
    return opened === 'missing' ? opened : (await buffer(opened.stream)).toString();
  };
  const pathOf = (which: 'here' | 'there', id: string) =>
    join(folder, which, 'objects', id.slice(0, 2), id.slice(2, 4), id);
  return { services, db, here: stores.keeper, there, keep, read, pathOf };
}

const keyOf = (id: string) => `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;
const expire = (db: Db, id: string) =>
  db.query({ text: `update media_objects set expires_at = now() - interval '1 minute' where id = $1` }, [id]);

test('everything is moved once, read from its new place, and gone from the old one; a second move has nothing to do', async (t) => {
  const { services, here, there, keep, read } = await openTwo(t);
  const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => keep(`file ${index}`)));
  assert.deepEqual(await moveMedia(services, there), { moved: 30, left: 0, faults: [] });
  for (const [index, id] of ids.entries()) {
    assert.equal(await read(id), `file ${index}`);
    assert.equal(await here.head(keyOf(id)), 'missing');
  }
  assert.deepEqual(await moveMedia(services, there), { moved: 0, left: 0, faults: [] });
  assert.deepEqual(await checkMedia(services), { ok: true, missing: [], damaged: [], orphaned: [], files: 30 });
  assert.deepEqual(await moveMedia(services, here), { moved: 30, left: 0, faults: [] });
});

test('a reader who knows the old place only reads the new one', async (t) => {
  const { services, db, there, keep } = await openTwo(t);
  const object = (await findObject(db, await keep('moved')))!;
  await moveMedia(services, there);
  const opened = await openObject(services, object);
  assert.ok(opened !== 'missing');
  assert.equal((await buffer(opened.stream)).toString(), 'moved');
});

test('what is missing or damaged stays where it is, and is named', async (t) => {
  const { services, there, keep, pathOf } = await openTwo(t);
  const [gone, damaged] = [await keep('gone'), await keep('sound')];
  await rm(pathOf('here', gone));
  await writeFile(pathOf('here', damaged), 'found');
  const { moved, left, faults } = await moveMedia(services, there);
  assert.deepEqual([moved, left], [0, 2]);
  assert.match(faults.sort().join(), new RegExp(`${gone} is not in folder`));
  assert.match(faults.join(), new RegExp(`${damaged} in folder is damaged`));
  assert.equal(await there.head(keyOf(damaged)), 'missing');
});

test('a file that is swept or discarded while it moves leaves nothing behind in either store', async (t) => {
  const { services, db, here, there, keep } = await openTwo(t);
  const [swept, discarded] = [await keep('swept'), await keep('discarded')];
  const sweeping = {
    ...services,
    stores: {
      ...services.stores,
      // The row has been read, the file goes, and the move comes in between.
      at: (name: string): MediaStore => ({
        ...services.stores.at(name),
        async remove(key) {
          if (name === here.name) await moveAway(key);
          await services.stores.at(name).remove(key);
        },
      }),
    },
  };
  async function moveAway(key: string): Promise<void> {
    const path = join(services.stores.scratchFolder(), randomUUID());
    await here.copyToFile(key, path);
    await there.putFile(key, { path, type: 'image/png', fileName: 'a.png' });
    await db.query({ text: 'update media_objects set store = $2 where store_key = $1' }, [key, there.name]);
  }
  await expire(db, swept);
  await sweepExpiredMedia(sweeping);
  await discardObjects(sweeping, [discarded]);
  // Neither row was told of as gone: the next sweep finds both where they are now.
  await sweepExpiredMedia(services);
  for (const id of [swept, discarded])
    for (const store of [here, there]) assert.equal(await store.head(keyOf(id)), 'missing');
  assert.deepEqual(await checkMedia(services), { ok: true, missing: [], damaged: [], orphaned: [], files: 0 });
});

test('a check names files that are missing or cut off, and files that no row names, in every store', async (t) => {
  const { services, db, there, keep, pathOf } = await openTwo(t);
  const [gone, cutOff, moved] = [await keep('gone'), await keep('cut off'), await keep('moved')];
  await moveMedia(services, there);
  await rm(pathOf('there', gone));
  await writeFile(pathOf('there', cutOff), 'cut');
  const stray = randomUUID();
  const path = join(services.stores.scratchFolder(), randomUUID());
  await writeFile(path, 'stray');
  await services.stores.keeper.putFile(keyOf(stray), { path, type: 'image/png', fileName: 'a.png' });
  await db.query({ text: 'update media_objects set removed_at = now() where id = $1' }, [moved]);

  const { ok, missing, damaged, orphaned } = await checkMedia(services);
  assert.equal(ok, false);
  const at = { store: there.name };
  assert.deepEqual(missing, [{ id: gone, ...at, key: keyOf(gone), why: 'It is not there.' }]);
  assert.deepEqual(damaged, [{ id: cutOff, ...at, key: keyOf(cutOff), why: 'It has 3 of 7 bytes.' }]);
  assert.deepEqual(
    orphaned.sort((a, b) => a.bytes - b.bytes),
    [
      { store: 'folder', key: keyOf(stray), bytes: 5 },
      { ...at, key: keyOf(moved), bytes: 5 },
    ].sort((a, b) => a.store.localeCompare(b.store)),
  );
});

test('a check of digests finds a file whose bytes have changed and whose size has not, and one that cannot be read', async (t) => {
  const { services, db, here, keep, pathOf } = await openTwo(t);
  const [turned, unreadable, removed] = [await keep('turned'), await keep('unreadable'), await keep('removed')];
  for (let index = 0; index < 20; index += 1) await keep(`file ${index}`);
  assert.deepEqual(await checkMedia(services, 'digests'), {
    ok: true,
    missing: [],
    damaged: [],
    orphaned: [],
    files: 23,
  });
  await writeFile(pathOf('here', turned), 'burned');
  await writeFile(pathOf('here', removed), 'revomed');
  assert.equal((await checkMedia(services)).ok, true, 'their sizes are right');
  const failing: MediaStore = {
    ...here,
    async open(key) {
      if (key === keyOf(unreadable)) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
      // Removed while it was read.
      if (key === keyOf(removed))
        await db.query({ text: `update media_objects set removed_at = now() where id = $1` }, [removed]);
      return here.open(key);
    },
  };
  const stores: MediaStores = { ...services.stores, keeper: failing, at: () => failing };
  const { ok, missing, damaged } = await checkMedia({ ...services, stores }, 'digests');
  assert.deepEqual([ok, missing], [false, []]);
  const at = { store: 'folder' };
  assert.deepEqual(
    damaged.sort((a, b) => a.why.localeCompare(b.why)),
    [
      { id: unreadable, ...at, key: keyOf(unreadable), why: 'It cannot be read: EIO: i/o error, read' },
      { id: turned, ...at, key: keyOf(turned), why: 'Its bytes have changed.' },
    ],
  );
});

test('a check of digests that finds its store down says so, and calls nothing damaged', async (t) => {
  const { services, here, keep } = await openTwo(t);
  await keep('fine');
  const down = { ...here, open: () => Promise.reject(new StoreUnavailable('The media store cannot be reached.')) };
  const stores = { ...services.stores, keeper: down, at: () => down };
  await assert.rejects(checkMedia({ ...services, stores }, 'digests'), StoreUnavailable);
});

test('a copy that a move has made and not yet noted is no orphan, unless it is old', async (t) => {
  const { services, there, keep, pathOf } = await openTwo(t);
  const id = await keep('on its way');
  const path = join(services.stores.scratchFolder(), randomUUID());
  await writeFile(path, 'on its way');
  await there.putFile(keyOf(id), { path, type: 'image/png', fileName: 'a.png' });
  // Some other file is there already, so that the store is looked at.
  const other = await keep('other');
  await services.db.query({ text: 'update media_objects set store = $2 where id = $1' }, [other, there.name]);
  await writeFile(path, 'other');
  await there.putFile(keyOf(other), { path, type: 'image/png', fileName: 'a.png' });
  await services.stores.keeper.remove(keyOf(other));
  assert.equal((await checkMedia(services)).ok, true);
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  await utimes(pathOf('there', id), twoHoursAgo, twoHoursAgo);
  assert.deepEqual((await checkMedia(services)).orphaned, [{ store: there.name, key: keyOf(id), bytes: 10 }]);
});
