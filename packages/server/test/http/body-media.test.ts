/** What a text in a media field is taken for: its declared type, the type its bytes show, and each fault. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import type { MediaFieldRule, Upload } from '@afterimage/contract';
import fc from 'fast-check';
import { readSmallBody } from '../../src/http/body/small-body.ts';
import { ownerSpoolBytesMax, Spool } from '../../src/http/body/spool.ts';
import { BodySpool } from '../../src/http/body/spool-file.ts';
import { UploadDecoder } from '../../src/http/body/upload-decoder.ts';
import { sniffMediaType } from '../../src/media/detect-type.ts';
import { eventually } from '../support/eventually.ts';
import { comparable, makeFolder, spooledFiles } from './support/body-reading.ts';

function ftyp(major: string, ...compatible: string[]): Buffer {
  const box = Buffer.from(`\0\0\0\0ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  box.writeUInt32BE(box.length);
  return box;
}

function ebml(docType: string, sizeField = '\x84'): Buffer {
  const version = '\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08';
  return Buffer.from(`\x1a\x45\xdf\xa3\x9f${version}\x42\x82${sizeField}${docType}\x42\x87\x81\x04`, 'latin1');
}

const signatures: [name: string, bytes: Buffer, type: string | null][] = [
  ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
  ['PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'image/png'],
  ['WEBP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
  ['MP4 (isom)', ftyp('isom', 'isom', 'avc1'), 'video/mp4'],
  ['MP4 (mp42)', ftyp('mp42'), 'video/mp4'],
  ['MP4 (a brand of its own, mp41 beside it)', ftyp('abcd', 'xyz ', 'mp41'), 'video/mp4'],
  ['QuickTime', ftyp('qt  ', 'qt  '), 'video/quicktime'],
  [
    'QuickTime that begins with its movie box',
    Buffer.from('\0\0\x10\0moov\0\0\0\x6cmvhd', 'latin1'),
    'video/quicktime',
  ],
  ['QuickTime that begins with its data', Buffer.from('\0\0\0\x08wide\0\0\x10\0mdat', 'latin1'), 'video/quicktime'],
  ['WebM', ebml('webm'), 'video/webm'],
  ['WebM with a long size field', ebml('webm', '\x01\0\0\0\0\0\0\x04'), 'video/webm'],
  ['Matroska', ebml('matroska', '\x88'), null],
  ['HEIC', ftyp('heic', 'mif1', 'heic'), null],
  ['AVIF, though an MP4 brand stands beside it', ftyp('avif', 'mif1', 'iso8'), null],
  ['M4A', ftyp('M4A ', 'M4A ', 'mp42'), null],
  ['WAV', Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'), null],
  ['GIF', Buffer.from('GIF89a'), null],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  ['one byte', Buffer.from([0xff]), null],
  ['nothing', Buffer.alloc(0), null],
];

for (const [name, bytes, type] of signatures) {
  test(`${name} is seen as ${type ?? 'none of ours'}`, () => {
    assert.equal(sniffMediaType(bytes), type);
  });
}

test('any bytes can be looked at', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void sniffMediaType(Buffer.from(bytes))));
});

async function decode(t: TestContext, text: string, takes: MediaFieldRule['takes']): Promise<Upload> {
  const files = new BodySpool(new Spool(await makeFolder(t)), 'one account');
  const decoder = new UploadDecoder({ kind: 'image', list: false, takes, bytesMax: 1000 }, files);
  decoder.take(Buffer.from(text));
  const upload = decoder.finish();
  await files.settle();
  return upload;
}

const texts: [text: string, data: string, base64: string][] = [
  // text                                        data-uri        url-or-data-uri-or-base64
  ['data:image/png;base64,AAAA', 'image/png', 'image/png'],
  ['DATA:Image/PNG;BASE64,AAAA', 'image/png', 'image/png'],
  ['data:image/svg+xml;base64,AAAA', 'image/svg+xml', 'image/svg+xml'],
  ['data:image/png;base64,AA==', 'image/png', 'image/png'],
  ['data:image/png;base64,', 'empty', 'empty'],
  ['', 'empty', 'empty'],
  ['AAAA', 'not_data_uri', 'plain'],
  ['AA==', 'not_data_uri', 'plain'],
  ['data', 'not_data_uri', 'plain'],
  ['data:', 'not_data_uri', 'not_data_uri'],
  ['data:image/png,AAAA', 'not_data_uri', 'not_data_uri'],
  ['data:;base64,AAAA', 'not_data_uri', 'not_data_uri'],
  ['data:image/png;charset=utf-8;base64,AAAA', 'image/png', 'image/png'],
  ['data:video/mp4;codecs="avc1.42E01E";name=a.mp4;base64,AAAA', 'video/mp4', 'video/mp4'],
  ['data:image/png;charset;base64,AAAA', 'not_data_uri', 'not_data_uri'],
  ['data:image/png;charset=;base64,AAAA', 'not_data_uri', 'not_data_uri'],
  ['data:image/png;base64;charset=utf-8,AAAA', 'not_data_uri', 'not_data_uri'],
  ['data:image/png;base64;AAAA', 'not_data_uri', 'not_data_uri'],
  ['data: image/png;base64,AAAA', 'not_data_uri', 'not_data_uri'],
  [`data:image/${'x'.repeat(300)};base64,AAAA`, 'not_data_uri', 'not_data_uri'],
  ['data:image/png;base64,AAA', 'not_base64', 'not_base64'],
  ['data:image/png;base64,A', 'not_base64', 'not_base64'],
  ['data:image/png;base64,AA', 'not_base64', 'not_base64'],
  ['data:image/png;base64,AA=', 'not_base64', 'not_base64'],
  ['data:image/png;base64,AA==AAAA', 'not_base64', 'not_base64'],
  ['data:image/png;base64,====', 'not_base64', 'not_base64'],
  ['data:image/png;base64,AA-_', 'not_base64', 'not_base64'],
  ['data:image/png;base64,AAAA    ', 'not_base64', 'not_base64'],
  ['data:image/png;base64,AAAA\nAAA', 'not_base64', 'not_base64'],
  ['data:image/png;base64,AA AA AA AA ', 'not_base64', 'not_base64'],
  ['data:image/png;base64,!!!!', 'not_base64', 'not_base64'],
  ['data:image/png;base64,AAA\u0141', 'not_base64', 'not_base64'],
  ['!!!!', 'not_data_uri', 'not_base64'],
  ['AA,A', 'not_data_uri', 'not_base64'],
  [`data:image/png;base64,${'A'.repeat(2000)}`, 'too_large', 'too_large'],
];

for (const [text, data, base64] of texts) {
  test(`${JSON.stringify(text.slice(0, 50))} is ${data} as data URI, ${base64} as plain base64 too`, async (t) => {
    const outcome = (upload: Upload) => upload.fault ?? upload.declaredType ?? 'plain';
    assert.equal(outcome(await decode(t, text, 'data-uri')), data);
    assert.equal(outcome(await decode(t, text, 'url-or-data-uri')), data);
    assert.equal(outcome(await decode(t, text, 'url-or-data-uri-or-base64')), base64);
  });
}

test('padding in the middle is refused also where the decoder starts a new stretch', async (t) => {
  const files = new BodySpool(new Spool(await makeFolder(t)), 'one account');
  const rule: MediaFieldRule = { kind: 'image', list: false, takes: 'data-uri', bytesMax: 1_000_000 };
  for (const [end, fault] of [
    ['AAAA', null],
    ['AA==', 'not_base64'],
  ] as const) {
    const decoder = new UploadDecoder(rule, files);
    decoder.take(Buffer.from(`data:image/png;base64,${'A'.repeat(65_532)}${end}AAAA`));
    assert.equal(decoder.finish().fault, fault);
  }
  await files.discard();
});

test('a tiny medium takes little memory, however many a body has of them', async (t) => {
  const files = new BodySpool(new Spool(await makeFolder(t)), 'one account', 'on demand');
  const rule: MediaFieldRule = { kind: 'image', list: true, takes: 'data-uri', bytesMax: 1_000_000 };
  const count = 200;
  const before = process.memoryUsage().arrayBuffers;
  for (let number = 0; number < count; number += 1) {
    const decoder = new UploadDecoder(rule, files);
    decoder.take(Buffer.from('data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA4AAAAvV9vVBgcQEf0PRET/Aw=='));
    assert.equal(decoder.finish().fault, null);
  }
  const bytesEach = (process.memoryUsage().arrayBuffers - before) / count;
  assert.ok(bytesEach < 16_384, `each took ${Math.round(bytesEach)} bytes`);
  await files.discard();
});

test('what an account has in the spool is counted until it is discarded, and fills its own share only', async (t) => {
  const spool = new Spool(await makeFolder(t));
  spool.note('one account', ownerSpoolBytesMax);
  assert.equal(spool.isFullOf('one account'), false);
  const files = new BodySpool(spool, 'one account');
  const decoder = new UploadDecoder({ kind: 'image', list: false, takes: 'data-uri', bytesMax: 1000 }, files);
  decoder.take(Buffer.from('data:image/png;base64,AAAA'));
  decoder.finish();
  assert.equal(spool.isFullOf('one account'), true);
  assert.equal(spool.isFullOf('another'), false);
  await files.discard();
  await files.discard();
  assert.equal(spool.isFullOf('one account'), false);
});

test('a medium is the same in pieces of any size', async (t) => {
  const files = new BodySpool(new Spool(await makeFolder(t)), 'one account');
  const rule: MediaFieldRule = { kind: 'image', list: false, takes: 'data-uri', bytesMax: 1_000_000 };
  const bytes = Buffer.from(Array.from({ length: 200_003 }, (_, at) => (at * 7) % 251));
  const text = Buffer.from(`data:image/png;base64,${bytes.toString('base64')}`);
  for (const pieceBytes of [700, 1_024, 1_046, 65_536, 100_000, text.length]) {
    const decoder = new UploadDecoder(rule, files);
    for (let at = 0; at < text.length; at += pieceBytes) decoder.take(text.subarray(at, at + pieceBytes));
    const { file } = decoder.finish();
    await files.settle();
    assert.deepEqual(await readFile(file), bytes);
  }
  await files.discard();
});

test('what was written of a medium that grows too large goes at once', async (t) => {
  const folder = await makeFolder(t);
  const files = new BodySpool(new Spool(folder), 'one account');
  const decoder = new UploadDecoder({ kind: 'image', list: false, takes: 'data-uri', bytesMax: 300_000 }, files);
  decoder.take(Buffer.from(`data:image/png;base64,${'A'.repeat(300_000)}`));
  await eventually(async () => (await spooledFiles(folder)).length === 1);
  decoder.take(Buffer.from('A'.repeat(200_000)));
  assert.equal(decoder.finish().fault, 'too_large');
  await files.settle();
  assert.deepEqual(await spooledFiles(folder), []);
});

test('one changed character is refused exactly when it leaves no base64', async (t) => {
  const files = new BodySpool(new Spool(await makeFolder(t)), 'one account');
  const rule: MediaFieldRule = { kind: 'image', list: false, takes: 'url-or-data-uri-or-base64', bytesMax: 1000 };
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 90 }), fc.nat(), fc.nat(255), async (bytes, at, byte) => {
      const text = Buffer.from(Buffer.from(bytes).toString('base64'));
      text[at % text.length] = byte;
      const decoder = new UploadDecoder(rule, files);
      decoder.take(text);
      const upload = decoder.finish();
      await files.settle();
      const decoded = Buffer.from(text.toString('latin1'), 'base64');
      const isBase64 = decoded.toString('base64') === text.toString('latin1');
      assert.equal(upload.fault, isBase64 ? null : 'not_base64');
      const content = isBase64 ? decoded.toString('hex') : null;
      assert.equal(((await comparable(upload)) as { upload: { content: string | null } }).upload.content, content);
    }),
    { numRuns: 200 },
  );
  await files.discard();
});

test('what a small body sent reaches the disk when it is asked for, and never when it is refused before', async (t) => {
  const folder = await makeFolder(t);
  const spool = new Spool(folder);
  const body = Buffer.from(JSON.stringify({ images: ['data:image/png;base64,iVBORw0KGgo='] }));
  const mediaFields = new Map([['images', { kind: 'image', list: true, takes: 'data-uri', bytesMax: 1_000 }]] as const);
  const read = () =>
    readSmallBody(body, { rules: { owner: 'one', bytesMax: 1_000, mediaFields, digest: 'none' }, spool });
  const refused = await read();
  assert.ok(refused.ok);
  await refused.discard();
  assert.deepEqual(await spooledFiles(folder), []);
  const taken = await read();
  assert.ok(taken.ok);
  assert.deepEqual(await spooledFiles(folder), []);
  await taken.settle();
  assert.equal((await spooledFiles(folder)).length, 1);
  await taken.discard();
  assert.deepEqual(await spooledFiles(folder), []);
});
