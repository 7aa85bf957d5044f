/** What is rounded, what is dropped with a note, and what is refused: one place for all engines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '@afterimage/contract';
import { type Abilities, anyInput, fitWork } from '../../src/engines/fit.ts';
import { describeVendorWork, type VendorOrder } from '../suites/vendor-work.ts';

const all: Abilities = { tasks: ['t2v', 'i2v', 't2i', 'i2i', 'refs2v', 'motion'], takes: ['seed'], inputs: anyInput };

function fit(order: Partial<VendorOrder>, can: Partial<Abilities>) {
  return fitWork(describeVendorWork({ task: 't2v', ...order }), { ...all, ...can });
}

/** What the engine is asked for in one field, with its notes; or what stands in the way. */
function fitted(
  field: 'seconds' | 'aspect' | 'resolution' | 'prompt' | 'negativePrompt',
  order: Partial<VendorOrder>,
  can: Partial<Abilities>,
) {
  const one = fit(order, can);
  return one.fits ? [one.ask[field], ...one.notes] : one.why;
}

const lasting = (seconds: number): Partial<VendorOrder> => ({ work: { seconds } });
const sized = (edge: { short: number } | { long: number }): Partial<Work> => ({
  shape: { from: 'ratio', ratio: '16:9', edge },
});

test('lengths are rounded up to the next that the engine makes, and refused beyond the longest', () => {
  const list = { seconds: [4, 8, 12] };
  assert.deepEqual(fitted('seconds', lasting(8), list), [8]);
  assert.deepEqual(fitted('seconds', lasting(10), list), [12, 'seconds:12->10 trimmed']);
  assert.equal(fitted('seconds', lasting(15), list), '15 seconds; it makes 4, 8, 12');
  const range = { seconds: { min: 3, max: 10 } };
  assert.deepEqual(fitted('seconds', lasting(1), range), [3, 'seconds:3->1 trimmed']);
  assert.deepEqual(fitted('seconds', lasting(10), range), [10]);
  assert.equal(fitted('seconds', lasting(11), range), '11 seconds; it makes 3 to 10');
  assert.deepEqual(fitted('seconds', lasting(5), { seconds: { min: 1, max: 9, step: 4 } }), [5]);
  assert.deepEqual(fitted('seconds', lasting(99), {}), [99]);
});

test('a ratio is made or refused; one that an image decides is the nearest', () => {
  const two = { aspects: ['16:9', '9:16'] };
  assert.deepEqual(fitted('aspect', { ratio: '9:16' }, two), ['9:16']);
  assert.equal(fitted('aspect', { ratio: '1:1' }, two), '1:1; it makes 16:9, 9:16');
  const follows = { ...describeVendorWork({ task: 'i2v' }), width: 720, height: 960 };
  const shaped = {
    ...follows,
    work: { ...follows.work, shape: { from: 'first-input', edge: { short: 720 } } as const },
  };
  const nearest = fitWork(shaped, { ...all, ...two });
  assert.deepEqual(nearest.fits && [nearest.ask.aspect, ...nearest.notes], ['9:16', 'aspect_ratio:9:16 padded']);
  const free = fitWork(shaped, { ...all, ...two, followsInput: true });
  assert.deepEqual(free.fits && [free.ask.aspect, ...free.notes, free.inputs.imageSize], [null, 'any']);
});

test('an image for an engine that follows its shape is given the shape that was asked for', () => {
  const one = fit({ task: 'i2v' }, { followsInput: true });
  assert.equal(one.fits && one.inputs.imageSize, 'output');
});

test('resolutions are rounded up and refused beyond the highest', () => {
  const tiers = { resolutions: ['1080p', '720p'] };
  assert.deepEqual(fitted('resolution', {}, tiers), ['720p']);
  assert.deepEqual(fitted('resolution', {}, { resolutions: ['1080p'] }), ['1080p', 'resolution:1080p->720p scaled']);
  assert.equal(
    fitted('resolution', { work: sized({ short: 1080 }) }, { resolutions: ['720p'] }),
    '1080p; it makes 720p',
  );
  const photo = { task: 't2i' as const, work: sized({ long: 2048 }) };
  assert.deepEqual(fitted('resolution', photo, { resolutions: ['1k', '2k', '4k'] }), ['2k']);
  assert.deepEqual(fitted('resolution', photo, {}), ['2k']);
});

test('a negative prompt is given, appended while there is room, or dropped with a note', () => {
  const work = { negativePrompt: 'rain' };
  assert.deepEqual(fitted('negativePrompt', { work }, { takes: ['seed', 'negative_prompt'] }), ['rain']);
  const appended = ['a red rose at night\nAvoid: rain', 'negative_prompt:appended'];
  assert.deepEqual(fitted('prompt', { work }, { promptMax: 31 }), appended);
  assert.deepEqual(fitted('prompt', { work }, { promptMax: 30 }), [
    'a red rose at night',
    'negative_prompt:not_applied',
  ]);
  assert.equal(fitted('prompt', {}, { promptMax: 18 }), 'a prompt of 19 characters; it takes 18');
});

test('what is harmless to lose is lost with a note', () => {
  const one = fit({ work: { cfgScale: 0.5, sound: 'generated', multiShot: true } }, { takes: [] });
  const notes = ['seed:not_applied', 'cfg_scale:not_applied', 'sound:not_made', 'prefer_multi_shots:not_applied'];
  assert.deepEqual(one.fits && one.notes, notes);
});

test('tasks, pictures and links that an engine cannot do with are refused', () => {
  const whatOf = (order: Partial<VendorOrder>, can: Partial<Abilities>) => {
    const one = fit(order, can);
    return one.fits ? 'fits' : one.what;
  };
  assert.equal(whatOf({ task: 'frames' }, {}), 'task');
  assert.equal(whatOf({ task: 'refs2v' }, { imagesMax: 1 }), 'media');
  assert.equal(whatOf({ task: 'motion', links: 'none' }, { linked: 'videos' }), 'link');
  assert.equal(whatOf({ task: 'i2v', links: 'none' }, { linked: 'videos' }), 'fits');
  assert.equal(whatOf({ task: 'i2v', links: 'none' }, { linked: 'all' }), 'link');
});
