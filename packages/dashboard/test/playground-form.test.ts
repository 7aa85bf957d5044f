/** The playground's forms are the contract's: every family, variant and price is asked of it, and none is written down twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families, findFamily, formatPrice, Upload } from '@afterimage/contract';
import { zeta } from '../../contract/test/support/tenth-family.ts';
import {
  bodyOf,
  draftFromGeneration,
  draftFromText,
  faultsByControl,
  readDraft,
  storedText,
  uploadOf,
} from '../src/screens/playground/draft.ts';
import { exampleOf, formOf } from '../src/screens/playground/form-model.ts';
import { layOut, type Variant, variantsOf } from '../src/screens/playground/form-variants.ts';
import { type FileMedium, sniffType } from '../src/screens/playground/media.ts';
import { quoteOf } from '../src/screens/playground/price.ts';

function formNamed(slug: string) {
  const family = findFamily(slug, families);
  assert.ok(family !== undefined);
  const form = formOf(family);
  const variants = variantsOf(form);
  const variant = (key: string) => {
    const found = variants.find((each) => each.key === key);
    assert.ok(found !== undefined, `${slug} has no variant ${key}`);
    return found;
  };
  return { form, family, variants, variant };
}

function fileOf(type: string, facts: FileMedium['facts']): FileMedium {
  const upload = new Upload({ declaredType: type, sniffedType: type, bytes: 1_000, file: 'a' });
  return { from: 'file', name: 'a.file', upload, facts, dataUri: `data:${type};base64,AAAA`, preview: '' };
}

const picture = () => fileOf('image/png', { width: 800, height: 600 });

/** What each control of the variant takes: a file, or a link where it takes no files. */
const mediaOf = ({ mediaControls }: Variant) =>
  Object.fromEntries(
    mediaControls.map(({ name, media, fileField }) => {
      if (fileField === null) return [name, [{ from: 'link' as const, url: 'https://example.com/medium' }]];
      return [
        name,
        [media === 'image' ? picture() : fileOf('video/mp4', { width: 640, height: 360, milliseconds: 4_200 })],
      ];
    }),
  );

const variantLabels: Record<string, string[]> = {
  alpha: ['Text', 'Image', 'Motion'],
  'alpha-o1-video': ['Text', 'Images'],
  'alpha-o3-video': ['Text', 'Images'],
  'alpha-o1-photo': ['Text', 'Images'],
  'alpha-o3-photo': ['Text', 'Images'],
  beta: ['Text', 'Image'],
  gamma: ['Text', 'Image', 'First and last frame', 'References'],
  delta: ['Text', 'Images'],
  'epsilon-images': ['Text', 'Images'],
};

for (const [slug, labels] of Object.entries(variantLabels)) {
  test(`${slug}: its variants are found`, () => {
    assert.deepEqual(
      formNamed(slug).variants.map(({ label }) => label),
      labels,
    );
  });
}

for (const family of families) {
  test(`${family.slug}: each of its variants makes a request without a fault`, () => {
    const { form, variants } = formNamed(family.slug);
    assert.ok(variants.length > 0);
    for (const variant of variants) {
      const { values } = layOut(form, variant, { prompt: exampleOf(form)['prompt'] });
      const media = mediaOf(variant);
      const { reading, faults, facts } = readDraft({ family, variant, values, media }, 'live');
      assert.deepEqual(faults, [], variant.key);
      assert.ok(reading.ok);
      assert.equal(reading.request.media.length, variant.mediaControls.length);
      assert.deepEqual(reading.ignored, [], 'a form offers nothing that is ignored');
      const { item, times } = family.priceOf(reading.request, facts);
      const charged = (family.prices[item] ?? 0) * times;
      assert.deepEqual(quoteOf({ form, variant, values, media }, family.prices), { least: charged, most: charged });
    }
  });

  test(`${family.slug}: every option that is offered is one that the service takes`, () => {
    const { form, variants } = formNamed(family.slug);
    for (const variant of variants) {
      for (const { control, options } of layOut(form, variant, {}).shown) {
        for (const option of options) {
          const prompt = exampleOf(form)['prompt'];
          const { values } = layOut(form, variant, { prompt, [control.name]: option });
          assert.equal(values[control.name], option);
          const { faults } = readDraft({ family, variant, values, media: mediaOf(variant) }, 'live');
          assert.deepEqual(faults, [], `${variant.key} ${control.name} ${option}`);
        }
      }
    }
  });
}

