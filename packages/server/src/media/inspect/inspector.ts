/** Looks at images and videos that strangers sent, where they can do no harm, and says what they are. */
import { open } from 'node:fs/promises';
import {
  accountPixelsMax,
  densePixelsMin,
  densePixelsPerByte,
  imagePixelsMax,
  videoCodecs,
} from '@afterimage/contract';
import { sniffBytes, sniffMediaType } from '../detect-type.ts';
import { startChildWorker } from './child-worker.ts';
import { claimedPixels } from './claimed-pixels.ts';
import { accountBusy, busy, type ImageFacts, invalid, type Seen, tooManyPixels, type VideoFacts } from './facts.ts';
import type { ChildOrder, FramesResult, HeaderResult, ImageResult } from './orders.ts';
import { createPixelBudget } from './pixel-budget.ts';
import { startThreadWorker } from './thread-worker.ts';
import { createWorkerPool, type PoolOutcome } from './worker-pool.ts';

/** `owner` is who waits for the look, by the live account: owners take turns. */
export interface Inspector {
  /** Decodes every pixel. */
  image(file: string, owner: string): Promise<Seen<ImageFacts>>;
  /** Reads the header and decodes the first and the last picture; the header alone where the decoder is not installed. */
  video(file: string, owner: string): Promise<Seen<VideoFacts>>;
  close(): void;
}

export interface InspectorOptions {
  /** How long a file waits for someone to look at it before the result is `busy`. */
  waitMilliseconds: number;
}

/** As many as a small machine has cores, and one more: that one is never the same owner's as the others. */
const childrenMax = 3;
const ownerChildrenMax = 2;
/** Of images that are cheap to send and dear to decode, one at a time, by a child of their own: they wait for one another. */
const denseLooksMax = 1;
/** A look at the smallest image costs as much as so many pixels. */
const lookPixels = 1_000_000;
const decodeMilliseconds = 10_000;
/** Its turn comes after everybody else's, so it takes longer. */
const denseMilliseconds = 3 * decodeMilliseconds;
const headerMilliseconds = 1_500;
const idleMilliseconds = 60_000;

export function createInspector({ waitMilliseconds }: InspectorOptions): Inspector {
  const patience = { waitMilliseconds, idleMilliseconds };
  const children = createWorkerPool({
    ...patience,
    deadlineMilliseconds: decodeMilliseconds,
    start: () => startChildWorker('usual'),
    workersMax: childrenMax,
    ownerWorkersMax: ownerChildrenMax,
  });
  const denseChildren = createWorkerPool({
    ...patience,
    deadlineMilliseconds: denseMilliseconds,
    start: () => startChildWorker('dense'),
    workersMax: denseLooksMax,
    ownerWorkersMax: denseLooksMax,
  });
  const threads = createWorkerPool({
    start: startThreadWorker,
    workersMax: 2,
    ownerWorkersMax: 1,
    deadlineMilliseconds: headerMilliseconds,
    waitMilliseconds,
    idleMilliseconds,
  });

  const budget = createPixelBudget(accountPixelsMax);

  /** A dense one waits for others of its kind, not with those who send pictures. */
  const runImage = (order: ImageOrder, owner: string): Promise<PoolOutcome> =>
    (isDense(order) ? denseChildren : children).run(order.toChild, owner);

  return {
    async image(file, owner) {
      const { type, bytes } = await sniffFile(file);
      // By the first bytes, before any decoder: an SVG called .png must not reach the program that draws SVGs.
      if (!type?.startsWith('image/')) return invalid('It is not a JPEG, PNG or WEBP image.');
      const pixels = Math.min(await claimedPixels(file), imagePixelsMax);
      const giveBack = budget.take(owner, Math.max(pixels, lookPixels));
      if (giveBack === 'full') return accountBusy();
      const toChild = { look: 'image', file, pixelsMax: imagePixelsMax } as const;
      const looked = await runImage({ pixels, bytes, toChild }, owner).finally(giveBack);
      const result = resultOf<ImageResult>(looked);
      if (!('seen' in result)) return result;
      if (result.seen === 'undecodable') return undecodable;
      const { width, height } = result;
      if (result.seen === 'too_many_pixels') return tooManyPixels(width, height);
      return { ok: true, facts: { type, bytes, width, height } };
    },

    async video(file, owner) {
      const { type, bytes } = await sniffFile(file);
      if (!type?.startsWith('video/')) return invalid('It is not an MP4, MOV or WEBM video.');
      const header = headerOf(resultOf<HeaderResult>(await threads.run({ file }, owner)));
      if (!('seen' in header)) return header;
      const container = type === 'video/webm' ? 'matroska' : 'mov';
      const frames = resultOf<FramesResult>(await children.run({ look: 'frames', file, container }, owner));
      if (!('seen' in frames)) return frames;
      if (frames.seen === 'undecodable') return undecodable;
      if (frames.seen === 'codec_not_taken') return codecNotTaken;
      if (frames.seen === 'frames' && !isWhole(header, frames.spanSeconds)) {
        return invalid('Its last picture cannot be decoded; the file seems to be cut off or damaged.');
      }
      const ratio = frames.seen === 'frames' ? frames.ratio : null;
      return { ok: true, facts: videoFacts({ ...header, width: exactWidth(header, ratio) }, { type, bytes }) };
    },

    close() {
      children.close();
      denseChildren.close();
      threads.close();
    },
  };
}

