/** alpha o1-video, o3-video, o1-photo and o3-photo: every row of their request tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameSize } from '../src/index.ts';
import { accepted, type Body, ignored, refused, refusedFields, upload } from './support/reading.ts';

const prompt = 'a red fox';
const urls = (count: number) => Array.from({ length: count }, (_, index) => `https://example.com/${index}.png`);
const uploads = (count: number) => Array.from({ length: count }, () => upload());

type Row = [body: Body, outcome: 'accepted' | string];

function holds(slug: string, rows: Row[]) {
  for (const [body, outcome] of rows) {
    const shown = JSON.stringify(body)
      .replace(/\{"declaredType[^}]*\}/g, '<upload>')
      .slice(0, 100);
    test(`${slug} ${shown}: ${outcome}`, () => {
      if (outcome === 'accepted') accepted(slug, { prompt, ...body });
      else assert.deepEqual(refused(slug, { prompt, ...body }), [outcome]);
    });
  }
}

holds('alpha-o1-video', [
  [{ duration: '5' }, 'accepted'],
  [{ duration: '10' }, 'accepted'],
  [{}, 'duration: duration is required in text-to-video: "5" or "10"'],
  [{ duration: null }, 'duration: duration is required in text-to-video: "5" or "10"'],
  [{ images_urls: [] }, 'duration: duration is required in text-to-video: "5" or "10"'],
  [{ duration: '15' }, 'duration: duration must be "5" or "10"'],
  [{ duration: 5 }, 'duration: duration is a string: "5" or "10"'],
  [{ images_urls: urls(1) }, 'accepted'],
  [{ images_urls: urls(1), duration: '10' }, 'accepted'],
  [{ images_urls: urls(1), duration: '15' }, 'duration: duration must be "5" or "10"'],
  [{ duration: '5', aspect_ratio: '16:9' }, 'accepted'],
  [{ duration: '5', aspect_ratio: '9:16' }, 'accepted'],
  [{ duration: '5', aspect_ratio: '1:1' }, 'accepted'],
  [{ duration: '5', aspect_ratio: '21:9' }, 'aspect_ratio: aspect_ratio must be "16:9", "9:16" or "1:1"'],
  [{ images_urls: urls(5) }, 'accepted'],
  [{ images_urls: urls(6) }, 'images_urls: images_urls must hold at most 5 images (6 sent)'],
  [{ images_base64: uploads(5) }, 'accepted'],
  [{ images_urls: urls(2), images_base64: uploads(3) }, 'accepted'],
  [
    { images_urls: urls(3), images_base64: uploads(3) },
    'images_base64: at most 5 images in total over images_urls and images_base64 (6 sent)',
  ],
  [{ images_urls: ['http://example.com/a.png'] }, 'accepted'],
  [{ images_urls: ['https://a.com/b', 'nonsense'] }, 'images_urls[1]: images_urls[1] must be an http or https URL'],
  [{ images_urls: 'https://a.com/b' }, 'images_urls: images_urls must be a list of at most 5 images'],
  [
    { duration: '5', images_url: urls(1) },
    'images_url: images_url is not a field of alpha o1-video: send images_urls or images_base64',
  ],
]);

holds('alpha-o3-video', [
  [{}, 'accepted'],
  [{ duration: '5' }, 'accepted'],
  [{ duration: '10' }, 'accepted'],
  [{ duration: '15' }, 'accepted'],
  [{ duration: '20' }, 'duration: duration must be "5", "10" or "15"'],
  [{ duration: 10 }, 'duration: duration is a string: "5", "10" or "15"'],
  [{ aspect_ratio: '9:16' }, 'accepted'],
  [{ aspect_ratio: 'auto' }, 'aspect_ratio: aspect_ratio must be "16:9", "9:16" or "1:1"'],
  [{ model: 'alpha_o3' }, 'accepted'],
  [{ model: 'alpha_o3_pro' }, 'accepted'],
  [{ model: 'alpha_3' }, 'model: model must be "alpha_o3" or "alpha_o3_pro"'],
  [{ mode: 'std' }, 'accepted'],
  [{ mode: 'PRO' }, 'mode: mode must be "std" or "pro"'],
  [{ model: 'alpha_o3_pro', mode: 'std' }, 'mode: mode "std" contradicts model alpha_o3_pro'],
  [{ keep_original_sound: 'yes' }, 'keep_original_sound: keep_original_sound must be true or false'],
  [{ images_url: urls(5) }, 'accepted'],
  [{ images_url: urls(6) }, 'images_url: images_url must hold at most 5 images (6 sent)'],
  [{ images_base64: uploads(5) }, 'accepted'],
  [
    { images_url: urls(1), images_base64: uploads(1) },
    'images_base64: images_base64 cannot be sent together with images_url',
  ],
  [{ images_url: urls(1), images_base64: [] }, 'accepted'],
  [
    { images_urls: urls(1) },
    'images_urls: images_urls is not a field of alpha o3-video: send images_url or images_base64',
  ],
]);

holds('alpha-o1-photo', [
  [{}, 'accepted'],
  [{ img_resolution: '1k' }, 'accepted'],
  [{ img_resolution: '2k' }, 'accepted'],
  [{ img_resolution: '4k' }, 'img_resolution: img_resolution must be "1k" or "2k"'],
  ...['9:16', '2:3', '3:4', '1:1', '4:3', '3:2', '16:9', '21:9'].map(
    (ratio): Row => [{ aspect_ratio: ratio }, 'accepted'],
  ),
  [
    { aspect_ratio: 'auto' },
    'aspect_ratio: aspect_ratio must be "9:16", "2:3", "3:4", "1:1", "4:3", "3:2", "16:9" or "21:9"',
  ],
  [{ images_url: urls(5) }, 'accepted'],
  [{ images_url: ['http://example.com/a.png'] }, 'images_url[0]: images_url[0] must be an https URL'],
  [{ input_images: [...urls(2), upload()] }, 'accepted'],
  [
    { input_images: ['http://example.com/a.png'] },
    'input_images[0]: input_images[0] must be an https URL or a data URI (data:<mime>;base64,<data>)',
  ],
  [{ images_url: urls(2), images_base64: uploads(2), input_images: urls(1) }, 'accepted'],
  [
    { images_url: urls(2), images_base64: uploads(2), input_images: urls(2) },
    'input_images: at most 5 images in total over images_url, images_base64 and input_images (6 sent)',
  ],
]);

holds('alpha-o3-photo', [
  [{}, 'accepted'],
  [{ img_resolution: '1k' }, 'accepted'],
  [{ img_resolution: '2k' }, 'accepted'],
  [{ img_resolution: '4k' }, 'accepted'],
  [{ img_resolution: '8k' }, 'img_resolution: img_resolution must be "1k", "2k" or "4k"'],
  ...['auto', '9:16', '2:3', '3:4', '1:1', '4:3', '3:2', '16:9', '21:9'].map(
    (ratio): Row => [{ aspect_ratio: ratio }, 'accepted'],
  ),
  [
    { aspect_ratio: '4:5' },
    'aspect_ratio: aspect_ratio must be "auto", "9:16", "2:3", "3:4", "1:1", "4:3", "3:2", "16:9" or "21:9"',
  ],
  [{ prefer_multi_shots: true }, 'accepted'],
  [{ prefer_multi_shots: 1 }, 'prefer_multi_shots: prefer_multi_shots must be true or false'],
  [{ images_url: urls(10) }, 'accepted'],
  [{ images_url: urls(5), images_base64: uploads(5) }, 'accepted'],
  [{ images_url: urls(11) }, 'images_url: images_url must hold at most 10 images (11 sent)'],
  [
    { images_url: urls(6), images_base64: uploads(5) },
    'images_base64: at most 10 images in total over images_url and images_base64 (11 sent)',
  ],
  [
    { input_images: urls(1) },
    'input_images: input_images is not a field of alpha o3-photo: send images_url or images_base64',
  ],
]);

test('o1-video fills in 5 seconds and 16:9 at 1080, with sound', () => {
  const { work, fields, model } = accepted('alpha-o1-video', { prompt, images_urls: urls(1) });
  assert.equal(fields['duration'], '5');
  assert.equal(fields['aspect_ratio'], '16:9');
  assert.equal(model, 'alpha_o1_video');
  assert.equal(work.sound, 'generated');
  assert.deepEqual(frameSize(work.shape, []), { width: 1920, height: 1080 });
});

for (const slug of ['alpha-o1-video', 'alpha-o3-video']) {
  test(`${slug}: no image is text-to-video, one is the first frame, several are references`, () => {
    const name = slug === 'alpha-o1-video' ? 'images_urls' : 'images_url';
    const tasks = [0, 1, 2].map((count) => {
      const { work, media } = accepted(slug, { prompt, duration: '5', [name]: urls(count) });
      return [work.task, ...media.map(({ role }) => role)];
    });
    assert.deepEqual(tasks, [['t2v'], ['i2v', 'first'], ['refs2v', 'reference', 'reference']]);
  });
}

test('o3-video names its model by length and quality', () => {
  const model = (body: Body) => accepted('alpha-o3-video', { prompt, ...body }).model;
  assert.equal(model({}), 'alpha-o3-video-5s');
  assert.equal(model({ duration: '10', model: 'alpha_o3_pro' }), 'alpha-o3-video-10s-pro');
  assert.equal(model({ duration: '15', mode: 'pro' }), 'alpha-o3-video-15s-pro');
  assert.equal(model({ model: 'alpha_o3', mode: 'pro' }), 'alpha-o3-video-5s-pro');
});

test('o3-video is 720 or 1080, and silent only with keep_original_sound false', () => {
  const work = (body: Body) => accepted('alpha-o3-video', { prompt, ...body }).work;
  assert.deepEqual(work({}).shape, { from: 'ratio', ratio: '16:9', edge: { short: 720 } });
  assert.deepEqual(work({ mode: 'pro' }).shape.edge, { short: 1080 });
  assert.equal(work({}).sound, 'generated');
  assert.equal(work({ keep_original_sound: true }).sound, 'generated');
  assert.equal(work({ keep_original_sound: false }).sound, 'none');
  assert.equal(work({ duration: '15' }).seconds, 15);
});

test('o1-photo defaults to 2k and 1:1', () => {
  const { work, model } = accepted('alpha-o1-photo', { prompt });
  assert.deepEqual(frameSize(work.shape, []), { width: 2048, height: 2048 });
  assert.equal(model, 'alpha_o1_photo');
  assert.deepEqual([work.task, work.seconds, work.framesPerSecond, work.sound], ['t2i', null, null, 'none']);
});

test('o3-photo takes the listed ratio nearest to the first image, images_url before images_base64', () => {
  const body = { prompt, images_base64: uploads(1), images_url: urls(1) };
  const { work, media } = accepted('alpha-o3-photo', body);
  assert.deepEqual(
    media.map(({ field }) => field),
    ['images_url[0]', 'images_base64[0]'],
  );
  const wide = { width: 2300, height: 1000 };
  assert.deepEqual(frameSize(work.shape, [wide, undefined]), { width: 2048, height: 878 });
  assert.deepEqual(frameSize(accepted('alpha-o3-photo', { prompt }).work.shape, []), { width: 2048, height: 2048 });
});

test('o3-photo passes the wish for several shots on', () => {
  assert.equal(accepted('alpha-o3-photo', { prompt, prefer_multi_shots: true }).work.multiShot, true);
  assert.equal(accepted('alpha-o3-photo', { prompt }).work.multiShot, false);
});

test('aspect_ratio stays in force beside images, except in alpha generic', () => {
  const cases = { 'alpha-o1-video': 'images_urls', 'alpha-o3-video': 'images_url', 'alpha-o1-photo': 'images_url' };
  for (const [slug, name] of Object.entries(cases)) {
    const body = { prompt, duration: '5', aspect_ratio: '1:1', [name]: urls(1) };
    if (slug === 'alpha-o1-photo') assert.deepEqual(ignored(slug, body), ['duration']);
    else assert.deepEqual(ignored(slug, body), []);
    assert.equal(accepted(slug, body).work.shape.from, 'ratio');
  }
});

test('every fault of a list is reported with its place', () => {
  const bad = upload({ declaredType: 'image/gif', sniffedType: null });
  const body = { prompt, images_url: ['x', ...urls(1), 5], images_base64: [bad] };
  assert.deepEqual(refusedFields('alpha-o3-photo', body), ['images_url[0]', 'images_url[2]', 'images_base64[0]']);
});
