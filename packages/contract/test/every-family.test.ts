/** What holds in every family: prompts, callbacks, null and empty values, unknown and foreign fields, uploads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors, families, ignoredHeader, type UploadFault } from '../src/index.ts';
import {
  accepted,
  type Body,
  familyNamed,
  ignored,
  refused,
  refusedFields,
  specified,
  upload,
} from './support/reading.ts';

const promptLimits: Record<string, [number, number]> = {
  alpha: [1, 2500],
  'alpha-o1-video': [1, 2500],
  'alpha-o3-video': [1, 2500],
  'alpha-o1-photo': [1, 2500],
  'alpha-o3-photo': [1, 2500],
  beta: [1, 4000],
  gamma: [10, 4000],
  delta: [1, 4000],
  'epsilon-images': [1, 4000],
};

const isSpecified = (slug: string): boolean => specified.some((family) => family.slug === slug);
/** The least that makes a request of a family of the specification valid besides its prompt. */
const rest = (slug: string): Body => (slug === 'alpha-o1-video' ? { duration: '5' } : {});
/** What any other family needs, its own example tells. */
const exampleOf = (slug: string): Body => (familyNamed(slug).schemas.request['examples'] as Body[])[0]!;
const least = (slug: string): Body =>
  isSpecified(slug) ? { prompt: 'a fox in fresh snow', ...rest(slug) } : exampleOf(slug);
const body = (slug: string, more: Body = {}): Body => ({ ...least(slug), ...more });

test('the families of the specification stand in the order of the document', () => {
  assert.deepEqual(
    families.filter(({ slug }) => isSpecified(slug)),
    specified,
  );
});

for (const { slug } of specified) {
  const [min, max] = promptLimits[slug]!;

  test(`${slug}: the prompt has ${min}-${max} code points`, () => {
    for (const prompt of ['x'.repeat(min), 'x'.repeat(max), '🦊'.repeat(max), `${'🦊'.repeat(min)}`]) {
      assert.equal(accepted(slug, body(slug, { prompt })).prompt, prompt);
    }
    const sentence = (sent: string) => [`prompt: prompt must be ${min}-${max} characters (${sent} sent)`];
    assert.deepEqual(
      refused(slug, body(slug, { prompt: 'x'.repeat(max + 231) })),
      sentence(`${`${max + 231}`.replace(/(\d)(\d{3})$/, '$1,$2')}`),
    );
    assert.deepEqual(
      refused(slug, body(slug, { prompt: '🦊'.repeat(max + 1) })),
      sentence(`${`${max + 1}`.replace(/(\d)(\d{3})$/, '$1,$2')}`),
    );
    assert.deepEqual(refused(slug, body(slug, { prompt: '🦊'.repeat(min - 1) })), sentence(`${min - 1}`));
  });

  test(`${slug}: the prompt is required and a string`, () => {
    assert.deepEqual(refused(slug, rest(slug)), ['prompt: prompt is required']);
    assert.deepEqual(refused(slug, body(slug, { prompt: null })), ['prompt: prompt is required']);
    for (const prompt of [5, true, ['a fox'], { text: 'a fox' }]) {
      assert.deepEqual(refused(slug, body(slug, { prompt })), ['prompt: prompt must be a string']);
    }
  });

  test(`${slug}: a prompt of white space, with NUL or with a lone surrogate is refused`, () => {
    const filler = 'x'.repeat(12);
    for (const prompt of [
      ' '.repeat(12),
      '\n\t\u00a0\u3000'.repeat(3),
      '\u0085\ufeff'.repeat(6),
      `${filler}\0`,
      `${filler}\ud83e`,
      `\udd8a${filler}`,
    ]) {
      assert.deepEqual(refusedFields(slug, body(slug, { prompt })), ['prompt']);
    }
  });

  test(`${slug}: callback_url is an https URL of at most 2,048 characters without user info`, () => {
    const long = `https://example.com/${'x'.repeat(2048 - 20)}`;
    for (const callback_url of [
      'https://example.com/hook',
      'HTTPS://example.com:8443/h?a=b#c',
      'https://example.com/@a?b@c#d@e',
      long,
    ]) {
      assert.equal(accepted(slug, body(slug, { callback_url })).callbackUrl, callback_url);
    }
    const bad = [
      ['http://example.com/hook', 'callback_url must be an https URL'],
      ['https:/example.com', 'callback_url must be an https URL'],
      ['https://', 'callback_url must be an https URL'],
      ['https://exa mple.com/', 'callback_url must be an https URL'],
      ['https://example.com/\nx', 'callback_url must be an https URL'],
      ['example.com/hook', 'callback_url must be an https URL'],
      ['', 'callback_url must be an https URL'],
      ['https://user@example.com/', 'callback_url must not carry a user name or password'],
      ['https://@example.com/', 'callback_url must not carry a user name or password'],
      ['https://:@example.com/', 'callback_url must not carry a user name or password'],
      ['HTTPS:///user@example.com/', 'callback_url must be an https URL'],
      ['https:///x', 'callback_url must be an https URL'],
      ['https://example.com\\@evil.example/', 'callback_url must be an https URL'],
      ['https://?x', 'callback_url must be an https URL'],
      ['https://user:pass@example.com/', 'callback_url must not carry a user name or password'],
      [`${long}x`, 'callback_url must be at most 2048 characters'],
      [7, 'callback_url must be a string'],
    ];
    for (const [callback_url, message] of bad) {
      assert.deepEqual(refused(slug, body(slug, { callback_url })), [`callback_url: ${message}`]);
    }
    assert.equal(accepted(slug, body(slug, { callback_url: null })).callbackUrl, null);
  });

  test(`${slug}: an empty list is the same as absent, except where 1-3 are asked for`, () => {
    const { read, schemas } = familyNamed(slug);
    for (const name of Object.keys(schemas.request['properties'] as object)) {
      const emptied = read(body(slug, { [name]: [] }), 'live');
      if (name === 'reference_images') assert.deepEqual(refusedFields(slug, body(slug, { [name]: [] })), [name]);
      else assert.deepEqual(emptied, read(body(slug, { [name]: null }), 'live'), name);
    }
  });

  test(`${slug}: an empty string is a fault in every field that takes text`, () => {
    const properties = familyNamed(slug).schemas.request['properties'] as Record<string, { type?: string }>;
    for (const [name, { type }] of Object.entries(properties)) {
      if (type === 'string') assert.ok(refusedFields(slug, body(slug, { [name]: '' })).includes(name), name);
    }
  });

  test(`${slug}: its whole body may hold 4/3 of its media and 1 MB`, () => {
    const megabytes: Record<string, number> = {
      alpha: 110,
      'alpha-o1-video': 50,
      'alpha-o3-video': 50,
      'alpha-o1-photo': 50,
      'alpha-o3-photo': 100,
      beta: 10,
      gamma: 60,
      delta: 40,
      'epsilon-images': 40,
    };
    assert.equal(familyNamed(slug).bodyBytesMax, Math.ceil((megabytes[slug]! * 1_048_576 * 4) / 3) + 1_048_576);
  });

  test(`${slug}: an image is at most ${slug === 'gamma' ? 20 : 10} MB`, () => {
    for (const { kind, bytesMax } of familyNamed(slug).mediaFields.values()) {
      const megabytes = kind === 'video' ? 100 : slug === 'gamma' ? 20 : 10;
      assert.equal(bytesMax, megabytes * 1_048_576);
    }
  });
}

