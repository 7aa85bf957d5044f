/** Submit answers, status records and webhook payloads of every family, field by field. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '../src/index.ts';
import { completedView, failedView, familyNamed, view } from './support/reading.ts';

const alphaVideo = ['generation_id', 'status', 'prompt', 'video_url', 'model', 'message'];
const alphaImage = ['generation_id', 'status', 'prompt', 'image_url', 'model', 'message'];
const betaRecord = [
  'generation_id',
  'status',
  'prompt',
  'video_url',
  'created_at',
  'completed_at',
  'progress_pct',
  'progress_pos_in_queue',
  'error_message',
];
const gammaRecord = ['generation_id', 'status', 'prompt', 'video_url', 'created_at', 'completed_at', 'seed', 'error'];
const picture = ['task_uuid', 'status', 'prompt', 'result_image_url', 'message'];
const withoutPrompt = (names: string[]) => names.filter((name) => name !== 'prompt');

/** slug, fields of the record, fields of the webhook */
const shapes: [string, string[], string[]][] = [
  ['alpha', alphaVideo, withoutPrompt(alphaVideo)],
  ['alpha-o1-video', alphaVideo, withoutPrompt(alphaVideo)],
  ['alpha-o3-video', alphaVideo, withoutPrompt(alphaVideo)],
  ['alpha-o1-photo', alphaImage, withoutPrompt(alphaImage)],
  ['alpha-o3-photo', alphaImage, withoutPrompt(alphaImage)],
  ['beta', betaRecord, betaRecord],
  ['gamma', gammaRecord, gammaRecord],
  ['delta', picture, picture],
  ['epsilon-images', picture, picture],
];

const mediaName = (names: string[]) => names.find((name) => name.endsWith('_url')) ?? '';

for (const [slug, record, webhook] of shapes) {
  const family = familyNamed(slug);

  test(`${slug}: record and webhook have exactly their fields, in their order, in every state`, () => {
    for (const one of [view(), view({ status: 'processing' }), completedView, failedView]) {
      assert.deepEqual(Object.keys(family.record(one)), record);
      assert.deepEqual(Object.keys(family.webhook(one)), webhook);
    }
  });

  test(`${slug}: the identifier is ${family.idName}`, () => {
    assert.equal(family.record(view())[family.idName], view().id);
    assert.equal(family.accepted(view())[family.idName], view().id);
  });

  test(`${slug}: the media link shows only when completed`, () => {
    const name = mediaName(record);
    assert.equal(family.record(completedView)[name], 'https://media.example/m.mp4');
    assert.equal(family.webhook(completedView)[name], 'https://media.example/m.mp4');
    for (const status of ['pending', 'processing', 'failed'] as const) {
      assert.equal(family.record({ ...completedView, status })[name], null);
    }
  });

  test(`${slug}: a submit answers pending, also when repeated after the job has moved on`, () => {
    assert.equal(family.accepted(completedView)['status'], 'pending');
    assert.deepEqual(
      Object.keys(family.accepted(view())),
      slug === 'gamma' ? ['generation_id', 'status', 'seed'] : [family.idName, 'status', 'price'],
    );
  });

  test(`${slug}: the schemas list the fields that the answers have`, () => {
    const names = (schema: Record<string, unknown>) => Object.keys(schema['properties'] as object);
    assert.deepEqual(names(family.schemas.record), record);
    assert.deepEqual(names(family.schemas.webhook), webhook);
    assert.deepEqual(names(family.schemas.accepted), Object.keys(family.accepted(view())));
  });
}

for (const slug of [
  'alpha',
  'alpha-o1-video',
  'alpha-o3-video',
  'alpha-o1-photo',
  'alpha-o3-photo',
  'delta',
  'epsilon-images',
]) {
  test(`${slug}: message is null unless failed, then the code`, () => {
    assert.equal(familyNamed(slug).record({ ...failedView, status: 'completed' })['message'], null);
    assert.equal(familyNamed(slug).record(failedView)['message'], 'TIMEOUT');
    assert.equal(familyNamed(slug).webhook(failedView)['message'], 'TIMEOUT');
  });
}

test('the price is a decimal string with four fractional digits', () => {
  assert.equal(familyNamed('alpha').accepted(view({ price: 410 }))['price'], '0.0410');
});

test('the record of beta, state by state', () => {
  const { record } = familyNamed('beta');
  const base = { generation_id: view().id, prompt: 'a red fox', created_at: '2026-03-01T10:00:00.123Z' };
  const nothing = { video_url: null, completed_at: null, progress_pct: null, progress_pos_in_queue: null };
  assert.deepEqual(record(view({ queuePosition: 4, progress: 3 })), {
    ...base,
    ...nothing,
    status: 'pending',
    progress_pos_in_queue: 4,
    error_message: null,
  });
  assert.deepEqual(record(view({ status: 'processing', queuePosition: 4, progress: 41.6 })), {
    ...base,
    ...nothing,
    status: 'processing',
    progress_pct: 42,
    error_message: null,
  });
  assert.deepEqual(record(completedView), {
    ...base,
    ...nothing,
    status: 'completed',
    video_url: 'https://media.example/m.mp4',
    completed_at: '2026-03-01T10:03:00.000Z',
    error_message: null,
  });
  assert.deepEqual(record(failedView), {
    ...base,
    ...nothing,
    status: 'failed',
    completed_at: '2026-03-01T10:15:00.000Z',
    error_message: 'TIMEOUT',
  });
});

test('progress of beta stays within 0 and 100', () => {
  const shown = (progress: number | null) =>
    familyNamed('beta').record(view({ status: 'processing', progress }))['progress_pct'];
  assert.deepEqual([null, -5, 0, 99.7, 250].map(shown), [0, 0, 0, 100, 100]);
});

test('the record of gamma says why it failed, and when', () => {
  const { record, accepted } = familyNamed('gamma');
  assert.deepEqual(record(failedView), {
    generation_id: view().id,
    status: 'failed',
    prompt: 'a red fox',
    video_url: null,
    created_at: '2026-03-01T10:00:00.123Z',
    completed_at: '2026-03-01T10:15:00.000Z',
    seed: 77,
    error: { message: 'TIMEOUT', details: { reason: 'It took longer than 10 minutes.' } },
  });
  assert.equal(record(completedView)['error'], null);
  assert.equal(accepted(view())['seed'], 77);
});

test('every family says which of its codes fits every kind of failure', () => {
  for (const family of families) {
    for (const failure of [
      'content_policy',
      'image_inaccessible',
      'invalid_image',
      'timeout',
      'internal',
      'unavailable',
    ] as const) {
      assert.ok(family.failureCodes.includes(family.failureCode(failure)));
    }
  }
});
