/** Media in requests: whatever form they are given in, the service gets the form and the field that it takes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { callingOf, families as contractFamilies } from '@afterimage/contract';
import { sniffMediaType } from '../../server/src/media/detect-type.ts';
import { families } from '../src/families.ts';
import { sendable } from '../src/media.ts';
import { mediaTypeOf } from '../src/media-type.ts';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const uri = 'data:image/jpeg;base64,/9j/4A==';
const url = 'https://a.example/b.jpg';
const media = (family: string) => families[family]!.media;

test('a file, a Blob, bytes and a URL go under the field that takes them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'cat.txt');
  await writeFile(path, jpeg);
  const forms = [path, pathToFileURL(path), new Blob([jpeg]), jpeg, new Uint8Array(jpeg).buffer, uri];
  for (const form of forms) {
    for (const field of ['image_url', 'image_base64']) {
      assert.deepEqual(await sendable({ prompt: 'x', [field]: form }, media('beta')), {
        prompt: 'x',
        image_base64: uri,
      });
    }
    assert.deepEqual(await sendable({ images: [url, form] }, media('delta')), { images: [url, uri] });
    assert.deepEqual(await sendable({ images_url: [form] }, media('alpha-o3-photo')), { images_base64: [uri] });
    assert.deepEqual(await sendable({ start_frame: form }, media('gamma')), { start_frame: uri });
  }
  for (const form of [url, new URL(url)]) {
    assert.deepEqual(await sendable({ image_base64: form }, media('beta')), { image_url: url });
    assert.deepEqual(await sendable({ bytes_image: form }, media('gamma')), { bytes_image: url });
  }
});

test('what cannot be sent is told in a sentence before anything is', async () => {
  const words = new Blob(['words']);
  const told: [Record<string, unknown>, string][] = [
    [
      { image_url: './nowhere.jpg' },
      'image_url: there is no file ./nowhere.jpg; a URL begins with http:// or https://.',
    ],
    [{ image_url: import.meta.dirname }, `image_url: ${import.meta.dirname} is a folder.`],
    [{ image_url: new URL('file:///nowhere.jpg') }, 'image_url: there is no file file:///nowhere.jpg.'],
    [{ image_url: words }, 'image_url: the Blob is no JPEG, PNG, WEBP, MP4, MOV or WEBM.'],
  ];
  for (const [body, message] of told) {
    await assert.rejects(sendable(body, media('beta')), { name: 'MediaError', message });
  }
  const both = sendable({ images_url: [url, jpeg] }, media('alpha-o3-photo'));
  await assert.rejects(both, { message: 'images_url: send URLs or files, not both at once.' });
});

test('null, plain base64 and what is no medium at all are left to the service', async () => {
  const plain = 'A'.repeat(200);
  for (const images of [null, undefined, [plain], [5], 7, []]) {
    assert.deepEqual(await sendable({ images }, media('epsilon-images')), { images });
  }
});

test('a large file is encoded as it is', async () => {
  const large = Buffer.concat([jpeg, Buffer.alloc(200_001, 7)]);
  const { images } = (await sendable({ images: [large] }, media('delta'))) as { images: [string] };
  assert.deepEqual(Buffer.from(images[0].split(',')[1]!, 'base64'), large);
});

test('the type of a file is the one that the service finds', () => {
  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(12)]);
  const webm = Buffer.from('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm', 'latin1');
  const samples = [
    jpeg,
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
    ftyp('isom'),
    ftyp('mp42'),
    ftyp('qt  '),
    webm,
    Buffer.from('\0\0\0\x08wide'),
    Buffer.from('words'),
    Buffer.alloc(0),
  ];
  for (const sample of samples)
    assert.equal(
      mediaTypeOf(sample),
      sniffMediaType(Buffer.concat([sample, Buffer.alloc(8)])),
      sample.toString('latin1'),
    );
});

test('the table of families is that of the contract', () => {
  assert.deepEqual(families, Object.fromEntries(contractFamilies.map((family) => [family.slug, callingOf(family)])));
});
