/** alpha generic end to end: its three modes, its models and their prices, its failure codes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { makeSampleVideos } from '../media/support/sample-videos.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import {
  accepts,
  alphaCodes,
  type FamilyBench,
  fails,
  openFamily,
  refuses,
  whileProcessing,
} from './support/harness.ts';

interface Samples {
  png: Buffer;
  link: string;
  /** Four seconds of 96x64 at 24 frames a second, with sound. */
  reference: Buffer;
  /** One second: too short. */
  short: Buffer;
}

test('alpha generic', async (t) => {
  const bench = await openFamily(t, 'alpha');
  const samples = await openSamples(t, bench);
  await t.test('the first two modes and their prices', (t) => promptModes(t, bench, samples));
  await t.test('motion control', (t) => motionControl(t, bench, samples));
  await t.test('what is refused, free of charge', (t) => refusals(t, bench, samples));
  await t.test('how it fails', (t) => failures(t, bench));
  assert.equal((await bench.service.audit()).ok, true);
});

async function openSamples(t: TestContext, { outside }: FamilyBench): Promise<Samples> {
  const videos = await makeSampleVideos('plain.mov', 'wide-pixels.mp4');
  t.after(videos.remove);
  const png = await picture({ width: 120, height: 80 });
  const reference = await readFile(videos.path('plain.mov'));
  return { png, link: outside.put('/a.png', png), reference, short: await readFile(videos.path('wide-pixels.mp4')) };
}

async function promptModes(t: TestContext, bench: FamilyBench, { png, link }: Samples) {
  const cases: [Record<string, unknown>, { price: string; model: string; ignored?: string }][] = [
    [{}, { price: '0.2100', model: 'alpha_2.5_turbo' }],
    [
      { mode: 'pro', duration: '10' },
      { price: '0.7000', model: 'alpha_2.5_turbo_pro' },
    ],
    [
      { version: '1.6', cfg_scale: 0.7, negative_prompt: 'rain' },
      { price: '0.2800', model: 'alpha_1.6' },
    ],
    [{ version: '2.1-master' }, { price: '1.4000', model: 'alpha_2.1_master' }],
    [
      { model: 'alpha_3', duration: 3, seed: 2147483647 },
      { price: '0.2520', model: 'alpha_3' },
    ],
    [
      { model: 'alpha_3_pro', duration: 15 },
      { price: '1.6800', model: 'alpha_3_pro' },
    ],
    [
      { model: 'alpha_2.1', image_url: link },
      { price: '0.2800', model: 'alpha_2.1' },
    ],
    [
      { model: 'alpha_2.6', image_base64: dataUri('image/png', png) },
      { price: '0.3500', model: 'alpha_2.6' },
    ],
    [
      {
        model: 'alpha_2.6',
        cfg_scale: 1,
        negative_prompt: 'rain',
        image_url: link,
        aspect_ratio: '1:1',
        colour: 'red',
      },
      { price: '0.3500', model: 'alpha_2.6', ignored: 'colour, aspect_ratio, negative_prompt, cfg_scale' },
    ],
  ];
  for (const [body, { model, ...expected }] of cases) {
    await t.test(`${Object.keys(body).join(', ') || 'a prompt alone'}: ${model} for ${expected.price}`, async () => {
      const { id, answer, prompt } = await accepts(bench, body, expected);
      assert.deepEqual(answer, { generation_id: id, status: 'pending', price: expected.price });
      const { body: record } = await bench.account.sandbox.get(bench.statusPath(id));
      assert.deepEqual(record, { generation_id: id, status: 'pending', prompt, video_url: null, model, message: null });
    });
  }
}

