/** The tables of the decisions: prices, time limits, failure codes, refunds, routes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type FailureClass,
  type Family,
  failureMeanings,
  families,
  findFamily,
  formatPrice,
  type MediaFacts,
} from '../src/index.ts';
import { accepted, type Body, familyNamed, specified } from './support/reading.ts';

const image = { image_url: 'https://example.com/a.png' };
const references = { reference_video_url: 'https://example.com/v', reference_image_url: 'https://example.com/i' };
const motion = (milliseconds: number): (MediaFacts | undefined)[] => [
  undefined,
  { width: 640, height: 360, milliseconds },
];

/** slug, body, price, what is known of the media */
const prices: [string, Body, string, (MediaFacts | undefined)[]?][] = [
  ['alpha', {}, '0.2100'],
  ['alpha', { model: 'alpha_2.6', duration: '5' }, '0.3500'],
  ['alpha', { model: 'alpha_2.6', duration: '10' }, '0.7000'],
  ['alpha', { model: 'alpha_2.5_turbo', duration: '5' }, '0.2100'],
  ['alpha', { model: 'alpha_2.5_turbo', duration: '10' }, '0.4200'],
  ['alpha', { model: 'alpha_2.5_turbo_pro', duration: '5' }, '0.3500'],
  ['alpha', { model: 'alpha_2.5_turbo_pro', duration: '10' }, '0.7000'],
  ['alpha', { model: 'alpha_2.1', duration: '5', ...image }, '0.2800'],
  ['alpha', { model: 'alpha_2.1', duration: '10', ...image }, '0.5600'],
  ['alpha', { model: 'alpha_2.1_pro', duration: '5', ...image }, '0.4900'],
  ['alpha', { model: 'alpha_2.1_pro', duration: '10', ...image }, '0.9800'],
  ['alpha', { model: 'alpha_2.1_master', duration: '5' }, '1.4000'],
  ['alpha', { model: 'alpha_2.1_master', duration: '10' }, '2.8000'],
  ['alpha', { model: 'alpha_1.6', duration: '5' }, '0.2800'],
  ['alpha', { model: 'alpha_1.6', duration: '10' }, '0.5600'],
  ['alpha', { model: 'alpha_1.6_pro', duration: '5' }, '0.4900'],
  ['alpha', { model: 'alpha_1.6_pro', duration: '10' }, '0.9800'],
  ['alpha', { model: 'alpha_3', duration: 3 }, '0.2520'],
  ['alpha', { model: 'alpha_3' }, '0.4200'],
  ['alpha', { model: 'alpha_3', duration: 15 }, '1.2600'],
  ['alpha', { model: 'alpha_3_pro', duration: 3 }, '0.3360'],
  ['alpha', { model: 'alpha_3_pro', duration: 15 }, '1.6800'],
  ['alpha', { model: 'alpha_3_motion', ...references }, '0.1230', motion(3_000)],
  ['alpha', { model: 'alpha_3_motion', ...references }, '0.1640', motion(3_001)],
  ['alpha', { model: 'alpha_3_motion', ...references }, '1.2300', motion(30_000)],
  ['alpha', { model: 'alpha_3_motion_pro', ...references }, '0.3280', motion(4_000)],
  ['alpha', { model: 'alpha_2.6_motion', ...references }, '0.1640', motion(4_000)],
  ['alpha', { model: 'alpha_2.6_motion_pro', ...references }, '0.3280', motion(3_999)],
  ['alpha-o1-video', { duration: '5' }, '0.5600'],
  ['alpha-o1-video', { duration: '10' }, '1.1200'],
  ['alpha-o3-video', {}, '0.4200'],
  ['alpha-o3-video', { duration: '10' }, '0.8400'],
  ['alpha-o3-video', { duration: '15' }, '1.2600'],
  ['alpha-o3-video', { mode: 'pro' }, '0.8400'],
  ['alpha-o3-video', { duration: '10', mode: 'pro' }, '1.6800'],
  ['alpha-o3-video', { duration: '15', model: 'alpha_o3_pro' }, '2.5200'],
  ['alpha-o1-photo', {}, '0.0290'],
  ['alpha-o3-photo', { img_resolution: '1k' }, '0.0290'],
  ['alpha-o3-photo', {}, '0.0290'],
  ['alpha-o3-photo', { img_resolution: '4k' }, '0.0580'],
  ['beta', {}, '0.1500'],
  ['beta', { duration: 15 }, '0.2500'],
  ['gamma', {}, '0.4000'],
  ['gamma', { model: 'gamma-3-quality' }, '2.0000'],
  ['delta', {}, '0.0200'],
  ['epsilon-images', {}, '0.0390'],
];

