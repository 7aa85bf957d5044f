/** Work comes back from its column as it was, however little of it is written down. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Family, families, type GenerationRequest, type Work } from '@afterimage/contract';
import fc from 'fast-check';
import { readWork, type StoredWork, writeWork } from '../../src/generations/stored-work.ts';

const stored = (work: Work, prompt: string) => JSON.parse(writeWork(work, prompt)) as StoredWork;

const anyWork: fc.Arbitrary<Work> = fc.record(
  {
    task: fc.constantFrom('t2v', 'i2v', 'frames', 'refs2v', 'motion', 't2i', 'i2i'),
    prompt: fc.string({ unit: 'grapheme' }),
    negativePrompt: fc.option(fc.string({ unit: 'grapheme' })),
    cfgScale: fc.option(fc.constantFrom(0, 0.5, 1)),
    output: fc.constantFrom('video', 'image'),
    shape: fc.constantFrom<Work['shape']>(
      { from: 'ratio', ratio: '16:9', edge: { short: 720 } },
      { from: 'first-input', edge: { long: 1024 } },
    ),
    seconds: fc.option(fc.constantFrom(0, 5, 15)),
    framesPerSecond: fc.option(fc.constantFrom(24, 30)),
    sound: fc.constantFrom('none', 'generated', 'original'),
    watermark: fc.option(fc.string({ unit: 'grapheme' })),
    multiShot: fc.boolean(),
  },
  { noNullPrototype: true },
);

test('any work comes back as it was', () => {
  fc.assert(
    fc.property(anyWork, fc.string({ unit: 'grapheme' }), (work, prompt) => {
      assert.deepEqual(readWork(stored(work, prompt), prompt), work);
      assert.deepEqual(readWork(stored(work, work.prompt), work.prompt), work);
    }),
  );
});

/** What a family's own example asks for. */
function exampleOf(family: Family): GenerationRequest {
  const [body] = family.schemas.request['examples'] as Record<string, unknown>[];
  const reading = family.read(body!, 'live');
  assert.ok(reading.ok, family.slug);
  return reading.request;
}

test("every family's example comes back as it was, and is written without what is usual", () => {
  for (const family of families) {
    const { work, prompt } = exampleOf(family);
    assert.deepEqual(readWork(stored(work, prompt), prompt), work, family.slug);
    assert.doesNotMatch(writeWork(work, prompt), /null|false|"none"/, family.slug);
  }
});

test('work that an earlier version wrote down whole is read as it stands', () => {
  for (const family of families) {
    const { work, prompt } = exampleOf(family);
    assert.deepEqual(readWork(structuredClone(work), prompt), work);
    assert.deepEqual(readWork(JSON.parse(JSON.stringify({ ...work, prompt: undefined })), prompt), work);
  }
});
