/** alpha generic: every row of its request table, the catalogue, and what `model`, `version` and `mode` pick. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accepted,
  type Body,
  familyNamed,
  ignored,
  refused,
  refusedFields,
  upload,
  videoUpload,
} from './support/reading.ts';

const prompt = 'a red fox';
const image = { image_url: 'https://example.com/a.png' };
const references = {
  reference_video_url: 'https://example.com/v.mp4',
  reference_image_url: 'https://example.com/i.png',
};

/** model, text-to-video, negative_prompt, cfg_scale, short edge, sound: the catalogue as the document prints it. */
const catalogue = [
  ['alpha_3', 'yes', 'yes', 'yes', 720, 'none'],
  ['alpha_3_pro', 'yes', 'yes', 'yes', 1080, 'none'],
  ['alpha_3_motion', 'motion', 'yes', 'yes', 720, 'original'],
  ['alpha_3_motion_pro', 'motion', 'yes', 'yes', 1080, 'original'],
  ['alpha_2.6_motion', 'motion', 'no', 'no', 720, 'original'],
  ['alpha_2.6_motion_pro', 'motion', 'no', 'no', 1080, 'original'],
  ['alpha_2.6', 'yes', 'no', 'no', 1080, 'generated'],
  ['alpha_2.5_turbo', 'yes', 'no', 'no', 720, 'none'],
  ['alpha_2.5_turbo_pro', 'yes', 'no', 'no', 1080, 'none'],
  ['alpha_2.1', 'no', 'yes', 'no', 720, 'none'],
  ['alpha_2.1_pro', 'no', 'yes', 'no', 1080, 'none'],
  ['alpha_2.1_master', 'yes', 'yes', 'no', 1080, 'none'],
  ['alpha_1.6', 'yes', 'yes', 'yes', 720, 'none'],
  ['alpha_1.6_pro', 'yes', 'yes', 'yes', 1080, 'none'],
] as const;

for (const [model, fromText, negative, cfg, edge, sound] of catalogue) {
  test(`${model} takes what its row of the catalogue says`, () => {
    const media = fromText === 'motion' ? references : fromText === 'no' ? image : {};
    const body = { prompt, model, negative_prompt: 'rain', cfg_scale: 0.2, ...media };
    const request = accepted('alpha', body);
    assert.equal(request.model, model);
    assert.equal(request.fields['model'], model);
    assert.equal(request.work.negativePrompt, negative === 'yes' ? 'rain' : null);
    assert.equal(request.work.cfgScale, cfg === 'yes' ? 0.2 : null);
    assert.equal(ignored('alpha', body).includes('negative_prompt'), negative === 'no');
    assert.equal(ignored('alpha', body).includes('cfg_scale'), cfg === 'no');
    assert.equal(Object.hasOwn(request.fields, 'cfg_scale'), cfg === 'yes');
    assert.deepEqual(request.work.shape.edge, { short: edge });
    assert.equal(request.work.sound, sound);
    assert.equal(request.priority, model === 'alpha_2.6' ? 1 : 0);
  });

  test(`${model} is ${fromText === 'yes' ? 'accepted' : 'refused'} without media`, () => {
    if (fromText === 'yes') assert.equal(accepted('alpha', { prompt, model }).work.task, 't2v');
    else if (fromText === 'no') assert.deepEqual(refusedFields('alpha', { prompt, model }), ['image_url']);
    else assert.deepEqual(refusedFields('alpha', { prompt, model }), ['reference_video_url', 'reference_image_url']);
  });

  test(`${model} ${fromText === 'motion' ? 'refuses' : 'takes'} an input image`, () => {
    if (fromText === 'motion') assert.ok(refusedFields('alpha', { prompt, model, ...image }).includes('image_url'));
    else assert.equal(accepted('alpha', { prompt, model, ...image }).work.task, 'i2v');
  });

  test(`${model} ${fromText === 'motion' ? 'takes' : 'refuses'} reference media`, () => {
    const body = { prompt, model, ...references };
    if (fromText === 'motion') assert.equal(accepted('alpha', body).work.task, 'motion');
    else assert.deepEqual(refusedFields('alpha', body), ['model']);
  });
}

