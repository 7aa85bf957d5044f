/** What most studio tests share: a folder that goes away, a request to start from, images to send, measuring. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import sharp from 'sharp';
import type { EncoderChoice } from '../../src/encoders/choose.ts';
import { renderWith } from '../../src/render.ts';
import type { RenderOutcome, RenderRequest } from '../../src/request.ts';

/** Drawing has a low priority: beside other work it comes last. */
export const DEADLINE_MILLISECONDS = 300_000;

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function createRequest(outputFile: string, changes: Partial<RenderRequest>): RenderRequest {
  return {
    task: 't2v',
    prompt: 'a blue ocean at noon',
    negativePrompt: null,
    cfgScale: null,
    seed: 7,
    width: 160,
    height: 90,
    seconds: 0.5,
    framesPerSecond: 24,
    sound: 'none',
    watermark: null,
    multiShot: false,
    media: [],
    outputFile,
    ...changes,
  };
}

export async function renderOrFail(
  request: RenderRequest,
  encoder: EncoderChoice = 'best',
): Promise<Extract<RenderOutcome, { ok: true }>> {
  const watch = { progress: () => {}, deadlineMilliseconds: DEADLINE_MILLISECONDS };
  const outcome = await renderWith(encoder, request, watch).done;
  assert.ok(outcome.ok, outcome.ok ? '' : `${outcome.reason}: ${outcome.message}`);
  return outcome;
}

export type Shade = (x: number, y: number) => [number, number, number];

/** A picture with shapes and slopes in it, so that crops, moves and mixes can be told apart. */
export async function writeImage(file: string, size: { width: number; height: number }, shade: Shade): Promise<string> {
  const { width, height } = size;
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++)
      rgb.set(shade(column / width, row / height), (row * width + column) * 3);
  }
  await sharp(rgb, { raw: { width, height, channels: 3 } }).toFile(file);
  return file;
}

export const orangeWaves: Shade = (x, y) => [225 + 25 * Math.sin(x * 30), 130 + 60 * Math.sin(y * 25), 50];
export const violetRings: Shade = (x, y) => {
  const ring = Math.sin(Math.hypot(x - 0.5, y - 0.5) * 50);
  return [120 + 50 * ring, 40, 190 + 50 * ring];
};
export const greenStripes: Shade = (x) => [40, 165 + 70 * Math.sin(x * 45), 70];

export interface ClipFacts {
  container: number;
  codec: string;
  width: number;
  height: number;
  frames: number;
  framesPerSecond: number;
  seconds: number;
  sound: { codec: string | null; sampleRate: number; channels: number; seconds: number } | null;
}

export async function measureClip(file: string): Promise<ClipFacts> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) });
  const video = await input.getPrimaryVideoTrack();
  assert.ok(video, 'the clip has a picture');
  const audio = await input.getPrimaryAudioTrack();
  const packets = await video.computePacketStats();
  const facts = {
    container: await input.computeDuration(),
    codec: (await video.getDecoderConfig())?.codec ?? '',
    width: video.displayWidth,
    height: video.displayHeight,
    frames: packets.packetCount,
    framesPerSecond: packets.averagePacketRate,
    seconds: await video.computeDuration(),
    sound: audio && {
      codec: audio.codec,
      sampleRate: audio.sampleRate,
      channels: audio.numberOfChannels,
      seconds: await audio.computeDuration(),
    },
  };
  input.dispose();
  return facts;
}

export function meanColour(rgb: Uint8Array): { red: number; green: number; blue: number } {
  const sum = [0, 0, 0];
  for (let at = 0; at < rgb.length; at++) sum[at % 3]! += rgb[at]!;
  const [red, green, blue] = sum.map((total) => total / (rgb.length / 3)) as [number, number, number];
  return { red, green, blue };
}

export function meanDifference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at]! - other[at]!);
  return sum / one.length;
}

export async function readImage(file: string, size: { width: number; height: number }): Promise<Uint8Array> {
  return sharp(file).resize(size.width, size.height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
}

/** Holds a finished clip against everything its request said about it. */
export async function checkClip(request: RenderRequest, profile: string): Promise<void> {
  const facts = await measureClip(request.outputFile);
  const seconds = request.seconds!;
  assert.equal(facts.width, request.width);
  assert.equal(facts.height, request.height);
  assert.equal(facts.frames, Math.round(seconds * request.framesPerSecond!));
  assert.ok(
    Math.abs(facts.framesPerSecond - request.framesPerSecond!) < 0.01,
    `${facts.framesPerSecond} frames a second`,
  );
  assert.ok(Math.abs(facts.seconds - seconds) < 0.001, `picture of ${facts.seconds} s`);
  assert.ok(Math.abs(facts.container - seconds) < 0.001, `container of ${facts.container} s`);
  assert.ok(facts.codec.startsWith(profile), facts.codec);
  if (request.sound === 'none') {
    assert.equal(facts.sound, null);
    return;
  }
  assert.deepEqual([facts.sound?.codec, facts.sound?.sampleRate, facts.sound?.channels], ['aac', 48_000, 2]);
  assert.ok(
    facts.sound!.seconds > seconds - 0.05 && facts.sound!.seconds <= seconds,
    `sound of ${facts.sound!.seconds} s`,
  );
}