async function motionControl(t: TestContext, bench: FamilyBench, { png, link, reference, short }: Samples) {
  const video = { reference_video_base64: dataUri('video/quicktime', reference) };
  const references = { ...video, reference_image_url: link };
  const cases: [Record<string, unknown>, { price: string; model: string; ignored?: string }][] = [
    [references, { price: '0.1640', model: 'alpha_3_motion' }],
    [
      { ...references, mode: 'pro' },
      { price: '0.3280', model: 'alpha_3_motion_pro' },
    ],
    [
      { ...video, reference_image_base64: dataUri('image/png', png), version: '2.6', duration: 99 },
      { price: '0.1640', model: 'alpha_2.6_motion', ignored: 'duration' },
    ],
    [
      { reference_image_url: link, reference_video_url: bench.outside.put('/clip.mov', reference) },
      { price: '0.1640', model: 'alpha_3_motion' },
    ],
  ];
  for (const [body, { model, ...expected }] of cases) {
    await t.test(`${Object.keys(body).join(', ')}: ${model} by every started second of the video`, async () => {
      const { id } = await accepts(bench, body, expected);
      const { body: record } = await bench.account.sandbox.get(bench.statusPath(id));
      assert.equal(record['model'], model);
    });
  }
  await t.test('a reference video is looked at before anything is charged', async () => {
    await refuses(bench, { ...references, reference_video_base64: dataUri('video/mp4', short) }, [
      ['reference_video_base64', 'reference_video_base64 must last 3 to 30 seconds (1.000 s sent)'],
    ]);
    const missing = { reference_image_url: link, reference_video_url: bench.outside.link('/missing.mp4') };
    const answer = await bench.account.live.submit(bench.submitPath, { prompt: 'a fox', ...missing });
    assert.equal(answer.status, 400);
    assert.match(String(answer.body['detail']), /^reference_video_url: The video could not be fetched\./);
  });
}

async function refusals(t: TestContext, bench: FamilyBench, { link }: Samples) {
  const strip = dataUri('image/png', await picture({ width: 310, height: 100 }));
  const cases: [string, Record<string, unknown>, [string, string][]][] = [
    [
      'a number where the model takes a string',
      { duration: 5 },
      [['duration', 'duration for alpha_2.5_turbo is a string: "5" or "10"']],
    ],
    [
      'a string where the model takes a number',
      { model: 'alpha_3', duration: '5' },
      [['duration', 'duration for alpha_3 is an integer from 3 to 15']],
    ],
    [
      'an image twice',
      { image_url: link, image_base64: strip },
      [['image_url', 'image_url cannot be sent together with image_base64']],
    ],
    [
      'no image for a model that needs one',
      { model: 'alpha_2.1_pro' },
      [['image_url', 'alpha_2.1_pro needs an input image: send image_url or image_base64']],
    ],
    [
      'half of the motion references',
      { reference_image_url: link },
      [
        [
          'reference_video_url',
          'alpha_3_motion needs a reference video: send reference_video_url or reference_video_base64',
        ],
      ],
    ],
    [
      'a strip as input image',
      { image_base64: strip },
      [['image_base64', 'image_base64 must be between 1:3 and 3:1 (310x100 sent)']],
    ],
    [
      'a seed and a scale out of range, together',
      { seed: 2147483648, cfg_scale: 1.1 },
      [
        ['cfg_scale', 'cfg_scale must be a number from 0 to 1'],
        ['seed', 'seed must be an integer from 0 to 2147483647'],
      ],
    ],
    [
      'pro where there is none',
      { model: 'alpha_2.1_master', mode: 'pro' },
      [['mode', 'alpha_2.1_master has no pro mode: mode can only be "std"']],
    ],
  ];
  for (const [name, body, faults] of cases) await t.test(name, () => refuses(bench, body, faults));
}

async function failures(t: TestContext, bench: FamilyBench) {
  const model = 'alpha_2.5_turbo';
  await t.test('its record while processing has no media and no message', async () => {
    const { id, prompt, record } = await whileProcessing(bench, {});
    assert.deepEqual(record, {
      generation_id: id,
      status: 'processing',
      prompt,
      video_url: null,
      model,
      message: null,
    });
  });
  for (const [code, comesBack] of alphaCodes) {
    await t.test(`${code} ${comesBack ? 'gives' : 'does not give'} the price back`, async () => {
      const { id, prompt, record, payload, charged } = await fails(bench, {}, code);
      const end = { generation_id: id, status: 'failed', video_url: null, model, message: code };
      assert.deepEqual(record, { ...end, prompt });
      assert.deepEqual(payload, end);
      assert.equal(charged, comesBack ? 0 : 2_100);
    });
  }
}