/** What picks the model: sent, then the model meant. */
const picks: [Body, string][] = [
  [{}, 'alpha_2.5_turbo'],
  [{ version: '1.6' }, 'alpha_1.6'],
  [{ version: '2.1', ...image }, 'alpha_2.1'],
  [{ version: '2.1-master' }, 'alpha_2.1_master'],
  [{ version: '2.5' }, 'alpha_2.5_turbo'],
  [{ version: '2.6' }, 'alpha_2.6'],
  [{ version: '3' }, 'alpha_3'],
  [{ version: '3.0' }, 'alpha_3'],
  [{ version: '1.6', mode: 'pro' }, 'alpha_1.6_pro'],
  [{ version: '2.1', mode: 'pro', ...image }, 'alpha_2.1_pro'],
  [{ version: '2.5', mode: 'pro' }, 'alpha_2.5_turbo_pro'],
  [{ version: '2.6', mode: 'pro' }, 'alpha_2.6'],
  [{ version: '2.6', mode: 'std' }, 'alpha_2.6'],
  [{ version: '3', mode: 'pro' }, 'alpha_3_pro'],
  [{ version: '2.1-master', mode: 'std' }, 'alpha_2.1_master'],
  [{ mode: 'std' }, 'alpha_2.5_turbo'],
  [{ mode: 'pro' }, 'alpha_2.5_turbo_pro'],
  [{ model: 'alpha_3', mode: 'pro' }, 'alpha_3_pro'],
  [{ model: 'alpha_3_pro', mode: 'pro' }, 'alpha_3_pro'],
  [{ model: 'alpha_2.6', mode: 'pro' }, 'alpha_2.6'],
  [{ model: 'alpha_3', version: '3.0' }, 'alpha_3'],
  [{ model: 'alpha_2.5_turbo_pro', version: '2.5' }, 'alpha_2.5_turbo_pro'],
  [{ ...references }, 'alpha_3_motion'],
  [{ mode: 'pro', ...references }, 'alpha_3_motion_pro'],
  [{ version: '2.6', ...references }, 'alpha_2.6_motion'],
  [{ version: '3', ...references }, 'alpha_3_motion'],
  [{ version: '2.6', mode: 'pro', ...references }, 'alpha_2.6_motion_pro'],
  [{ model: 'alpha_2.6_motion', mode: 'pro', ...references }, 'alpha_2.6_motion_pro'],
  [{ model: 'alpha_2.6_motion_pro', version: '2.6', ...references }, 'alpha_2.6_motion_pro'],
];
for (const [sent, model] of picks) {
  test(`${JSON.stringify(sent)} means ${model}`, () => {
    const request = accepted('alpha', { prompt, ...sent });
    assert.equal(request.model, model);
    assert.equal(request.fields['model'], model);
    assert.equal('version' in request.fields || 'mode' in request.fields, false);
    const isIgnored = model === 'alpha_2.6' && sent['mode'] === 'std';
    assert.deepEqual(ignored('alpha', { prompt, ...sent }), isIgnored ? ['mode'] : []);
  });
}

const conflicts: [Body, string][] = [
  [{ version: '2.1-master', mode: 'pro' }, 'mode: alpha_2.1_master has no pro mode: mode can only be "std"'],
  [{ model: 'alpha_2.1_master', mode: 'pro' }, 'mode: alpha_2.1_master has no pro mode: mode can only be "std"'],
  [
    { model: 'alpha_3_pro', mode: 'std' },
    'mode: mode "std" contradicts model alpha_3_pro: send model alpha_3 or mode "pro"',
  ],
  [{ model: 'alpha_2.6', version: '1.6' }, 'version: version for alpha_2.6 is "2.6"'],
  [{ model: 'alpha_2.1', version: '2.1-master', ...image }, 'version: version for alpha_2.1 is "2.1"'],
  [{ version: '1.6', ...references }, 'version: version for motion control is "2.6" or "3"'],
  [{ version: '2.1', ...references }, 'version: version for motion control is "2.6" or "3"'],
  [{ version: '2.1-master', ...references }, 'version: version for motion control is "2.6" or "3"'],
  [{ version: '2.5', ...references }, 'version: version for motion control is "2.6" or "3"'],
  [{ version: '4' }, 'version: version must be "1.6", "2.1", "2.1-master", "2.5", "2.6", "3" or "3.0"'],
  [{ version: 2.6 }, 'version: version is a string: "1.6", "2.1", "2.1-master", "2.5", "2.6", "3" or "3.0"'],
  [{ mode: 'turbo' }, 'mode: mode must be "std" or "pro"'],
];
for (const [sent, fault] of conflicts) {
  test(`${JSON.stringify(sent)} is refused`, () => {
    assert.deepEqual(refused('alpha', { prompt, ...sent }), [fault]);
  });
}

