/** beta and gamma: every row of their request tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameSize } from '../src/index.ts';
import { accepted, type Body, refused, upload } from './support/reading.ts';

const prompt = 'a red fox in the snow';
const uploads = (count: number) => Array.from({ length: count }, () => upload());

function holds(slug: string, rows: [body: Body, outcome: 'accepted' | string[]][]) {
  for (const [body, outcome] of rows) {
    const shown = JSON.stringify(body)
      .replace(/\{"declaredType[^}]*\}/g, '<upload>')
      .slice(0, 100);
    test(`${slug} ${shown}: ${outcome}`, () => {
      if (outcome === 'accepted') accepted(slug, { prompt, ...body });
      else assert.deepEqual(refused(slug, { prompt, ...body }), outcome);
    });
  }
}

const url = 'http://example.com/a.png';

holds('beta', [
  [{}, 'accepted'],
  [{ orientation: '9:16' }, 'accepted'],
  [{ orientation: '16:9' }, 'accepted'],
  [{ orientation: '1:1' }, ['orientation: orientation must be "9:16" or "16:9"']],
  [{ duration: 10 }, 'accepted'],
  [{ duration: 15 }, 'accepted'],
  [{ duration: 5 }, ['duration: duration must be 10 or 15']],
  [{ duration: '10' }, ['duration: duration is an integer: 10 or 15']],
  [{ image_url: url }, 'accepted'],
  [{ image_base64: upload() }, 'accepted'],
  [{ image_base64: upload(), image_url: url }, ['image_url: image_url cannot be sent together with image_base64']],
  [{ image_base64: upload({ bytes: 10_485_760 }) }, 'accepted'],
  [
    { image_base64: upload({ bytes: 10_485_761 }) },
    ['image_base64: image_base64 must be at most 10 MB (10,485,760 bytes decoded)'],
  ],
  [{ images: [url] }, ['images: images is not a field of beta: send image_base64 or image_url']],
  [
    { reference_video_url: url },
    ['reference_video_url: reference_video_url is not a field of beta: it takes no video'],
  ],
]);

const frames = { start_frame: upload(), end_frame: upload() };

holds('gamma', [
  [{}, 'accepted'],
  [{ model: 'gamma-3-fast' }, 'accepted'],
  [{ model: 'gamma-3-quality' }, 'accepted'],
  [{ model: 'gamma-3' }, ['model: model must be "gamma-3-fast" or "gamma-3-quality"']],
  [{ aspect_ratio: '9:16' }, 'accepted'],
  [{ aspect_ratio: '1:1' }, ['aspect_ratio: aspect_ratio must be "9:16" or "16:9"']],
  [{ seed: 0 }, 'accepted'],
  [{ seed: 1_000_000_000 }, 'accepted'],
  [{ seed: 1_000_000_001 }, ['seed: seed must be an integer from 0 to 1000000000']],
  [{ watermark_text: 'abc' }, 'accepted'],
  [{ watermark_text: 'fourteen chars' }, 'accepted'],
  [{ watermark_text: 'Fuchs-Fähre №' }, 'accepted'],
  [{ watermark_text: 'лиса ψ' }, 'accepted'],
  ...['🦊🦊🦊', '🦊'.repeat(14), '狐のニュース', 'أخبار', 'खबरें', '한국어 뉴스', 'two\nlines'].map(
    (watermark_text): [Body, 'accepted'] => [{ watermark_text }, 'accepted'],
  ),
  [{ watermark_text: '🦊'.repeat(15) }, ['watermark_text: watermark_text must be 3-14 characters (15 sent)']],
  [{ watermark_text: '🦊🦊' }, ['watermark_text: watermark_text must be 3-14 characters (2 sent)']],
  [{ watermark_text: 'ab' }, ['watermark_text: watermark_text must be 3-14 characters (2 sent)']],
  [{ watermark_text: 'fifteen charact' }, ['watermark_text: watermark_text must be 3-14 characters (15 sent)']],
  [{ watermark_text: '   ' }, ['watermark_text: watermark_text must not be white space only']],
  [{ bytes_image: upload() }, 'accepted'],
  [{ bytes_image: upload(), model: 'gamma-3-quality' }, 'accepted'],
  [{ bytes_image: upload({ bytes: 20_971_520 }) }, 'accepted'],
  [
    { bytes_image: upload({ bytes: 20_971_521, fault: 'too_large' }) },
    ['bytes_image: bytes_image must be at most 20 MB (20,971,520 bytes decoded)'],
  ],
  [frames, 'accepted'],
  [{ start_frame: upload() }, ['end_frame: end_frame is required when start_frame is sent']],
  [{ end_frame: upload() }, ['start_frame: start_frame is required when end_frame is sent']],
  [
    { ...frames, model: 'gamma-3-quality' },
    [
      'start_frame: start_frame works only with model gamma-3-fast, not with gamma-3-quality',
      'end_frame: end_frame works only with model gamma-3-fast, not with gamma-3-quality',
    ],
  ],
  [{ reference_images: uploads(1) }, 'accepted'],
  [{ reference_images: uploads(3) }, 'accepted'],
  [{ reference_images: null }, 'accepted'],
  [{ reference_images: [] }, ['reference_images: reference_images must hold 1-3 images (0 sent)']],
  [{ reference_images: uploads(4) }, ['reference_images: reference_images must hold 1-3 images (4 sent)']],
  [
    { reference_images: uploads(1), model: 'gamma-3-quality' },
    ['reference_images: reference_images works only with model gamma-3-fast, not with gamma-3-quality'],
  ],
  [
    { bytes_image: upload(), ...frames },
    [
      'start_frame: start_frame cannot be sent together with bytes_image',
      'end_frame: end_frame cannot be sent together with bytes_image',
    ],
  ],
  [
    { bytes_image: upload(), reference_images: uploads(1) },
    ['reference_images: reference_images cannot be sent together with bytes_image'],
  ],
  [
    { ...frames, reference_images: uploads(1) },
    ['reference_images: reference_images cannot be sent together with start_frame'],
  ],
  [
    { image_url: url },
    ['image_url: image_url is not a field of gamma: send bytes_image, start_frame, end_frame or reference_images'],
  ],
]);

test('gamma media is never a URL', () => {
  const form = 'must be a data URI (data:<mime>;base64,<data>)';
  assert.deepEqual(refused('gamma', { prompt, bytes_image: url }), [`bytes_image: bytes_image ${form}`]);
});

test('beta makes 9:16 at 720 for 10 seconds with sound, and crops an image to it', () => {
  const { work, model } = accepted('beta', { prompt, image_url: url });
  assert.deepEqual(frameSize(work.shape, [{ width: 100, height: 100 }]), { width: 720, height: 1280 });
  assert.deepEqual([work.task, work.seconds, work.framesPerSecond, work.sound], ['i2v', 10, 24, 'generated']);
  assert.equal(model, 'beta');
});

test('gamma makes 8 seconds with sound, 720 fast and 1080 quality', () => {
  const fast = accepted('gamma', { prompt }).work;
  const quality = accepted('gamma', { prompt, model: 'gamma-3-quality' }).work;
  assert.deepEqual([fast.seconds, fast.framesPerSecond, fast.sound], [8, 24, 'generated']);
  assert.deepEqual(frameSize(fast.shape, []), { width: 1280, height: 720 });
  assert.deepEqual(frameSize(quality.shape, []), { width: 1920, height: 1080 });
});

test('gamma knows its four modes by their media', () => {
  const modes: [Body, string, string[]][] = [
    [{}, 't2v', []],
    [{ bytes_image: upload() }, 'i2v', ['first']],
    [{ end_frame: upload(), start_frame: upload() }, 'frames', ['first', 'last']],
    [{ reference_images: uploads(2) }, 'refs2v', ['reference', 'reference']],
  ];
  for (const [body, task, roles] of modes) {
    const { work, media } = accepted('gamma', { prompt, ...body });
    assert.equal(work.task, task);
    assert.deepEqual(
      media.map(({ role }) => role),
      roles,
    );
  }
});

test('gamma passes watermark and seed on', () => {
  const request = accepted('gamma', { prompt, watermark_text: 'Fox News', seed: 12 });
  assert.equal(request.work.watermark, 'Fox News');
  assert.equal(request.seed, 12);
  assert.equal(accepted('gamma', { prompt }).seed, null);
});
