/** What a caller says by OpenAI's names and by the family's own: nothing that was meant is dropped without a word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { understand } from '../../src/openai/map-fields.ts';

const mean = (output: 'image' | 'video', imagesName: string, fields: Record<string, unknown>, images: string[] = []) =>
  understand({ from: 'json', fields, images, imagesName }, { families, output, mode: 'live' });

test("a length in the family's own field stays as it was sent, also where one is needed", () => {
  for (const [model, duration] of [
    ['alpha-o1-video', '10'],
    ['beta', 15],
    ['alpha/alpha_3', 7],
  ]) {
    const understood = mean('video', 'input_reference', { model, prompt: 'a fox', duration });
    assert.ok(understood.ok);
    assert.equal(understood.meaning.body['duration'], duration);
    assert.equal(understood.meaning.nameOf('duration'), 'duration');
  }
  const usual = mean('video', 'input_reference', { model: 'alpha-o1-video', prompt: 'a fox' });
  assert.ok(usual.ok);
  assert.equal(usual.meaning.body['duration'], '5');
});

test('what is said by both names is refused, and names both', () => {
  const one = 'https://media.example/1.png';
  for (const [field, own, understood] of [
    ['seconds', 'duration', mean('video', 'input_reference', { model: 'beta', seconds: '10', duration: 15 })],
    ['size', 'aspect_ratio', mean('image', 'image', { model: 'delta', size: '1024x1024', aspect_ratio: '16:9' })],
    [
      'quality',
      'img_resolution',
      mean('image', 'image', { model: 'alpha-o3-photo', quality: 'hd', img_resolution: '1k' }),
    ],
    ['image', 'images', mean('image', 'image', { model: 'delta', images: [one] }, [one])],
    ['input_reference', 'image_url', mean('video', 'input_reference', { model: 'beta', image_url: one }, [one])],
  ] as const) {
    const message = `${field} cannot be sent together with ${own}, which is the same under the family's own name`;
    assert.deepEqual(understood, { ok: false, status: 400, refused: { errors: [{ field, message }] } });
  }
});

test('an empty list beside the images is none', () => {
  const understood = mean('image', 'image', { model: 'delta', images: [] }, ['https://media.example/1.png']);
  assert.ok(understood.ok);
  assert.deepEqual(understood.meaning.body['images'], ['https://media.example/1.png']);
});