test('a version and a mode that both contradict the model are both reported, and the duration with them', () => {
  const body = { prompt, model: 'alpha_3_pro', version: '1.6', mode: 'std', duration: '5' };
  assert.deepEqual(refusedFields('alpha', body), ['version', 'mode', 'duration']);
});

const durations: [string, unknown, 'accepted' | string][] = [
  ...[3, 5, 15].map((seconds): [string, unknown, string] => ['alpha_3', seconds, 'accepted']),
  ...[2, 16, 5.5, -3, '5', '10'].map((seconds): [string, unknown, string] => [
    'alpha_3',
    seconds,
    'duration for alpha_3 is an integer from 3 to 15',
  ]),
  ['alpha_3_pro', 15, 'accepted'],
  ['alpha_3_pro', '15', 'duration for alpha_3_pro is an integer from 3 to 15'],
  ['alpha_2.5_turbo', '5', 'accepted'],
  ['alpha_2.5_turbo', '10', 'accepted'],
  ...[5, 10, '15', '', '5.0', ' 5'].map((seconds): [string, unknown, string] => [
    'alpha_2.5_turbo',
    seconds,
    'duration for alpha_2.5_turbo is a string: "5" or "10"',
  ]),
  ...[true, ['5'], {}].map((sent): [string, unknown, string] => [
    'alpha_2.1_master',
    sent,
    'duration for alpha_2.1_master is a string: "5" or "10"',
  ]),
  ...[false, [3], {}].map((sent): [string, unknown, string] => [
    'alpha_3',
    sent,
    'duration for alpha_3 is an integer from 3 to 15',
  ]),
];
for (const [model, duration, outcome] of durations) {
  test(`duration ${JSON.stringify(duration)} for ${model}: ${outcome}`, () => {
    const body = { prompt, model, duration };
    if (outcome === 'accepted') assert.equal(accepted('alpha', body).work.seconds, Number(duration));
    else assert.deepEqual(refused('alpha', body), [`duration: ${outcome}`]);
  });
}

test('a duration of a type that no model takes is told of beside a model that does not exist', () => {
  assert.deepEqual(
    refused('alpha', { prompt, model: 'alpha_9', duration: true }).at(-1),
    'duration: duration is a string or a number',
  );
  assert.deepEqual(refusedFields('alpha', { prompt, model: 'alpha_9', duration: '7' }), ['model']);
});

test('a motion model refuses a duration that is neither a string nor a number', () => {
  const fault = 'duration: duration for alpha_3_motion is a string or a number';
  for (const duration of [true, ['5'], {}])
    assert.deepEqual(refused('alpha', { prompt, duration, ...references }), [fault]);
});

test('the duration is 5 seconds by default, as the model writes it', () => {
  assert.equal(accepted('alpha', { prompt }).fields['duration'], '5');
  assert.equal(accepted('alpha', { prompt, model: 'alpha_3' }).fields['duration'], 5);
});

for (const duration of ['7', 'anything', 99, 0.5]) {
  test(`a motion model accepts duration ${JSON.stringify(duration)}, does not use it and says so`, () => {
    const body = { prompt, duration, aspect_ratio: '1:1', ...references };
    assert.deepEqual(ignored('alpha', body), ['duration', 'aspect_ratio']);
    assert.equal(accepted('alpha', body).work.seconds, null);
    assert.equal(accepted('alpha', body).work.framesPerSecond, null);
  });
}