interface ImageOrder {
  pixels: number;
  bytes: number;
  toChild: ChildOrder;
}

function isDense({ pixels, bytes }: ImageOrder): boolean {
  return pixels > densePixelsMin && pixels > bytes * densePixelsPerByte;
}

const undecodable = invalid('It cannot be decoded; the file seems to be cut off or damaged.');

const codecNotTaken = invalid(`Its codec is not one of ${videoCodecs}.`);

type Header = Extract<HeaderResult, { seen: 'header' }>;

function resultOf<Result>(outcome: PoolOutcome): Result | ReturnType<typeof invalid> {
  if (outcome === 'busy') return busy();
  if (outcome === 'too_slow') return invalid('It takes too long to decode; the file seems to be damaged.');
  if (outcome === 'died') return undecodable;
  return outcome.result as Result;
}

function headerOf(result: HeaderResult | ReturnType<typeof invalid>): Header | ReturnType<typeof invalid> {
  if (!('seen' in result)) return result;
  if (result.seen === 'unreadable') return undecodable;
  if (result.seen === 'no_video') return invalid('It has no video track.');
  if (result.seen === 'codec_not_taken') return codecNotTaken;
  if (result.width < 1 || result.height < 1 || !(result.seconds > 0)) return undecodable;
  return result.width * result.height > imagePixelsMax ? tooManyPixels(result.width, result.height) : result;
}

/** The header's width is rounded to whole pixels, which is too coarse to work out the size of an output from. */
function exactWidth({ width, height }: Header, ratio: number | null): number {
  const exact = ratio === null ? [] : [height * ratio, height / ratio];
  return exact.find((one) => Math.abs(one - width) < Math.max(1, width / height)) ?? width;
}

/** Whether what was decoded reaches as far as the header says, to within part of a picture; WEBM rounds to milliseconds. */
function isWhole(header: Header, decodedSpanSeconds: number): boolean {
  const tolerance = Math.max(0.6 * (header.seconds / header.frames), 0.002);
  return Math.abs(header.spanSeconds - decodedSpanSeconds) <= tolerance;
}

function videoFacts(header: Header, { type, bytes }: { type: string; bytes: number }): VideoFacts {
  const { width, height, frames, seconds, hasSound, codec } = header;
  const milliseconds = Math.round(seconds * 1_000);
  return { type, bytes, width, height, milliseconds, frames, framesPerSecond: frames / seconds, hasSound, codec };
}

async function sniffFile(file: string): Promise<{ type: string | null; bytes: number }> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    const { size } = await handle.stat();
    return { type: sniffMediaType(buffer.subarray(0, bytesRead)), bytes: size };
  } finally {
    await handle.close();
  }
}
