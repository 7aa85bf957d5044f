/** What every media store must do, whatever it keeps its bytes in. */
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { FileToPut, MediaStore } from '../../src/media/media-store.ts';

export interface StoreUnderTest {
  store: MediaStore;
  scratchFolder: string;
  /** A second store on the same bytes, as another process would open it. */
  again(): Promise<MediaStore>;
  close(): Promise<void>;
}

/** @param name its test, and why it is left out, where it is */
export function describeMediaStore(
  { name, skip = false }: { name: string; skip?: string | false },
  make: () => Promise<StoreUnderTest>,
): void {
  describe(name, { skip }, () => {
    let made: StoreUnderTest;
    let store: MediaStore;
    before(async () => {
      made = await make();
      store = made.store;
    });
    after(() => made.close());

    const newKey = () => {
      const id = randomUUID();
      return `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;
    };
    const scratch = async (bytes: Buffer) => {
      const file = join(made.scratchFolder, randomUUID());
      await writeFile(file, bytes);
      return file;
    };
    const picture = { type: 'image/png', fileName: 'picture.png' };
    const toPut = (path: string): FileToPut => ({ path, ...picture });
    const put = async (bytes: Buffer) => {
      const key = newKey();
      await store.putFile(key, toPut(await scratch(bytes)));
      return key;
    };
    const read = async (from: MediaStore, ...order: Parameters<MediaStore['open']>) => {
      const opened = await from.open(...order);
      return opened === 'missing' ? opened : { bytes: opened.bytes, body: await buffer(opened.stream) };
    };

    test('a file handed over is read back byte for byte, by this process and another, and its old place is empty', async () => {
      for (const size of [0, 1, 65_537, 3_000_000]) {
        const bytes = randomBytes(size);
        const file = await scratch(bytes);
        const key = newKey();
        const facts = await store.putFile(key, toPut(file));
        assert.deepEqual(facts, { bytes: size, sha256: createHash('sha256').update(bytes).digest('hex') });
        assert.equal(existsSync(file), false);
        assert.deepEqual(await read(store, key), { bytes: size, body: bytes });
        assert.deepEqual(await store.head(key), { bytes: size });
        assert.deepEqual(await read(await made.again(), key), { bytes: size, body: bytes });
      }
    });

    test('a range gives those bytes, both ends included, and the size of the whole', async () => {
      const bytes = randomBytes(1_000);
      const key = await put(bytes);
      for (const [start, end] of [
        [0, 0],
        [0, 999],
        [10, 19],
        [999, 999],
      ] as const) {
        assert.deepEqual(await read(store, key, { start, end }), {
          bytes: 1_000,
          body: bytes.subarray(start, end + 1),
        });
      }
    });

    test('a range that begins after the end gives no bytes, and the size: so a reader knows that the file lost its end', async () => {
      const key = await put(randomBytes(1_000));
      assert.deepEqual(await read(store, key, { start: 1_000, end: 1_999 }), { bytes: 1_000, body: Buffer.alloc(0) });
      const empty = await put(Buffer.alloc(0));
      assert.deepEqual(await read(store, empty, { start: 0, end: 9 }), { bytes: 0, body: Buffer.alloc(0) });
    });

    test('what was never stored is missing, and so is what was removed; removing twice is fine', async () => {
      const key = await put(randomBytes(10));
      const target = join(made.scratchFolder, randomUUID());
      await store.remove(key);
      await store.remove(key);
      for (const absent of [key, newKey()]) {
        assert.equal(await store.open(absent), 'missing');
        assert.equal(await store.head(absent), 'missing');
        assert.equal(await store.copyToFile(absent, target), 'missing');
      }
      assert.equal(existsSync(target), false);
    });

    test('a reader that began before the removal reads on to the end', async () => {
      const bytes = randomBytes(2_000_000);
      const key = await put(bytes);
      const opened = await store.open(key);
      assert.ok(opened !== 'missing');
      await store.remove(key);
      assert.deepEqual(await buffer(opened.stream), bytes);
    });

    test('a copy is a file of its own: changing it changes nothing in the store', async () => {
      const bytes = randomBytes(5_000);
      const key = await put(bytes);
      const target = join(made.scratchFolder, randomUUID());
      assert.equal(await store.copyToFile(key, target), 'copied');
      assert.deepEqual(await readFile(target), bytes);
      await writeFile(target, 'changed');
      assert.deepEqual(await read(store, key), { bytes: 5_000, body: bytes });
      await rm(target);
    });

    test('putting under a key twice leaves the second file, whole', async () => {
      const key = await put(randomBytes(5_000));
      const second = randomBytes(10);
      await store.putFile(key, toPut(await scratch(second)));
      assert.deepEqual(await read(store, key), { bytes: 10, body: second });
    });

    test('many files at once do not disturb each other', async () => {
      const files = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const bytes = randomBytes(20_000);
          return { bytes, key: await put(bytes) };
        }),
      );
      for (const { bytes, key } of files)
        assert.deepEqual((await read(store, key)) as unknown, { bytes: 20_000, body: bytes });
    });

    test('a key that is not of our form is a fault, in every call', async () => {
      const file = await scratch(randomBytes(1));
      const keys = [
        '',
        '/',
        '..',
        '../x',
        'a/../b',
        'a/..',
        './a',
        '/etc/passwd',
        'a//b',
        'a/',
        'a\\..\\b',
        'a\0b',
        'a.b',
        'ä',
      ];
      for (const key of [...keys, 'x'.repeat(201), '%2e%2e/x']) {
        await assert.rejects(store.putFile(key, toPut(file)), TypeError, key);
        await assert.rejects(store.open(key), TypeError, key);
        await assert.rejects(store.copyToFile(key, `${file}.copy`), TypeError, key);
        await assert.rejects(store.remove(key), TypeError, key);
        await assert.rejects(store.head(key), TypeError, key);
        await assert.rejects(store.link(key, { ...picture, seconds: 1 }), TypeError, key);
      }
      await rm(file);
    });

    test('nothing lies under a key before its row is announced', async () => {
      const key = newKey();
      const announced = Promise.withResolvers<void>();
      const putting = store.putFile(key, { ...toPut(await scratch(randomBytes(10))), announced: announced.promise });
      assert.equal(await store.open(key), 'missing');
      announced.resolve();
      await putting;
      assert.notEqual(await read(store, key), 'missing');
    });

    test('a file whose row could not be announced is not kept', async () => {
      const key = newKey();
      const file = toPut(await scratch(randomBytes(10)));
      const announced = Promise.reject(new Error('no database'));
      await assert.rejects(store.putFile(key, { ...file, announced }), /no database/);
      assert.equal(await store.open(key), 'missing');
    });

    test('a link reads the object without any key, as what it was put, and in ranges; or there is none', async () => {
      const bytes = randomBytes(1_000);
      const key = await put(bytes);
      const link = await store.link(key, { ...picture, seconds: 60 });
      if (store.where === 'here') return assert.equal(link, null);
      const whole = await fetch(link!);
      assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes);
      assert.equal(whole.headers.get('content-type'), 'image/png');
      assert.equal(whole.headers.get('content-disposition'), 'inline; filename="picture.png"');
      const part = await fetch(link!, { headers: { range: 'bytes=10-19' } });
      assert.equal(part.status, 206);
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(10, 20));
      const other = await fetch(link!.replace(key, await put(bytes)));
      await other.body?.cancel();
      assert.equal(other.status, 403);
    });

    test('a store that can be used says so', () => store.look());

    test('a listing names everything that lies there, with its size, and nothing that was removed', async () => {
      const kept = await Promise.all([10, 20].map(async (size) => ({ size, key: await put(randomBytes(size)) })));
      const gone = await put(randomBytes(30));
      await store.remove(gone);
      const listed = new Map<string, { bytes: number; modifiedAt: Date }>();
      for await (const { key, ...facts } of store.list()) listed.set(key, facts);
      for (const { key, size } of kept) {
        assert.equal(listed.get(key)?.bytes, size);
        assert.ok(Math.abs(Date.now() - listed.get(key)!.modifiedAt.getTime()) < 3_600_000);
      }
      assert.equal(listed.has(gone), false);
    });
  });
}
