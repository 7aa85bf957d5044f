/** delta and epsilon-images: every row of their request tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameSize } from '../src/index.ts';
import { accepted, refused, upload } from './support/reading.ts';

const prompt = 'a red fox';
const url = 'http://example.com/a.png';
const listed = ['1:1', '4:3', '3:4', '16:9', '9:16', '21:9', '4:5'];

for (const slug of ['delta', 'epsilon-images']) {
  for (const aspect_ratio of listed) {
    test(`${slug} accepts ${aspect_ratio} and makes it 1024 on the long edge`, () => {
      const { work } = accepted(slug, { prompt, aspect_ratio });
      const { width, height } = frameSize(work.shape, []);
      assert.equal(Math.max(width, height), 1024);
      assert.equal(work.output, 'image');
    });
  }

  test(`${slug} refuses a ratio that is not listed`, () => {
    const allowed = '"1:1", "4:3", "3:4", "16:9", "9:16", "21:9" or "4:5"';
    assert.deepEqual(refused(slug, { prompt, aspect_ratio: '3:2' }), [`aspect_ratio: aspect_ratio must be ${allowed}`]);
  });

  test(`${slug} takes at most 4 images, URLs and data URIs mixed`, () => {
    const request = accepted(slug, { prompt, images: [url, upload(), upload(), url] });
    assert.equal(request.work.task, 'i2i');
    assert.deepEqual(request.media.map(({ role, field }) => [role, field]).at(-1), ['reference', 'images[3]']);
    assert.deepEqual(refused(slug, { prompt, images: [url, url, url, url, url] }), [
      'images: images must hold at most 4 images (5 sent)',
    ]);
  });

  test(`${slug} reads an empty list as none`, () => {
    assert.equal(accepted(slug, { prompt, images: [] }).work.task, 't2i');
  });

  test(`${slug} names the field meant for a picture`, () => {
    assert.deepEqual(refused(slug, { prompt, image_url: url }), [
      `image_url: image_url is not a field of ${slug}: send images`,
    ]);
  });
}

test('delta is 1:1 unless told, whatever its images', () => {
  const { work } = accepted('delta', { prompt, images: [url] });
  assert.deepEqual(frameSize(work.shape, [{ width: 1600, height: 900 }]), { width: 1024, height: 1024 });
});

test('epsilon-images without a ratio takes the listed one nearest to the first image, else 1:1', () => {
  const { shape } = accepted('epsilon-images', { prompt, images: [url, url] }).work;
  const size = (width: number, height: number) =>
    frameSize(shape, [
      { width, height },
      { width: 1, height: 9 },
    ]);
  assert.deepEqual(size(1920, 1080), { width: 1024, height: 576 });
  assert.deepEqual(size(850, 1000), { width: 820, height: 1024 });
  assert.deepEqual(size(5000, 1000), { width: 1024, height: 438 });
  assert.deepEqual(frameSize(shape, []), { width: 1024, height: 1024 });
});

test('epsilon-images takes plain base64 of a JPEG and of nothing else', () => {
  accepted('epsilon-images', { prompt, images: [upload({ declaredType: null, sniffedType: 'image/jpeg' })] });
  for (const sniffedType of ['image/png', 'image/webp', null]) {
    const images = [upload({ declaredType: null, sniffedType })];
    assert.deepEqual(refused('epsilon-images', { prompt, images }), [
      'images[0]: images[0] is plain base64 and not a JPEG: send a data URI',
    ]);
  }
});

test('delta takes no plain base64, not even of a JPEG', () => {
  const images = [upload({ declaredType: null, sniffedType: 'image/jpeg' })];
  assert.deepEqual(refused('delta', { prompt, images }), [
    'images[0]: images[0] must be an http or https URL or a data URI (data:<mime>;base64,<data>)',
  ]);
});
