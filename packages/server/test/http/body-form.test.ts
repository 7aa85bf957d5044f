/** Forms, read whole or in pieces of any size: what comes of them, what is refused, and what is left on disk. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { Upload } from '@afterimage/contract';
import { type BodyReading, RequestAborted } from '../../src/http/body/body-reading.ts';
import type { FormValue } from '../../src/http/body/form-intake.ts';
import { createBodyReader } from '../../src/http/body/reader.ts';
import type { BodyStream } from '../../src/http/exchange.ts';
import { comparable, makeFolder, spooledFiles } from './support/body-reading.ts';

type Part = { name: string; value: string | Buffer } | { name: string; file: Buffer; type?: string };

const boundary = 'between';
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(150_000)]);

function formOf(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap((part) => {
    const file = 'file' in part ? `; filename="a"${part.type ? `\r\nContent-Type: ${part.type}` : ''}` : '';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${file}\r\n\r\n`;
    return [Buffer.from(head), 'file' in part ? part.file : bytesOf(part.value), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text);

function piecesOf(bytes: Buffer, length: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
    bytes.subarray(at * length, (at + 1) * length),
  );
}

test('forms', async (t) => {
  const folder = await makeFolder(t);
  const reader = createBodyReader({ spoolFolder: folder, largeBodiesMax: 8, waitSeconds: 30, stallSeconds: 10 });
  t.after(() => reader.close());
  const rules = { owner: 'one account', bytesMax: 1_000_000, fileBytesMax: 200_000, digest: 'sha256' } as const;
  const read = (body: Buffer | BodyStream, contentType = `multipart/form-data; boundary=${boundary}`) =>
    reader.readForm(
      { body, requestHeaders: { 'transfer-encoding': 'chunked' }, inviteBody() {} },
      { ...rules, contentType },
    );
  const streamOf = (pieces: Iterable<Buffer>, complete = true): BodyStream =>
    Object.assign(Readable.from(pieces), { complete });
  const refusedWith = async (reading: Promise<BodyReading>) => {
    const body = await reading;
    assert.ok(!body.ok);
    assert.deepEqual(await spooledFiles(folder), []);
    return body;
  };

  const parts: Part[] = [
    { name: 'prompt', value: 'ein Föhn' },
    { name: 'image[]', file: png, type: 'image/png' },
    { name: 'image[]', file: png },
    { name: 'model', value: 'delta' },
  ];

  await t.test('a part whose head never ends is refused, and not waited for', async () => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\nno more`;
    for (const rest of [`\r\n--${boundary}--\r\n`, `\r\n${formOf(parts)}`, `\r\n--${boundary}\u0015and so on\r\n`]) {
      const bytes = Buffer.from(`${head}${rest}`, 'latin1');
      const refusal = {
        ok: false,
        status: 400,
        detail: 'The form is cut off or is not multipart/form-data.',
      };
      assert.partialDeepStrictEqual(await refusedWith(read(bytes)), refusal);
      // In pieces the parser may leave the part out, and come to its end.
      const pieces = await read(streamOf(piecesOf(bytes, 7)));
      assert.ok(!pieces.ok || (pieces.value as FormValue)['a'] === undefined);
      if (pieces.ok) await pieces.discard();
    }
  });

  await t.test(
    'whole, and in pieces of any size, a form reads the same, and its digest is that of its parts',
    async () => {
      const bytes = formOf(parts);
      const whole = await read(bytes);
      assert.ok(whole.ok);
      const value = (await comparable(whole.value)) as FormValue;
      assert.deepEqual([value['prompt'], value['model'], value['image[]']?.length], [['ein Föhn'], ['delta'], 2]);
      for (const upload of whole.uploads) {
        assert.ok(upload instanceof Upload);
        assert.deepEqual(
          [upload.declaredType, upload.sniffedType, upload.bytes],
          ['image/png', 'image/png', png.length],
        );
      }
      for (const length of [1_000, 65_536, bytes.length]) {
        const streamed = await read(streamOf(piecesOf(bytes, length)));
        assert.ok(streamed.ok);
        assert.deepEqual(await comparable(streamed.value), value);
        assert.deepEqual(streamed.digest, whole.digest);
        await streamed.discard();
      }
      const other = await read(formOf(parts.with(3, { name: 'model', value: 'beta' })));
      assert.ok(other.ok && whole.digest !== null && !other.digest!.equals(whole.digest));
      await Promise.all([other.discard(), whole.discard()]);
      assert.deepEqual(await spooledFiles(folder), []);
    },
  );

  await t.test('a file that is too large or empty is a fault of its own, and kept nowhere', async () => {
    const reading = await read(
      formOf([
        { name: 'a', file: Buffer.alloc(200_001) },
        { name: 'b', file: Buffer.alloc(0) },
      ]),
    );
    assert.ok(reading.ok);
    assert.deepEqual(
      reading.uploads.map(({ fault }) => fault),
      ['too_large', 'empty'],
    );
    await reading.discard();
    assert.deepEqual(await spooledFiles(folder), []);
  });

  await t.test('too much of anything is refused, and nothing stays behind', async () => {
    const large = await refusedWith(read(streamOf(piecesOf(formOf(Array(8).fill(parts[1]!)), 65_536))));
    assert.equal(large.status, 413);
    const fields = Array.from({ length: 101 }, (_, index): Part => ({ name: `f${index}`, value: 'x' }));
    assert.match((await refusedWith(read(formOf([parts[1]!, ...fields])))).detail, /more than 100 fields/);
    const long = formOf([parts[1]!, { name: 'prompt', value: 'x'.repeat(70_000) }]);
    assert.match((await refusedWith(read(long))).detail, /^prompt is longer than a form may hold/);
  });

  await t.test('what is no form, or only part of one, is refused', async () => {
    for (const parameter of ['', '; boundary=', '; boundary=""', `; boundary=${'a'.repeat(71)}`, '; a="boundary=b"']) {
      const { status, detail } = await refusedWith(read(Buffer.from('x'), `multipart/form-data${parameter}`));
      assert.deepEqual([status, detail], [400, 'The form names no boundary of 1 to 70 characters.'], parameter);
    }
    assert.match((await refusedWith(read(formOf(parts).subarray(0, 90_000)))).detail, /^The form is cut off/);
    assert.match((await refusedWith(read(Buffer.from('no form at all')))).detail, /^The form is cut off/);
  });

  await t.test('text that is not UTF-8 is refused by its name, and not changed', async () => {
    for (const value of [Buffer.from('gr\xfcn \xff wald', 'latin1'), Buffer.from('wald \xe2\x82', 'latin1')]) {
      const { status, detail } = await refusedWith(read(formOf([parts[1]!, { name: 'prompt', value }])));
      assert.deepEqual([status, detail.slice(0, 25)], [400, 'prompt is not valid UTF-8']);
    }
  });

  await t.test('a boundary may stand in quotes, before other parameters, and be 70 characters long', async () => {
    const long = '-'.repeat(70);
    for (const [named, parameters] of [
      ['a b;c', '; Boundary="a b;c"; charset=utf-8'],
      [long, `;charset=utf-8;boundary=${long}`],
    ] as const) {
      const body = formOf([{ name: 'prompt', value: 'ein Föhn' }])
        .toString()
        .replaceAll(boundary, named);
      const reading = await read(Buffer.from(body), `multipart/form-data${parameters}`);
      assert.ok(reading.ok);
      assert.deepEqual((reading.value as FormValue)['prompt'], ['ein Föhn']);
    }
  });

  await t.test('a client that goes away leaves nothing behind', async () => {
    const half = formOf(parts).subarray(0, 120_000);
    await assert.rejects(read(streamOf(piecesOf(half, 30_000), false)), RequestAborted);
    assert.deepEqual(await spooledFiles(folder), []);
  });
});