test('an input image decides the shape, and a ratio sent beside it is named as ignored', () => {
  assert.deepEqual(ignored('alpha', { prompt, aspect_ratio: '1:1', ...image }), ['aspect_ratio']);
  assert.deepEqual(ignored('alpha', { prompt, ...image }), []);
  assert.deepEqual(ignored('alpha', { prompt, aspect_ratio: '1:1' }), []);
  assert.deepEqual(accepted('alpha', { prompt, ...image }).work.shape, { from: 'first-input', edge: { short: 720 } });
});

test('an unused field is validated all the same', () => {
  const body = { prompt, model: 'alpha_2.6', cfg_scale: 2, negative_prompt: '', aspect_ratio: '4:3', ...image };
  assert.deepEqual(refusedFields('alpha', body), ['negative_prompt', 'aspect_ratio', 'cfg_scale']);
});

const rows: [Body, 'accepted' | string][] = [
  [{ negative_prompt: 'x'.repeat(2500) }, 'accepted'],
  [{ negative_prompt: 'x'.repeat(2501) }, 'negative_prompt must be 1-2500 characters (2,501 sent)'],
  [{ aspect_ratio: '16:9' }, 'accepted'],
  [{ aspect_ratio: '9:16' }, 'accepted'],
  [{ aspect_ratio: '1:1' }, 'accepted'],
  [{ aspect_ratio: '4:3' }, 'aspect_ratio must be "16:9", "9:16" or "1:1"'],
  [{ cfg_scale: 0 }, 'accepted'],
  [{ cfg_scale: 1 }, 'accepted'],
  [{ cfg_scale: 1.01 }, 'cfg_scale must be a number from 0 to 1'],
  [{ cfg_scale: -0.1 }, 'cfg_scale must be a number from 0 to 1'],
  [{ cfg_scale: '0.5' }, 'cfg_scale must be a number from 0 to 1'],
  [{ seed: 0 }, 'accepted'],
  [{ seed: 2147483647 }, 'accepted'],
  [{ seed: 2147483648 }, 'seed must be an integer from 0 to 2147483647'],
  [{ seed: -1 }, 'seed must be an integer from 0 to 2147483647'],
  [{ seed: 1.5 }, 'seed must be an integer from 0 to 2147483647'],
  [{ seed: '7' }, 'seed must be an integer from 0 to 2147483647'],
  [{ image_url: 'http://example.com/a.png' }, 'accepted'],
  [{ image_url: 'ftp://example.com/a.png' }, 'image_url must be an http or https URL'],
  [{ image_url: '/a.png' }, 'image_url must be an http or https URL'],
  [{ image_url: 'https://u:p@example.com/a.png' }, 'image_url must not carry a user name or password'],
  [{ image_url: ['https://example.com/a.png'] }, 'image_url must be a string'],
  [{ image_url: '' }, 'image_url must be an http or https URL'],
  [{ image_base64: upload() }, 'accepted'],
  [
    { image_base64: upload(), image_url: 'https://example.com/a.png' },
    'image_url cannot be sent together with image_base64',
  ],
];
for (const [sent, outcome] of rows) {
  test(`alpha ${JSON.stringify(sent).slice(0, 80)}: ${outcome}`, () => {
    if (outcome === 'accepted') accepted('alpha', { prompt, ...sent });
    else assert.deepEqual(refused('alpha', { prompt, ...sent }), [`${Object.keys(sent).at(-1)}: ${outcome}`]);
  });
}

test('motion control puts the reference image first and the reference video second', () => {
  const request = accepted('alpha', {
    prompt,
    reference_video_base64: videoUpload(),
    reference_image_base64: upload(),
  });
  assert.deepEqual(
    request.media.map(({ role, kind, field, bytesMax }) => [role, kind, field, bytesMax]),
    [
      ['reference', 'image', 'reference_image_base64', 10_485_760],
      ['motion', 'video', 'reference_video_base64', 104_857_600],
    ],
  );
  assert.deepEqual(request.work.shape, { from: 'first-input', edge: { short: 720 } });
});