const priceOf = (slug: string, body: Body, facts: (MediaFacts | undefined)[] = []) => {
  const family = familyNamed(slug);
  const { item, times } = family.priceOf(accepted(slug, { prompt: 'a fox in fresh snow', ...body }), facts);
  const unit = family.prices[item];
  assert.ok(unit !== undefined, `${item} has a price`);
  return { item, times, price: formatPrice(unit * times) };
};

for (const [slug, body, price, facts] of prices) {
  test(`${slug} ${JSON.stringify(body)} costs ${price}`, () => {
    assert.equal(priceOf(slug, body, facts).price, price);
  });
}

test('every price that a family lists is one that a request can cost', () => {
  const reached = new Set(prices.map(([slug, body, , facts]) => `${slug} ${priceOf(slug, body, facts).item}`));
  const listed = specified.flatMap(({ slug, prices: items }) => Object.keys(items).map((item) => `${slug} ${item}`));
  // 2k is the default of o3-photo, so all its resolutions are above.
  assert.deepEqual([...reached].sort(), listed.sort());
});

test('a motion price needs the length of the reference video', () => {
  assert.throws(() => priceOf('alpha', references), /measure it first/);
  const request = accepted('alpha', { prompt: 'a fox in fresh snow', ...references });
  const least = familyNamed('alpha').leastPriceOf(request);
  assert.deepEqual(least, { item: 'alpha_3_motion/second', times: 3 }, 'the least is known from the fields');
});

const minutes: Record<string, Record<string, number>> = {
  alpha: { alpha: 15, 'alpha-motion': 20 },
  'alpha-o1-video': { 'alpha-o1-video': 15 },
  'alpha-o3-video': { 'alpha-o3-video': 15 },
  'alpha-o1-photo': { 'alpha-o1-photo': 5 },
  'alpha-o3-photo': { 'alpha-o3-photo': 5 },
  beta: { beta: 30 },
  gamma: { gamma: 10 },
  delta: { delta: 5 },
  'epsilon-images': { 'epsilon-images': 5 },
};

const alphaCodes = [
  'CONTENT_POLICY_VIOLATION',
  'IMAGE_INACCESSIBLE',
  'INVALID_IMAGE',
  'TIMEOUT',
  'TASK_FAILED',
  'MAINTENANCE',
  'CANCELLED',
];
const codes: Record<string, string[]> = {
  alpha: alphaCodes,
  'alpha-o1-video': alphaCodes,
  'alpha-o3-video': alphaCodes,
  'alpha-o1-photo': alphaCodes,
  'alpha-o3-photo': alphaCodes,
  beta: alphaCodes,
  gamma: ['UNSAFE_CONTENT', 'TASK_FAILED', 'TIMEOUT', 'MAINTENANCE', 'CANCELLED'],
  delta: ['MODERATION_FAILED', 'API_ERROR', 'IMAGE_INACCESSIBLE', 'INVALID_IMAGE', 'TIMEOUT', 'CANCELLED'],
  'epsilon-images': ['VENDOR_DECLINED', 'API_ERROR', 'IMAGE_INACCESSIBLE', 'INVALID_IMAGE', 'TIMEOUT', 'CANCELLED'],
};

for (const family of specified) {
  test(`${family.slug} has its time limits`, () => {
    const seconds = Object.entries(minutes[family.slug]!).map(([name, count]) => [name, count * 60]);
    assert.deepEqual(family.timeLimits, Object.fromEntries(seconds));
    assert.equal(Object.keys(family.timeLimits)[0], family.slug);
  });

  test(`${family.slug} has exactly its failure codes, each with a meaning`, () => {
    assert.deepEqual([...family.failureCodes].sort(), [...codes[family.slug]!].sort());
    for (const code of family.failureCodes) assert.ok(failureMeanings[code], code);
  });
}

