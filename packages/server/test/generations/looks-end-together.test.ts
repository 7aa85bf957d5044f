/** A look at a medium that breaks down leaves nothing taken by the looks beside it: no slot of a fetch, no file. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withMedia } from '../../src/generations/take-inputs.ts';
import { createFetchSlots } from '../../src/media/fetch-slots.ts';

type Given = Parameters<typeof withMedia>;

test('a fetched video gives its slot and its file back when the look at an image beside it throws', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'looks-'));
  t.after(() => rm(folder, { recursive: true }));
  const slots = { fetchesMax: 1, ownerFetchesMax: 1, bytesMax: 100, ownerBytesMax: 100, waitMilliseconds: 0 };
  const fetchSlots = createFetchSlots({ ...slots, nearlyFull: () => false });
  const broken = Promise.withResolvers<never>();
  const services = {
    db: { query: async () => [] },
    prices: { alpha: { motion: 0 } },
    stores: { scratchFolder: () => folder },
    fetchSlots,
    safeFetch: {
      async get(_url: string, { into }: { into: { file: string; mayHold(bytes: number): boolean } }) {
        assert.ok(into.mayHold(100));
        await writeFile(into.file, 'a video');
        return { ok: true };
      },
    },
    inspector: {
      image: () => broken.promise,
      async video() {
        // While this one still holds what it took.
        broken.reject(new Error('too many open files'));
        return { ok: true, facts: { type: 'video/mp4', bytes: 100 } };
      },
    },
  } as unknown as Given[0];
  const video = { kind: 'video', field: 'video_url', bytesMax: 100, source: { url: 'https://example.com/a.mp4' } };
  const upload = { file: import.meta.filename, sniffedType: 'image/jpeg', bytes: 1 };
  const image = { kind: 'image', field: 'image', bytesMax: 100, source: { upload } };
  const submission = {
    family: { slug: 'alpha', leastPriceOf: () => ({ item: 'motion', times: 1 }) },
    request: { media: [video, image] },
    holder: { liveId: 'owner', accountId: 'owner', keyId: 'key', mode: 'live' },
    mediaOnDisk: async () => {},
  } as unknown as Given[1];
  const go = () => assert.fail('it was submitted');
  await assert.rejects(withMedia(services, submission, go), /too many open files/);
  const slot = await fetchSlots.enter('owner');
  assert.ok(slot !== 'busy' && slot.mayHold(100), 'the slot and the share of bytes are free');
  assert.deepEqual(await readdir(folder), []);
});