const motionFaults: [string, Body, string[]][] = [
  ['one reference alone', { reference_video_url: references.reference_video_url }, ['reference_image_url']],
  ['the other alone', { reference_image_url: references.reference_image_url }, ['reference_video_url']],
  ['references with an input image', { ...references, ...image }, ['image_url']],
  ['a non-motion model and an input image', { model: 'alpha_2.6', ...references, ...image }, ['model', 'image_url']],
  ['both forms of the video', { ...references, reference_video_base64: videoUpload() }, ['reference_video_url']],
  ['both forms of the image', { ...references, reference_image_base64: upload() }, ['reference_image_url']],
];
for (const [name, sent, fields] of motionFaults) {
  test(`motion control refuses ${name}`, () => assert.deepEqual(refusedFields('alpha', { prompt, ...sent }), fields));
}

test('motion control accepts one form of each, in any mixture', () => {
  for (const video of [{ reference_video_base64: videoUpload() }, { reference_video_url: 'http://e.com/v' }]) {
    for (const picture of [{ reference_image_base64: upload() }, { reference_image_url: 'http://e.com/i' }]) {
      assert.equal(accepted('alpha', { prompt, ...video, ...picture }).work.task, 'motion');
    }
  }
});

test('a motion request may run 20 minutes, others 15', () => {
  const { timeLimits, timeLimitOf } = familyNamed('alpha');
  assert.equal(timeLimits[timeLimitOf(accepted('alpha', { prompt, ...references }))], 1200);
  assert.equal(timeLimits[timeLimitOf(accepted('alpha', { prompt }))], 900);
});

test('an input image beyond 1:3 or 3:1 is refused, the limits are not', () => {
  const request = accepted('alpha', { prompt, ...image });
  const check = (width: number, height: number) => familyNamed('alpha').checkMedia(request, [{ width, height }]);
  assert.deepEqual(check(300, 100), []);
  assert.deepEqual(check(100, 300), []);
  assert.equal(check(301, 100)[0]?.message, 'image_url must be between 1:3 and 3:1 (301x100 sent)');
  assert.equal(check(100, 301)[0]?.field, 'image_url');
  assert.deepEqual(familyNamed('alpha').checkMedia(request, [undefined]), []);
});

test('a reference video lasts 3,000 to 30,000 milliseconds, both included', () => {
  const request = accepted('alpha', { prompt, ...references });
  const check = (milliseconds: number) =>
    familyNamed('alpha').checkMedia(request, [undefined, { width: 640, height: 360, milliseconds }]);
  assert.deepEqual(check(3_000), []);
  assert.deepEqual(check(30_000), []);
  assert.equal(check(2_999)[0]?.message, 'reference_video_url must last 3 to 30 seconds (2.999 s sent)');
  assert.equal(check(30_001)[0]?.field, 'reference_video_url');
});

test('what is wrong with one of model, version and mode hides nothing that the others say', () => {
  const told: [Body, string[]][] = [
    [{ model: 'alpha_2.1', version: '9' }, ['version', 'image_url']],
    [{ model: 'alpha_3', version: '9', duration: 2 }, ['version', 'duration']],
    [{ model: 'alpha_1.6_pro', version: 5, mode: 'std' }, ['version', 'mode']],
    [{ model: 'alpha_3_motion', version: '9' }, ['version', 'reference_video_url', 'reference_image_url']],
    [{ model: 'alpha_1.6', version: '3', mode: 'x' }, ['mode', 'version']],
    [{ version: '2.1', mode: 'x' }, ['mode', 'image_url']],
    // Which model is meant is not known: nothing is guessed of it.
    [{ model: 'alpha_9', version: '2.1', duration: 7 }, ['model']],
    [{ version: '9', duration: 7 }, ['version']],
  ];
  for (const [body, fields] of told) {
    const found = refused('alpha', { prompt: 'a fox', ...body }).map((fault) => fault.split(':')[0]);
    assert.deepEqual(found, fields, JSON.stringify(body));
  }
});
