/** `secret.key`: made once, whole, by whoever is first, however many begin at the same moment. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeSecretKeyFile, readSecretKeyFile } from '../../src/config/secret-key-file.ts';

test('processes that start at once on one data folder all read one whole key', async (t) => {
  for (let round = 0; round < 50; round += 1) {
    const folder = { dataFolder: await mkdtemp(join(tmpdir(), 'secret-key-')) };
    t.after(() => rm(folder.dataFolder, { recursive: true }));
    const looks = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? makeSecretKeyFile(folder) : readSecretKeyFile(folder),
    );
    const keys = (await Promise.all(looks)).filter((found) => found !== undefined).map(([key]) => key.toString('hex'));
    assert.ok(keys.length >= 10);
    assert.equal(new Set(keys).size, 1, 'one key');
    assert.deepEqual(await readdir(folder.dataFolder), ['secret.key'], 'and no draft is left');
  }
});
