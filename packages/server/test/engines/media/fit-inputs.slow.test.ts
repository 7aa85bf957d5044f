/** Media is brought to what an engine takes before anything is paid, and handed over as bytes and as links of ours. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { convert } from '@afterimage/studio';
import sharp from 'sharp';
import type { GatheredMedia } from '../../../src/engines/engine.ts';
import { anyInput } from '../../../src/engines/fit.ts';
import { type FitServices, fitInputs, type ToFit } from '../../../src/engines/media/fit-inputs.ts';
import { createDigester } from '../../../src/media/digest.ts';
import { createRenderSlots } from '../../../src/queue/render-slots.ts';
import { makeSampleVideos } from '../../media/support/sample-videos.ts';

const folder = mkdtempSync(join(tmpdir(), 'fit-inputs-'));
const scratch = mkdtempSync(join(tmpdir(), 'fit-scratch-'));
const videos = await makeSampleVideos('opus.webm', 'plain.mov', 'plain.mp4');
after(async () => {
  await videos.remove();
  for (const made of [folder, scratch]) rmSync(made, { recursive: true, force: true });
});
const never = new AbortController().signal;

const published: { file: string; type: string; accountId: string; until: Date }[] = [];
const services: FitServices = {
  scratchFolder: () => scratch,
  convert,
  slots: createRenderSlots(2),
  digest: createDigester(),
  publish: null,
};

async function image(name: string, width: number, height: number): Promise<GatheredMedia> {
  const file = join(folder, name);
  const { size, format } = await sharp({ create: { width, height, channels: 3, background: '#4488cc' } }).toFile(file);
  const copyTo = (target: string) => copyFile(file, target);
  return { role: 'reference', kind: 'image', type: `image/${format}`, bytes: size, width, height, copyTo };
}

function video(name: string, type: string): GatheredMedia {
  const file = videos.path(name);
  const facts = { type, bytes: readFileSync(file).length, width: 96, height: 64, milliseconds: 4000 };
  return { role: 'motion', kind: 'video', ...facts, copyTo: (target) => copyFile(file, target) };
}

function toFit(media: GatheredMedia[], needs: Partial<ToFit['needs']> = {}): ToFit {
  return {
    accountId: 'a1',
    media,
    needs: { ...anyInput, ...needs },
    width: 160,
    height: 90,
    deadline: new Date(Date.now() + 60_000),
  };
}

async function fitted(work: ToFit, by: FitServices = services) {
  const outcome = await fitInputs(by, work, never);
  assert.ok(outcome.outcome === 'fitted', JSON.stringify(outcome));
  return outcome;
}

test('without media there is nothing to do', async () => {
  const { media, release } = await fitted(toFit([]));
  assert.deepEqual(media, []);
  await release();
});

test('what fits goes as it is; bytes, checksum and type are of the same file', async () => {
  const given = await image('fits.png', 300, 200);
  const { media, release } = await fitted(toFit([given, video('plain.mp4', 'video/mp4')]));
  const [first, second] = media;
  const bytes = readFileSync(join(folder, 'fits.png'));
  const blob = await first!.open();
  assert.deepEqual(Buffer.from(await blob.arrayBuffer()), bytes);
  assert.equal(blob.type, 'image/png');
  assert.equal(await first!.sha256(), createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual([first!.role, first!.kind, first!.width, first!.height], ['reference', 'image', 300, 200]);
  assert.deepEqual([second!.type, second!.milliseconds], ['video/mp4', 4000]);
  assert.equal(first!.link(60), null, 'nobody can reach us');
  await release();
  assert.deepEqual(readdirSync(scratch), []);
});

test('types, edges and sizes become those of the engine, in the order they came in', async () => {
  const media = [await image('a.webp', 400, 300), await image('b.jpg', 100, 50), video('opus.webm', 'video/webm')];
  const needs = { imageTypes: ['image/jpeg', 'image/png'], videoTypes: ['video/mp4'], imageEdgeMin: 120 };
  const edge = await fitted(toFit(media, needs));
  assert.deepEqual(
    edge.media.map(({ type, width, height }) => [type, width, height]),
    [
      ['image/jpeg', 400, 300],
      ['image/jpeg', 240, 120],
      ['video/mp4', 96, 64],
    ],
  );
  for (const { bytes, open } of edge.media) assert.equal((await open()).size, bytes);
  await edge.release();
  const exact = await fitted(toFit(media.slice(0, 2), { ...needs, imageSize: 'output' }));
  assert.deepEqual(
    exact.media.map(({ width, height }) => [width, height]),
    [
      [160, 90],
      [160, 90],
    ],
  );
  await exact.release();
});

test('where the world reaches us each medium has a link of its own, to what the engine takes', async () => {
  const by: FitServices = {
    ...services,
    async publish(file, object) {
      const kept = join(folder, `kept-${published.length}`);
      await copyFile(file, kept);
      published.push({ file: kept, ...object });
      return (seconds) => `https://media.example/${published.length}?for=${seconds}`;
    },
  };
  const asked = toFit([await image('c.webp', 50, 50)], { imageTypes: ['image/png'] });
  const { media, release } = await fitted(asked, by);
  assert.equal(media[0]!.link(90), 'https://media.example/1?for=90');
  const { type, accountId, until } = published[0]!;
  assert.deepEqual([type, accountId, until], ['image/png', 'a1', asked.deadline]);
  assert.equal((await sharp(published[0]!.file).metadata()).format, 'png');
  await release();
});

test('what an engine wants and nobody can make of it is for another engine, and leaves nothing', async () => {
  const outcome = await fitInputs(
    services,
    toFit([await image('large.png', 800, 600)], { imageBytesMax: 200, imageEdgeMin: 600 }),
    never,
  );
  assert.ok(outcome.outcome === 'failed' && outcome.fault.class === 'unsupported', JSON.stringify(outcome));
  assert.deepEqual(readdirSync(scratch), []);
});

test('a stop is obeyed, a lost file is our fault, and nothing stays', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(fitInputs(services, toFit([await image('d.png', 40, 40)]), stopped), /stopped/);
  const lost = { ...(await image('e.png', 40, 40)), copyTo: () => Promise.reject(new Error('lost')) };
  await assert.rejects(fitInputs(services, toFit([lost]), never), /lost/);
  assert.deepEqual(readdirSync(scratch), []);
  assert.ok(!existsSync(join(scratch, 'given-0')));
});
