/** The streaming scanner gives what the small path gives, whatever the document and wherever the pieces end. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { families, Upload } from '@afterimage/contract';
import fc from 'fast-check';
import { codePoint } from '../../../contract/test/support/code-point.ts';
import { listItemsKeptMax } from '../../src/http/body/inline-media.ts';
import { BodyScanner } from '../../src/http/body/scanner.ts';
import { readSmallBody } from '../../src/http/body/small-body.ts';
import { Spool } from '../../src/http/body/spool.ts';
import { BodySpool } from '../../src/http/body/spool-file.ts';
import { Utf8Check } from '../../src/http/body/utf8.ts';
import {
  comparable,
  dataUri,
  imageBytesMax,
  makeFolder,
  mediaFields,
  onDisk,
  rules,
  seededRandom,
  splitRandomly,
  spooledFiles,
  writeOddly,
} from './support/body-reading.ts';

type Outcome = { ok: true; value: unknown } | { ok: false; detail: string };

async function scan(pieces: Buffer[], spool: Spool): Promise<Outcome> {
  const files = new BodySpool(spool, 'one account');
  const utf8 = new Utf8Check();
  const scanner = new BodyScanner({ mediaFields, spool: files });
  try {
    for (const piece of pieces) {
      const fault = utf8.take(piece);
      const detail = fault === null ? scanner.take(piece) : fault.what;
      if (detail !== null) return { ok: false, detail };
    }
    const fault = utf8.end();
    if (fault !== null) return { ok: false, detail: fault.what };
    const end = scanner.end();
    await files.settle();
    return end.ok ? { ok: true, value: await comparable(end.value) } : end;
  } finally {
    await files.discard();
  }
}

async function readWhole(body: Buffer, spool: Spool): Promise<Outcome> {
  const reading = await readSmallBody(body, { rules, spool }).then(onDisk);
  if (!reading.ok) return { ok: false, detail: reading.detail };
  const value = await comparable(reading.value);
  await reading.discard();
  return { ok: true, value };
}

async function scanText(t: TestContext, text: string | Buffer): Promise<Outcome> {
  return scan([Buffer.from(text as string)], new Spool(await makeFolder(t)));
}

const mediaText = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => dataUri(Buffer.from(bytes))),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => dataUri(Buffer.from(bytes)).replace('=', ' ')),
  fc.constantFrom(
    '',
    'data:',
    'http://',
    'https://example.com/é.png',
    'HTTPS://example.com/a',
    'httpx',
    'data:image/png,AAAA',
  ),
  fc.constantFrom(
    'data:image/png;charset=utf-8;base64,AAAA',
    'DATA:Image/PNG;Base64,AAAA',
    'data:;base64,AAAA',
    'AAAA\u0141AAA',
    'AA\n==',
  ),
  fc.string({ unit: codePoint, maxLength: 30 }),
);
const anything = fc.oneof({ weight: 6, arbitrary: mediaText }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
const documents = fc.record(
  {
    prompt: fc.string({ unit: codePoint }),
    image_base64: anything,
    images_base64: fc.oneof(fc.array(anything, { maxLength: 5 }), anything),
    image_url: anything,
    input_images: fc.oneof(fc.array(anything, { maxLength: 5 }), anything),
    images: fc.oneof(fc.array(anything, { maxLength: 5 }), anything),
    nested: fc.record({ image_base64: anything, images: fc.array(anything, { maxLength: 2 }) }),
    other: fc.jsonValue({ stringUnit: codePoint }),
  },
  { requiredKeys: [] },
);

test('any document in any pieces reads as it does whole, and its media as Buffer would decode them', async (t) => {
  const folder = await makeFolder(t);
  const spool = new Spool(folder);
  await fc.assert(
    fc.asyncProperty(documents, fc.integer(), async (document, seed) => {
      const random = seededRandom(seed);
      const body = Buffer.from(writeOddly(document, random));
      const whole = await readWhole(body, spool);
      assert.deepEqual(await scan(splitRandomly(body, random), spool), whole);
      assert.ok(whole.ok);
      assert.deepEqual(Object.keys(whole.value as object), Object.keys(document));
    }),
    { numRuns: 200 },
  );
  assert.deepEqual(await spooledFiles(folder), []);
});

test('media of any size arrive byte for byte, with slashes escaped as PHP does and without', async (t) => {
  const spool = new Spool(await makeFolder(t));
  const sizes = fc.oneof(
    fc.integer({ min: 1, max: 4000 }),
    fc.constantFrom(49_151, 49_152, 49_153, 196_607, 196_608, 196_609, 250_000),
  );
  await fc.assert(
    fc.asyncProperty(sizes, sizes, fc.integer(), async (first, second, seed) => {
      const random = seededRandom(seed);
      const media = [first, second].map((size) => Buffer.from(Array.from({ length: size }, () => random() * 256)));
      const text = JSON.stringify({ images_base64: media.map((bytes) => dataUri(bytes)), prompt: 'a/b' });
      const body = Buffer.from(random() < 0.5 ? text : text.replaceAll('/', '\\/').replaceAll('+', '\\u002b'));
      const outcome = await scan(splitRandomly(body, random), spool);
      const uploads = media.map((bytes) => ({
        upload: {
          declaredType: 'image/png',
          sniffedType: null,
          bytes: bytes.length,
          fault: null,
          content: bytes.toString('hex'),
        },
      }));
      assert.deepEqual(outcome, { ok: true, value: { images_base64: uploads, prompt: 'a/b' } });
    }),
    { numRuns: 30 },
  );
});

test('a broken document is refused in pieces as it is whole', async (t) => {
  const spool = new Spool(await makeFolder(t));
  await fc.assert(
    fc.asyncProperty(documents, fc.integer(), async (document, seed) => {
      const random = seededRandom(seed);
      const body = Buffer.from(writeOddly(document, random));
      const at = Math.floor(random() * body.length);
      const broken = random() < 0.4 ? body.subarray(0, at) : Buffer.from(body);
      if (broken.length === body.length) broken[at] = Math.floor(random() * 256);
      const whole = await readWhole(broken, spool);
      const pieces = await scan(splitRandomly(broken, random), spool);
      assert.equal(pieces.ok, whole.ok);
      if (whole.ok) assert.deepEqual(pieces, whole);
    }),
    { numRuns: 250 },
  );
});

test('a fault behind a medium is told where it stands in the body, not in what was kept of it', async (t) => {
  const text = `{\n "image_base64": "${dataUri(Buffer.alloc(5000))}", x`;
  const outcome = await scanText(t, text);
  assert.ok(!outcome.ok);
  assert.match(outcome.detail, new RegExp(`"x" where a field name .* at line 2, column ${text.length - 2}\\.$`));
});

const hostile: [name: string, body: string | Buffer, detail: RegExp][] = [
  ['33 levels', `{"a":${'['.repeat(32)}`, /nested more than 32 levels deep at line 1, column 37\.$/],
  ['100,000 levels', '{"a":'.repeat(100_000), /nested more than 32 levels deep/],
  ['a name of a megabyte', `{"${'n'.repeat(1_000_000)}":1}`, /field name longer than 65536 bytes/],
  ['a name of escapes', `{"${'\\u0041'.repeat(20_000)}":1}`, /field name longer than 65536 bytes/],
  ['a number of a megabyte', `{"a":${'9'.repeat(1_000_000)}}`, /number that is too large at line 1, column 6/],
  ['a hundred thousand objects', `[${'{},'.repeat(100_000)}{}]`, /more than 65536 values/],
  ['3 MB of white space', `{${' '.repeat(3_000_000)}}`, /more than 2097152 bytes besides its media/],
  ['20 long texts', JSON.stringify(Array(20).fill('x'.repeat(200_000))), /more than 2097152 bytes besides its media/],
  ['3 MB of garbage', 'x'.repeat(3_000_000), /not valid JSON: "x" where a value should be at line 1, column 1\.$/],
  ['an endless string', `{"a":"${'x'.repeat(500_000)}`, /ends inside a string at line 1, column 500007\.$/],
  ['an endless medium', `{"image_base64":"data:image/png;base64,${'A'.repeat(500_000)}`, /ends inside a string/],
  [
    'a line break in a medium',
    `{"image_base64":"data:image/png;base64,AAAA\nAAAA"}`,
    /control character inside a string/,
  ],
  [
    'a line break behind a fault',
    `{"image_base64":"data:image/png;base64,????${'A'.repeat(70_000)}\n"}`,
    /control character/,
  ],
  ['a line break in a header', `{"image_base64":"nothing\nat all"}`, /control character inside a string/],
  ['a line break far into a text', `{"a":"${'x'.repeat(300_000)}\n"}`, /control character inside a string/],
  [
    'a bad escape in a medium',
    `{"image_base64":"data:image/png;base64,AA\\xAA"}`,
    /an escape that does not exist at line 1, column 43/,
  ],
  ['a bad escape far into a text', `{"a":"${'x'.repeat(300_000)}\\u12g4"}`, /an escape that does not exist/],
  ['bad UTF-8 in a medium', Buffer.from('{"image_base64":"data:\xff"}', 'latin1'), /not valid UTF-8 at byte 23/],
  ['a cut character at the end', Buffer.from('"\xc3', 'latin1'), /not valid UTF-8 at byte 2/],
  [
    'a line break in the 33rd medium',
    JSON.stringify({ images: Array(33).fill('AAAA') }).replace('A"]', '\n"]'),
    /control/,
  ],
  [
    'a bad escape in the 33rd medium',
    JSON.stringify({ images: Array(33).fill('AAAA') }).replace('A"]', '\\x"]'),
    /escape/,
  ],
  ['closing brackets first', `]]]]}}}}{"image_base64":"x"}`, /"]" where a value should be/],
  [
    'a double name',
    `{"image_base64":"AAAA","image_base64":"AAAA"}`,
    /"image_base64" twice, again at line 1, column 24/,
  ],
];

for (const [name, body, detail] of hostile) {
  test(`${name}: refused on the way, and no file stays`, async (t) => {
    const folder = await makeFolder(t);
    const bytes = Buffer.from(body as string);
    const outcome = await scan(splitRandomly(bytes, seededRandom(11)), new Spool(folder));
    assert.ok(!outcome.ok);
    assert.match(outcome.detail, detail);
    assert.deepEqual(await spooledFiles(folder), []);
  });
}

test('of a list 32 media are kept and the rest only counted, small and whole as well as in pieces', async (t) => {
  const folder = await makeFolder(t);
  const spool = new Spool(folder);
  const list = [
    'https://example.com/é.png',
    ...Array(31).fill('AAAA'),
    'AAAA',
    'https://example.com/\u{1f600}',
    7,
    '\\"',
  ];
  const body = Buffer.from(
    JSON.stringify({ images: list, image_base64: 'AAAA', input_images: ['AAAA'], image_url: 'x' }),
  );
  const reading = await readSmallBody(body, { rules, spool }).then(onDisk);
  assert.ok(reading.ok);
  assert.equal(reading.uploads.length, 31 + 2);
  assert.deepEqual((reading.value as { images: unknown[] }).images.slice(32), ['', '', 7, '']);
  await reading.discard();
  const whole = await readWhole(body, spool);
  for (let seed = 0; seed < 20; seed += 1)
    assert.deepEqual(await scan(splitRandomly(body, seededRandom(seed)), spool), whole);
  assert.deepEqual(await spooledFiles(folder), []);
});

test('no family has a list that may hold more media than are kept', () => {
  for (const { slug, schemas } of families) {
    const fields = Object.values(schemas.request['properties'] as Record<string, { maxItems?: number }>);
    for (const { maxItems = 0 } of fields) assert.ok(maxItems <= listItemsKeptMax, slug);
  }
});

test('a text is kept up to 256 KiB, and never cut inside a character', async (t) => {
  for (const [text, kept] of [
    ['x'.repeat(262_144), 262_144],
    ['x'.repeat(262_145), 262_144],
    [`x${'é'.repeat(200_000)}`, 131_073],
    ['\u{1f600}'.repeat(100_000), 131_072],
  ] as const) {
    const pieces = splitRandomly(Buffer.from(JSON.stringify({ prompt: text, after: 1 })), seededRandom(text.length));
    const outcome = await scan(pieces, new Spool(await makeFolder(t)));
    assert.deepEqual(outcome, { ok: true, value: { prompt: text.slice(0, kept), after: 1 } });
  }
});

test('the byte limit of a medium is exact, and past it nothing is kept but the body is read on', async (t) => {
  const folder = await makeFolder(t);
  const [at, over] = await Promise.all(
    [imageBytesMax, imageBytesMax + 1].map((bytes) =>
      scan(
        [Buffer.from(JSON.stringify({ image_base64: dataUri(Buffer.alloc(bytes)), prompt: 'p' }))],
        new Spool(folder),
      ),
    ),
  );
  const facts = (outcome: Outcome | undefined) => {
    assert.ok(outcome?.ok);
    const { image_base64: image, prompt } = outcome.value as { image_base64: { upload: Upload }; prompt: string };
    return { fault: image.upload.fault, bytes: image.upload.bytes, prompt };
  };
  assert.deepEqual(facts(at), { fault: null, bytes: imageBytesMax, prompt: 'p' });
  assert.deepEqual(facts(over), { fault: 'too_large', bytes: imageBytesMax + 3, prompt: 'p' });
  assert.deepEqual(await spooledFiles(folder), []);
});

test('only the texts that the rule of the field takes for media become uploads', async (t) => {
  const url = 'https://example.com/a.png';
  const shouted = 'HTTP://EXAMPLE.COM/A.PNG';
  const uri = dataUri(Buffer.from('hello'));
  const outcome = await (async () => {
    const files = new BodySpool(new Spool(await makeFolder(t)), 'one account');
    const scanner = new BodyScanner({ mediaFields, spool: files });
    const document = {
      image_url: uri,
      image_base64: url,
      images_base64: uri,
      input_images: [url, uri, 'x', shouted],
      images: ['aGVsbG8=', [uri]],
    };
    assert.equal(scanner.take(Buffer.from(JSON.stringify(document))), null);
    const end = scanner.end();
    await files.settle();
    assert.ok(end.ok);
    return end.value as Record<string, unknown>;
  })();
  const faultOf = (value: unknown) => (value instanceof Upload ? (value.fault ?? 'upload') : value);
  assert.equal(outcome['image_url'], uri);
  assert.equal(faultOf(outcome['image_base64']), 'not_data_uri');
  assert.equal(outcome['images_base64'], uri);
  assert.deepEqual((outcome['input_images'] as unknown[]).map(faultOf), [url, 'upload', 'not_data_uri', shouted]);
  assert.deepEqual((outcome['images'] as unknown[]).map(faultOf), ['upload', [uri]]);
});