for (const { slug } of families) {
  test(`${slug}: null for any optional field is the same as absent`, () => {
    const family = familyNamed(slug);
    const names = Object.keys(family.schemas.request['properties'] as object).filter((name) => !(name in body(slug)));
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    assert.deepEqual(accepted(slug, body(slug, nulls)), accepted(slug, body(slug)));
    assert.deepEqual(ignored(slug, body(slug, nulls)), []);
  });

  test(`${slug}: an unknown field is accepted, not used and named`, () => {
    const sent = body(slug, { wings: 2, Prompt: 'x', 'x y': null });
    assert.deepEqual(ignored(slug, sent), ['wings', 'Prompt', 'x y']);
    assert.deepEqual(accepted(slug, sent), accepted(slug, body(slug)));
  });

  test(`${slug}: a media field of another family is a fault that names the field meant here`, () => {
    const own = familyNamed(slug).mediaFields;
    const names = new Set(families.flatMap(({ mediaFields }) => [...mediaFields.keys()]));
    assert.ok(names.has('input_images') && names.size >= 15);
    for (const name of names) {
      if (own.has(name)) continue;
      const [fault, ...others] = refused(slug, body(slug, { [name]: 'https://example.com/a.png' }));
      assert.ok(fault?.startsWith(`${name}: ${name} is not a field of ${familyNamed(slug).title}: `), `${fault}`);
      assert.deepEqual(others, []);
      assert.deepEqual(ignored(slug, body(slug, { [name]: null })), [name]);
    }
  });

  test(`${slug}: a body that is not an object is refused`, () => {
    for (const value of [null, [], 'x', 5, true, undefined]) {
      assert.deepEqual(refused(slug, value), ['body: the body must be a JSON object']);
    }
  });
}

test('all faults of a request are reported at once', () => {
  const sent = { duration: '10', orientation: 'up', image_url: 'x', image_base64: upload(), images: ['y'] };
  assert.deepEqual(refusedFields('beta', sent), [
    'prompt',
    'orientation',
    'duration',
    'image_url',
    'images',
    'image_url',
  ]);
});

