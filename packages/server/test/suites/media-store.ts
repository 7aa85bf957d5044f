/** What every media store must do, whatever it keeps its bytes in. */
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { MediaStore } from '../../src/media/media-store.ts';

export interface StoreUnderTest {
  store: MediaStore;
  /** A second store on the same bytes, as another process would open it. */
  again(): Promise<MediaStore>;
  close(): Promise<void>;
}

export function describeMediaStore(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
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
      const file = join(store.scratchFolder(), randomUUID());
      await writeFile(file, bytes);
      return file;
    };
    const put = async (bytes: Buffer) => {
      const key = newKey();
      await store.putFile(key, await scratch(bytes));
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
        const facts = await store.putFile(key, file);
        assert.deepEqual(facts, { bytes: size, sha256: createHash('sha256').update(bytes).digest('hex') });
        assert.equal(existsSync(file), false);
        assert.deepEqual(await read(store, key), { bytes: size, body: bytes });
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

    test('what was never stored is missing, and so is what was removed; removing twice is fine', async () => {
      const key = await put(randomBytes(10));
      const target = join(store.scratchFolder(), randomUUID());
      await store.remove(key);
      await store.remove(key);
      for (const absent of [key, newKey()]) {
        assert.equal(await store.open(absent), 'missing');
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
      const target = join(store.scratchFolder(), randomUUID());
      assert.equal(await store.copyToFile(key, target), 'copied');
      assert.deepEqual(await readFile(target), bytes);
      await writeFile(target, 'changed');
      assert.deepEqual(await read(store, key), { bytes: 5_000, body: bytes });
      await rm(target);
    });

    test('putting under a key twice leaves the second file, whole', async () => {
      const key = await put(randomBytes(5_000));
      const second = randomBytes(10);
      await store.putFile(key, await scratch(second));
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
        await assert.rejects(store.putFile(key, file), TypeError, key);
        await assert.rejects(store.open(key), TypeError, key);
        await assert.rejects(store.copyToFile(key, `${file}.copy`), TypeError, key);
        await assert.rejects(store.remove(key), TypeError, key);
      }
      await rm(file);
    });

    test('the room left is part of the room there is', async () => {
      const { freeBytes, totalBytes } = await store.room();
      assert.ok(freeBytes > 0 && freeBytes <= totalBytes);
    });
  });
}
