/** What holds for any input at all: money, prompts, and a reader that neither throws nor lets a broken rule pass. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  codePoints,
  families,
  formatPrice,
  frameSize,
  parseAmount,
  photoRatios,
  readDirectives,
} from '../src/index.ts';
import { codePoint } from './support/code-point.ts';
import { type Body, familyNamed, upload, videoUpload } from './support/reading.ts';

test('an amount shown as a price reads back as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (units) => {
      assert.deepEqual(parseAmount(formatPrice(units)), { ok: true, units });
    }),
  );
});

test('an amount never passes through a float', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 9_999 }), (whole, fraction) => {
      const amount = parseAmount(`${whole}.${String(fraction).padStart(4, '0')}`);
      assert.ok(amount.ok);
      assert.equal(BigInt(amount.units), BigInt(whole) * 10_000n + BigInt(fraction));
    }),
  );
});

test('characters are code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 60 }), (text) => {
      assert.equal(codePoints(text), [...text].length);
    }),
  );
});

test('a prompt is accepted exactly when its code points are within the limits and it says something', () => {
  const unit = fc.constantFrom('x', 'é', '🦊', ' ', '\n', '\0', '\ud800');
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 16 }).map((parts) => parts.join('')),
      (prompt) => {
        const says = prompt.trim() !== '' && prompt.isWellFormed() && !prompt.includes('\0');
        assert.equal(familyNamed('gamma').read({ prompt }, 'live').ok, says && [...prompt].length >= 10);
        assert.equal(familyNamed('alpha').read({ prompt }, 'live').ok, says);
      },
    ),
    { numRuns: 2000 },
  );
});

test('reading never throws, whatever JSON arrives, and every refusal says something', () => {
  const names = [...new Set(families.flatMap(({ schemas }) => Object.keys(schemas.request['properties'] as object)))];
  const object = fc.dictionary(fc.constantFrom(...names, 'other', '__proto__', 'constructor'), fc.jsonValue(), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...families),
      fc.oneof(fc.jsonValue(), object),
      fc.constantFrom('live', 'sandbox'),
      (family, body, mode) => {
        const reading = family.read(body as Body, mode as 'live' | 'sandbox');
        if (reading.ok) assert.deepEqual(JSON.parse(JSON.stringify(reading.request.work)), reading.request.work);
        else
          assert.ok(
            reading.faults.length > 0 && reading.faults.every(({ field, message, type }) => field && message && type),
          );
      },
    ),
    { numRuns: 2000 },
  );
});

test('directives never throw, and what is left holds none', () => {
  const text = fc.array(fc.constantFrom('[[', ']]', 'fail ', 'TIMEOUT', 'slow ', '3', 'a', ' ', '['), {
    maxLength: 14,
  });
  fc.assert(
    fc.property(
      text.map((parts) => parts.join('')),
      (prompt) => {
        const reading = readDirectives(prompt, ['TIMEOUT']);
        if (reading.ok && reading.scenario !== null) assert.doesNotMatch(reading.prompt, /\[\[(fail|slow)[^[\]]*\]\]/);
      },
    ),
    { numRuns: 2000 },
  );
});

test('both edges of a frame are even where the request does not fix them, and close to the ratio', () => {
  const edge = fc.constantFrom({ short: 720 }, { short: 1080 }, { long: 1024 }, { long: 4096 });
  const side = fc.integer({ min: 16, max: 8000 });
  fc.assert(
    fc.property(edge, side, side, (given, width, height) => {
      fc.pre(width <= 3 * height && height <= 3 * width);
      const size = frameSize({ from: 'first-input', edge: given }, [{ width, height }]);
      const fixed = 'short' in given ? given.short : given.long;
      assert.equal('short' in given ? Math.min(size.width, size.height) : Math.max(size.width, size.height), fixed);
      assert.equal((size.width * size.height) % 4, 0);
      assert.ok(Math.abs(size.width / size.height / (width / height) - 1) < 0.01);
    }),
  );
});

const value = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const urls = fc.array(fc.constantFrom('https://a.com/1', 'http://a.com/2'), { maxLength: 12 });
const given = (body: Body) => Object.fromEntries(Object.entries(body).filter(([, one]) => one !== undefined));
const count = (list: unknown) => (Array.isArray(list) ? list.length : 0);

test('gamma accepts exactly what its rules allow', () => {
  const pictures = fc.option(fc.array(fc.constant(upload()), { maxLength: 4 }), { nil: undefined });
  const body = fc.record({
    model: value('gamma-3-fast', 'gamma-3-quality', 'gamma-2'),
    bytes_image: value(upload()),
    start_frame: value(upload()),
    end_frame: value(upload()),
    reference_images: pictures,
    seed: value(0, 1_000_000_000, 1_000_000_001, 0.5),
  });
  fc.assert(
    fc.property(body, (sent) => {
      const frames = sent.start_frame !== undefined || sent.end_frame !== undefined;
      const modes = [sent.bytes_image !== undefined, frames, count(sent.reference_images) > 0].filter(Boolean).length;
      const isFast = sent.model === undefined || sent.model === 'gamma-3-fast';
      const allowed =
        sent.model !== 'gamma-2' &&
        modes <= 1 &&
        (sent.start_frame === undefined) === (sent.end_frame === undefined) &&
        (isFast || (!frames && count(sent.reference_images) === 0)) &&
        (sent.reference_images === undefined ||
          (count(sent.reference_images) >= 1 && count(sent.reference_images) <= 3)) &&
        (sent.seed === undefined || sent.seed === 0 || sent.seed === 1_000_000_000);
      assert.equal(familyNamed('gamma').read(given({ prompt: 'ten letters', ...sent }), 'live').ok, allowed);
    }),
    { numRuns: 2000 },
  );
});

test('o3-video and o3-photo accept exactly what their rules allow', () => {
  const body = fc.record({
    images_url: urls,
    images_base64: fc.array(fc.constant(upload()), { maxLength: 12 }),
    model: value('alpha_o3', 'alpha_o3_pro'),
    mode: value('std', 'pro'),
  });
  fc.assert(
    fc.property(body, ({ model, mode, ...lists }) => {
      const [links, uploads] = [count(lists.images_url), count(lists.images_base64)];
      const video =
        links + uploads <= 5 && (links === 0 || uploads === 0) && !(model === 'alpha_o3_pro' && mode === 'std');
      const sent = given({ prompt: 'x', model, mode, ...lists });
      assert.equal(familyNamed('alpha-o3-video').read(sent, 'live').ok, video);
      assert.equal(familyNamed('alpha-o3-photo').read({ prompt: 'x', ...lists }, 'live').ok, links + uploads <= 10);
    }),
    { numRuns: 1000 },
  );
});

test('alpha never accepts a model with media, mode, version or duration that it does not take', () => {
  const body = fc.record({
    model: value(
      'alpha_3',
      'alpha_3_pro',
      'alpha_3_motion',
      'alpha_2.6',
      'alpha_2.1',
      'alpha_2.1_master',
      'alpha_2.6_motion_pro',
    ),
    version: value('1.6', '2.1', '2.1-master', '2.6', '3.0'),
    mode: value('std', 'pro'),
    duration: value<string | number>('5', '10', 3, 15, 20, '20'),
    image_url: value('https://a.com/1'),
    image_base64: value(upload()),
    reference_video_url: value('https://a.com/2'),
    reference_video_base64: value(videoUpload()),
    reference_image_url: value('https://a.com/3'),
  });
  fc.assert(
    fc.property(body, (sent) => {
      const reading = familyNamed('alpha').read(given({ prompt: 'x', ...sent }), 'live');
      if (!reading.ok) return;
      const { model, work, media } = reading.request;
      const pictures = [sent.image_url, sent.image_base64].filter((one) => one !== undefined).length;
      const videos = [sent.reference_video_url, sent.reference_video_base64].filter((one) => one !== undefined).length;
      const isMotion = model.includes('motion');
      assert.deepEqual([videos, sent.reference_image_url !== undefined], isMotion ? [1, true] : [0, false]);
      assert.ok(isMotion ? pictures === 0 : pictures <= 1);
      assert.equal(media.length, isMotion ? 2 : pictures);
      if (/^alpha_2\.1(_pro)?$/.test(model)) assert.equal(pictures, 1);
      if (sent.mode === 'std') assert.doesNotMatch(model, /_pro$/);
      if (sent.mode === 'pro') assert.match(model, /_pro$|^alpha_2\.6$/);
      if (sent.version !== undefined) {
        const stem = { '3.0': 'alpha_3', '2.1-master': 'alpha_2.1_master' }[sent.version] ?? `alpha_${sent.version}`;
        assert.ok(model.startsWith(stem) && (sent.version !== '2.1' || !model.includes('master')));
      }
      if (sent.duration === undefined || isMotion) return;
      const isBySecond = model === 'alpha_3' || model === 'alpha_3_pro';
      assert.ok((isBySecond ? [3, 15] : ['5', '10']).some((one) => one === sent.duration));
      assert.equal(work.seconds, Number(sent.duration));
    }),
    { numRuns: 5000 },
  );
});

test('the nearest ratio of a ratio is itself', () => {
  for (const ratio of photoRatios) {
    const [width = 0, height = 0] = ratio.split(':').map(Number);
    const shape = {
      from: 'nearest-to-first-image',
      ratios: photoRatios,
      otherwise: '1:1',
      edge: { long: 2048 },
    } as const;
    const listed = frameSize({ from: 'ratio', ratio, edge: { long: 2048 } }, []);
    assert.deepEqual(frameSize(shape, [{ width: width * 100, height: height * 100 }]), listed);
  }
});