const uploads: [string, Parameters<typeof upload>[0], string | null][] = [
  ['image/png', {}, null],
  ['image/jpeg', { declaredType: 'image/jpeg', sniffedType: 'image/jpeg' }, null],
  ['image/jpg', { declaredType: 'image/jpg', sniffedType: 'image/jpeg' }, null],
  ['IMAGE/PNG', { declaredType: 'IMAGE/PNG' }, null],
  ['image/webp', { declaredType: 'image/webp', sniffedType: 'image/webp' }, null],
  ['image/gif', { declaredType: 'image/gif' }, 'image_base64 must be JPEG, PNG or WEBP (image/gif declared)'],
  ['video/mp4', { declaredType: 'video/mp4' }, 'image_base64 must be JPEG, PNG or WEBP (video/mp4 declared)'],
  [
    'a JPEG that says PNG',
    { sniffedType: 'image/jpeg' },
    'image_base64 declares image/png but its bytes are image/jpeg',
  ],
  ['text that says PNG', { sniffedType: null }, 'image_base64 declares image/png but its bytes are something else'],
  ['plain base64', { declaredType: null }, 'image_base64 must be a data URI (data:<mime>;base64,<data>)'],
  ['10 MB', { bytes: 10_485_760 }, null],
  ['a byte more', { bytes: 10_485_761 }, 'image_base64 must be at most 10 MB (10,485,760 bytes decoded)'],
];
for (const [name, parts, message] of uploads) {
  test(`an upload of ${name} is ${message === null ? 'accepted' : 'refused'}`, () => {
    const sent = { prompt: 'a fox', image_base64: upload(parts) };
    if (message === null) assert.equal(accepted('alpha', sent).media.length, 1);
    else assert.deepEqual(refused('alpha', sent), [`image_base64: ${message}`]);
  });
}

const uploadFaults: Record<UploadFault, RegExp> = {
  empty: /is empty/,
  not_data_uri: /must be a data URI/,
  not_base64: /standard alphabet, padded, without white space/,
  too_large: /at most 10 MB/,
};
for (const [fault, sentence] of Object.entries(uploadFaults)) {
  test(`an upload that is ${fault} is refused in words`, () => {
    const sent = { prompt: 'a fox', image_base64: upload({ fault: fault as UploadFault }) };
    assert.match(refused('alpha', sent)[0] ?? '', sentence);
  });
}

for (const type of ['video/mp4', 'video/quicktime', 'video/webm']) {
  test(`a reference video may be ${type}`, () => {
    const video = upload({ declaredType: type, sniffedType: type });
    accepted('alpha', { prompt: 'x', reference_video_base64: video, reference_image_url: 'https://e.com/i' });
  });
}

test('a reference video is nothing else', () => {
  const video = upload({ declaredType: 'video/avi', sniffedType: null });
  assert.deepEqual(
    refused('alpha', { prompt: 'x', reference_video_base64: video, reference_image_url: 'https://e.com/i' }),
    ['reference_video_base64: reference_video_base64 must be MP4, MOV or WEBM (video/avi declared)'],
  );
});

test('the body reader learns how to treat each media field', () => {
  const takes = (slug: string) => Object.fromEntries([...familyNamed(slug).mediaFields].map(([k, v]) => [k, v.takes]));
  assert.deepEqual(takes('alpha-o1-photo'), {
    images_url: 'url',
    images_base64: 'data-uri',
    input_images: 'url-or-data-uri',
  });
  assert.deepEqual(takes('epsilon-images'), { images: 'url-or-data-uri-or-base64' });
  assert.deepEqual(takes('delta'), { images: 'url-or-data-uri' });
});

test('Afterimage-Ignored can hold any field name', () => {
  const header = ignoredHeader(['cfg_scale', 'a\r\nSet-Cookie: x', 'ключ', '\ud800', ...Array(30).fill('more')]);
  assert.match(header, /^[\x21-\x7e ]+$/);
  assert.ok(header.startsWith('cfg_scale, a%0D%0ASet-Cookie%3A%20x, '));
  assert.ok(header.endsWith('and 14 more'));
  assert.doesNotThrow(() => new Headers({ 'Afterimage-Ignored': header }));
});

test('beta answers the same faults in its own shape', () => {
  const reading = familyNamed('beta').read({ duration: 5 }, 'live');
  assert.ok(!reading.ok);
  assert.deepEqual(errors.invalidFields(familyNamed('beta'), reading.faults), {
    status: 422,
    body: {
      detail: [
        { loc: ['body', 'prompt'], msg: 'prompt is required', type: 'missing' },
        { loc: ['body', 'duration'], msg: 'duration must be 10 or 15', type: 'literal_error' },
      ],
    },
  });
});