test('a model shows the fields it uses, and its own durations', () => {
  const { form, variant } = formNamed('alpha');
  const names = (values: Record<string, unknown>) =>
    layOut(form, variant('text'), values).shown.map((each) => each.control.name);
  assert.ok(!names({ model: 'alpha_2.5_turbo' }).includes('cfg_scale'));
  assert.ok(names({ model: 'alpha_3' }).includes('cfg_scale'));
  assert.ok(names({ model: 'alpha_3' }).includes('negative_prompt'));
  assert.ok(!names({ model: 'alpha_3' }).includes('version'), 'a chosen model leaves no version to choose');
  const durations = layOut(form, variant('text'), { model: 'alpha_3' }).shown.find(
    (each) => each.control.name === 'duration',
  );
  assert.deepEqual(durations?.options, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  // The chosen length stays when the model writes it as a number.
  assert.equal(layOut(form, variant('text'), { model: 'alpha_3', duration: '10' }).values['duration'], 10);
  assert.equal(layOut(form, variant('text'), { model: 'alpha_1.6', duration: 12 }).values['duration'], '5');
});

test('a variant offers only the models that can do it', () => {
  const gamma = formNamed('gamma');
  const models = (key: string) =>
    layOut(gamma.form, gamma.variant(key), {}).shown.find(({ control }) => control.name === 'model')?.options;
  assert.deepEqual(models('text'), ['gamma-3-fast', 'gamma-3-quality']);
  assert.deepEqual(models('start_frame+end_frame'), ['gamma-3-fast']);
  assert.deepEqual(
    layOut(gamma.form, gamma.variant('start_frame+end_frame'), { model: 'gamma-3-quality' }).values['model'],
    'gamma-3-fast',
  );
});

test('a link and a file go to the fields that take them', () => {
  const { form, variant, family } = formNamed('alpha-o1-video');
  const link = { from: 'link' as const, url: 'https://example.com/a.png' };
  const media = { images: [link, picture()] };
  const body = bodyOf(
    { variant: variant('images'), values: { prompt: 'a fox', duration: '' }, media },
    ({ dataUri }) => dataUri,
  );
  assert.deepEqual(body, {
    prompt: 'a fox',
    images_urls: ['https://example.com/a.png'],
    images_base64: ['data:image/png;base64,AAAA'],
  });
  const delta = formNamed('delta');
  assert.deepEqual(
    bodyOf({ variant: delta.variant('images'), values: {}, media }, ({ dataUri }) => dataUri),
    {
      images: ['https://example.com/a.png', 'data:image/png;base64,AAAA'],
    },
  );
  assert.ok(
    family.read(bodyOf({ variant: variant('images'), values: { prompt: 'a fox' }, media }, uploadOf), 'live').ok,
  );
  assert.equal(form.mediaControls.length, 1);
});

test('every fault stands beside its field or its medium', () => {
  const { form, family, variant } = formNamed('alpha');
  const media = { image: [fileOf('image/png', { width: 900, height: 100 })] };
  const values = { prompt: 'a fox', seed: -1, callback_url: 'http://example.com' };
  const first = readDraft({ family, variant: variant('image'), values, media }, 'live');
  const byControl = faultsByControl(form, variant('image'), first.faults);
  assert.deepEqual([...byControl.keys()].toSorted(), ['callback_url', 'seed']);
  const strip = readDraft({ family, variant: variant('image'), values: { prompt: 'a fox' }, media }, 'live');
  assert.match(faultsByControl(form, variant('image'), strip.faults).get('image')?.[0] ?? '', /between 1:3 and 3:1/);
  const none = readDraft({ family, variant: variant('image'), values: { prompt: 'a fox' }, media: {} }, 'live');
  assert.match(
    faultsByControl(form, variant('image'), none.faults).get('image')?.[0] ?? '',
    /Drop, paste or choose an image\./,
  );
  const frames = formNamed('gamma');
  const half = readDraft(
    {
      family: frames.family,
      variant: frames.variant('start_frame+end_frame'),
      values: { prompt: 'a fox in the snow' },
      media: { start_frame: [picture()] },
    },
    'live',
  );
  assert.equal(
    faultsByControl(frames.form, frames.variant('start_frame+end_frame'), half.faults).get('end_frame')?.length,
    1,
  );
});

test('a picture of more pixels than the service takes is refused before it is sent', () => {
  const { family, variant } = formNamed('beta');
  const media = { image: [fileOf('image/png', { width: 10_000, height: 5_001 })] };
  const { faults } = readDraft({ family, variant: variant('image'), values: { prompt: 'a fox' }, media }, 'live');
  assert.match(faults[0]?.message ?? '', /at most 50 million pixels/);
});

test('a reference video that nobody has measured is priced from its shortest to its longest', () => {
  const { form, variant, family } = formNamed('alpha');
  const media = { reference_video: [{ from: 'link' as const, url: 'https://example.com/a.mp4' }] };
  const quote = quoteOf(
    { form, variant: variant('reference_video+reference_image'), values: { model: 'alpha_3_motion' }, media },
    family.prices,
  );
  assert.deepEqual(quote && [formatPrice(quote.least), formatPrice(quote.most)], ['0.1230', '1.2300']);
});

test('a video whose sound may outlast its pictures is priced for both, and not refused for it', () => {
  const { form, variant, family } = formNamed('alpha');
  const motion = variant('reference_video+reference_image');
  const priced = (milliseconds: number) => {
    const media = {
      reference_video: [fileOf('video/webm', { width: 96, height: 64, milliseconds })],
      reference_image: [picture()],
    };
    const values = { prompt: 'a dancer', model: 'alpha_3_motion' };
    const { faults } = readDraft({ family, variant: motion, values, media }, 'live');
    const quote = quoteOf({ form, variant: motion, values, media }, family.prices);
    return { faults: faults.length, quote: quote && [formatPrice(quote.least), formatPrice(quote.most)] };
  };
  assert.deepEqual(priced(4_000), { faults: 0, quote: ['0.1640', '0.1640'] });
  assert.deepEqual(priced(4_008), { faults: 0, quote: ['0.1640', '0.2050'] });
  assert.equal(priced(30_008).faults, 0);
  assert.equal(priced(30_500).faults, 1);
  assert.equal(priced(2_900).faults, 1);
});

test('the price is there while the prompt is not, and follows the operator', () => {
  const { form, variant } = formNamed('beta');
  const values = { prompt: '', duration: 15, callback_url: 'not yet a' };
  const quote = quoteOf({ form, variant: variant('text'), values, media: {} }, { 'beta/10s': 1, 'beta/15s': 7_500 });
  assert.deepEqual(quote, { least: 7_500, most: 7_500 });
  assert.equal(quoteOf({ form, variant: variant('text'), values, media: {} }, {}), null);
});

test('a stored draft holds no address and no file', () => {
  const { form, variants } = formNamed('alpha');
  const values = { prompt: 'a fox', callback_url: 'https://example.com/?token=secret' };
  const media = { image: [picture(), { from: 'link' as const, url: 'https://example.com/?signature=secret' }] };
  const text = storedText(form, { variant: 'image', values, media });
  assert.deepEqual(JSON.parse(text), { variant: 'image', values: { prompt: 'a fox' } });
  assert.deepEqual(draftFromText(variants, text), { variant: 'image', values: { prompt: 'a fox' }, media: {} });
  assert.equal(draftFromText(variants, '{broken').variant, 'text');
});

test('an earlier generation comes back in its variant with its media', async () => {
  const { variants } = formNamed('gamma');
  const inputs = [
    { field: 'start_frame', kind: 'image' as const, url: '/a', expires_at: null },
    { field: 'end_frame', kind: 'image' as const, url: '/b', expires_at: null },
  ];
  const draft = await draftFromGeneration(variants, { fields: { prompt: 'a fox' }, inputs }, async ({ url }) => ({
    from: 'link',
    url: String(url),
  }));
  assert.equal(draft.variant, 'start_frame+end_frame');
  assert.deepEqual(draft.media['end_frame'], [{ from: 'link', url: '/b' }]);
  const photo = formNamed('alpha-o1-photo');
  const second = [{ field: 'input_images[0]', kind: 'image' as const, url: null, expires_at: null }];
  const expired = await draftFromGeneration(photo.variants, { fields: {}, inputs: second }, async () => null);
  assert.equal(expired.variant, 'images');
});

test('a file is what its first bytes say', () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  assert.equal(sniffType(bytes('\xff\xd8\xff\xe0')), 'image/jpeg');
  assert.equal(sniffType(bytes('RIFF\0\0\0\0WEBPVP8 ')), 'image/webp');
  assert.equal(sniffType(bytes('\0\0\0\x18ftypmp42')), 'video/mp4');
  assert.equal(sniffType(bytes('\0\0\0\x18ftypqt  ')), 'video/quicktime');
  assert.equal(sniffType(bytes('\0\0\0\x18ftypheic')), null);
  assert.equal(sniffType(bytes('GIF89a')), null);
});

test('a tenth family has a form as soon as it is defined', () => {
  const form = formOf(zeta);
  const variants = variantsOf(form);
  assert.deepEqual(
    variants.map(({ label }) => label),
    ['Text', 'Images'],
  );
  const [variant] = variants;
  assert.ok(variant !== undefined);
  const { shown, values } = layOut(form, variant, { prompt: 'A lighthouse' });
  assert.deepEqual(
    shown.map(({ control, options }) => [control.name, control.kind, ...options]),
    [
      ['prompt', 'text'],
      ['side', 'choice', 256, 512],
      ['seed', 'number'],
      ['callback_url', 'url'],
    ],
  );
  assert.deepEqual(readDraft({ family: zeta, variant, values, media: {} }, 'live').faults, []);
  assert.deepEqual(quoteOf({ form, variant, values, media: {} }, zeta.prices), { least: 10, most: 10 });
});
