/** The same request gives the same file, byte for byte, whatever the task; provenance comes after. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Order } from '../src/child/messages.ts';
import type { RenderRequest, RequestMedia } from '../src/request.ts';
import { startAv } from './support/av.ts';
import { createFolder, createRequest, greenStripes, orangeWaves, renderOrFail, writeImage } from './support/studio.ts';

const folder = createFolder();
const av = startAv();
after(() => av.stop());

const SIZE = { width: 160, height: 120 };
const files = {
  waves: join(folder, 'waves.png'),
  stripes: join(folder, 'stripes.png'),
  video: join(folder, 'pan.mp4'),
};

before(async () => {
  await writeImage(files.waves, SIZE, orangeWaves);
  await writeImage(files.stripes, SIZE, greenStripes);
  const motion = { frames: 12, framesPerSecond: 24, panX: 2, panY: 1, sound: 'aac' } as const;
  await av.video({ file: files.video, container: 'mp4', ...SIZE, ...motion });
});

const image = (role: RequestMedia['role'], file: string): RequestMedia => ({ role, file, type: 'image/png' });
const clip = { seconds: 0.4, sound: 'generated' } as const;
const still = { seconds: null, framesPerSecond: null } as const;
const motion = { ...still, sound: 'original' } as const;

const requests: Record<RenderRequest['task'], Partial<RenderRequest>> = {
  t2v: { ...clip, prompt: 'rain over a neon city at night', watermark: 'Afterimage' },
  i2v: { ...clip, media: [image('first', files.waves)] },
  frames: { ...clip, media: [image('first', files.waves), image('last', files.stripes)] },
  refs2v: { ...clip, media: [image('reference', files.waves), image('reference', files.stripes)] },
  motion: {
    ...motion,
    media: [image('reference', files.waves), { role: 'motion', file: files.video, type: 'video/mp4' }],
  },
  t2i: { ...still, prompt: 'two moons over a forest in the fog', multiShot: true },
  i2i: { ...still, media: [image('reference', files.stripes)] },
};

for (const [task, changes] of Object.entries(requests)) {
  test(`${task} repeats itself, also beside itself`, async () => {
    const twins = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const request = createRequest(join(folder, `${task}-${name}`), {
          task: task as RenderRequest['task'],
          ...changes,
        });
        const { poster } = await renderOrFail(request);
        return { bytes: readFileSync(request.outputFile), poster: readFileSync(poster.file), hash: poster.thumbhash };
      }),
    );
    assert.ok(twins[0]!.bytes.equals(twins[1]!.bytes));
    assert.ok(twins[0]!.poster.equals(twins[1]!.poster), 'its poster too');
    assert.equal(twins[0]!.hash, twins[1]!.hash);
  });
}

test('another seed gives another clip', async () => {
  const request = createRequest(join(folder, 'seed'), { task: 't2v', ...requests.t2v, seed: 8 });
  await renderOrFail(request);
  assert.ok(!readFileSync(request.outputFile).equals(readFileSync(join(folder, 't2v-one'))));
});

const CHILD_FILE = fileURLToPath(new URL('../src/child/main.ts', import.meta.url));

/** The C library of most Linux systems fills all memory it hands out with the given byte; others do not listen. */
async function renderInMemoryOf(byte: string, request: RenderRequest): Promise<Buffer> {
  const child = fork(CHILD_FILE, [], { env: { MALLOC_PERTURB_: byte }, execArgv: [] });
  const order: Order = { kind: 'render', request, encoder: 'node-av', signer: null };
  child.send(order);
  await once(child, 'exit');
  return readFileSync(request.outputFile);
}

test('what memory held before does not show in a clip, also where blocks do not fill a row of vectors', async () => {
  const clips = await Promise.all(
    ['85', '170'].map((byte) => {
      const request = createRequest(join(folder, `memory-${byte}`), { ...requests.motion, task: 'motion' });
      return renderInMemoryOf(byte, { ...request, width: 322, height: 182 });
    }),
  );
  assert.ok(clips[0]!.equals(clips[1]!));
});