const translated: [string, FailureClass, string][] = [
  ['alpha', 'content_policy', 'CONTENT_POLICY_VIOLATION'],
  ['alpha-o3-video', 'image_inaccessible', 'IMAGE_INACCESSIBLE'],
  ['alpha-o3-video', 'invalid_image', 'INVALID_IMAGE'],
  ['alpha-o3-video', 'timeout', 'TIMEOUT'],
  ['beta', 'internal', 'TASK_FAILED'],
  ['beta', 'unavailable', 'MAINTENANCE'],
  ['gamma', 'content_policy', 'UNSAFE_CONTENT'],
  ['gamma', 'invalid_image', 'TASK_FAILED'],
  ['gamma', 'unavailable', 'MAINTENANCE'],
  ['delta', 'content_policy', 'MODERATION_FAILED'],
  ['delta', 'internal', 'API_ERROR'],
  ['delta', 'unavailable', 'API_ERROR'],
  ['epsilon-images', 'content_policy', 'VENDOR_DECLINED'],
  ['epsilon-images', 'unavailable', 'API_ERROR'],
  ['epsilon-images', 'timeout', 'TIMEOUT'],
];
for (const [slug, failure, code] of translated) {
  test(`${failure} is ${code} in ${slug}`, () => assert.equal(familyNamed(slug).failureCode(failure), code));
}

test('money comes back for TIMEOUT, TASK_FAILED, MAINTENANCE, API_ERROR and CANCELLED, and for nothing else', () => {
  const back = ['TIMEOUT', 'TASK_FAILED', 'MAINTENANCE', 'API_ERROR', 'CANCELLED'];
  for (const { slug, failures } of specified) {
    for (const { code, refunded } of failures) assert.equal(refunded, back.includes(code), `${slug}: ${code}`);
  }
});

test('paths, outputs and identifiers are those of the table', () => {
  assert.deepEqual(
    specified.map(({ title, output, path, idName }) => [title, output, path, idName]),
    [
      ['alpha generic', 'video', '/v1/alpha', 'generation_id'],
      ['alpha o1-video', 'video', '/v1/alpha/o1-video', 'generation_id'],
      ['alpha o3-video', 'video', '/v1/alpha/o3-video', 'generation_id'],
      ['alpha o1-photo', 'image', '/v1/alpha/o1-photo', 'generation_id'],
      ['alpha o3-photo', 'image', '/v1/alpha/o3-photo', 'generation_id'],
      ['beta', 'video', '/v1/beta', 'generation_id'],
      ['gamma', 'video', '/v1/gamma', 'generation_id'],
      ['delta', 'image', '/v1/delta', 'task_uuid'],
      ['epsilon-images', 'image', '/v1/epsilon-images', 'task_uuid'],
    ],
  );
});

test('beta and delta list, beta ends in a slash and answers 422, o3 status checks are limited', () => {
  const slugs = (has: (family: Family) => boolean) => specified.filter(has).map(({ slug }) => slug);
  assert.deepEqual(
    slugs(({ lists }) => lists),
    ['beta', 'delta'],
  );
  assert.deepEqual(
    slugs(({ documentedWithSlash }) => documentedWithSlash),
    ['beta'],
  );
  assert.deepEqual(
    slugs(({ faultStatus }) => faultStatus === 422),
    ['beta'],
  );
  assert.deepEqual(
    slugs(({ statusLimited }) => statusLimited),
    ['alpha-o3-video', 'alpha-o3-photo'],
  );
});

const names: [string, string | undefined][] = [
  ['alpha-o3-video', 'alpha-o3-video'],
  ['alpha o3-video', 'alpha-o3-video'],
  ['alpha/o3-video', 'alpha-o3-video'],
  ['/v1/alpha/o3-video', 'alpha-o3-video'],
  ['o3-video', 'alpha-o3-video'],
  [' O1-Photo ', 'alpha-o1-photo'],
  ['alpha generic', 'alpha'],
  ['alpha', 'alpha'],
  ['epsilon-images', 'epsilon-images'],
  ['Beta', 'beta'],
  ['o2-video', undefined],
  ['', undefined],
];
for (const [name, slug] of names) {
  test(`"${name}" finds ${slug ?? 'no family'}`, () => assert.equal(findFamily(name, families)?.slug, slug));
}
