/** What a reference video gives: its frame rate, its frame count and the camera's path through it. */
import { type Encoder, type FrameRate, type GreyImage, toFrameRate } from '../encoders/encoder.ts';
import { InvalidMedia } from '../media/invalid-media.ts';
import { estimateMove } from './estimate.ts';
import { createMoverTracker, type MoverTracker, type Spot } from './mover.ts';
import { follow, type Pose, REST } from './pose.ts';

/** Where the camera is at one frame, and how far what moves by itself has gone, in shares of the picture's width. */
export interface ReferencePath {
  pose: Pose;
  mover: Spot;
}

export interface ReferenceMotion {
  rate: FrameRate;
  /** One place for every frame of the output; null where the video could be timed but not watched. */
  path: ReferencePath[] | null;
  frames: number;
}

const FRAMES_PER_SECOND_MAX = 60;
const FRAMES_PER_SECOND_MIN = 1;

export async function readReferenceMotion(
  encoder: Encoder,
  reference: { file: string; watched(frames: number): void },
): Promise<ReferenceMotion> {
  const times: number[] = [];
  const path: ReferencePath[] = [];
  const tracker = createMoverTracker();
  let before: GreyImage | null = null;
  for await (const { seconds, grey } of encoder.readReference(reference.file)) {
    if (grey !== null) path.push(nextPlace(path.at(-1) ?? START, { from: before, to: grey, tracker }));
    before = grey;
    times.push(seconds);
    reference.watched(times.length);
  }
  const rhythm = findRhythm(times);
  const kept = rhythm.picks.map((index) => path[index] ?? START);
  return { rate: rhythm.rate, frames: rhythm.picks.length, path: path.length > 0 ? kept : null };
}

const START: ReferencePath = { pose: REST, mover: { x: 0, y: 0 } };

interface Step {
  from: GreyImage | null;
  to: GreyImage;
  tracker: MoverTracker;
}

function nextPlace(last: ReferencePath, { from, to, tracker }: Step): ReferencePath {
  if (from === null || from.width !== to.width || from.height !== to.height) return last;
  const move = estimateMove(from, to);
  return { pose: follow(last.pose, move), mover: tracker.next(from, to, move) };
}

/** A variable rate becomes its mean, at most 60; `picks` says which source frame each output frame shows. */
export function findRhythm(times: number[]): { rate: FrameRate; picks: number[] } {
  const first = times[0]!;
  const span = times.at(-1)! - first;
  if (!(span > 0)) throw new InvalidMedia('The frames of the video have no times.');
  const mean = (times.length - 1) / span;
  if (mean < FRAMES_PER_SECOND_MIN) throw new InvalidMedia('The video has less than one frame a second.');
  if (mean > FRAMES_PER_SECOND_MAX * 1.001) {
    const frames = Math.max(2, Math.round((times.length / mean) * FRAMES_PER_SECOND_MAX));
    return {
      rate: { numerator: FRAMES_PER_SECOND_MAX, denominator: 1 },
      picks: pickFrames(times, { frames, step: 1 / FRAMES_PER_SECOND_MAX }),
    };
  }
  return { rate: toFrameRate(mean), picks: pickFrames(times, { frames: times.length, step: 1 / mean }) };
}

function pickFrames(times: number[], output: { frames: number; step: number }): number[] {
  const picks: number[] = [];
  let shown = 0;
  for (let index = 0; index < output.frames; index++) {
    const moment = times[0]! + (index + 0.5) * output.step;
    while (shown + 1 < times.length && times[shown + 1]! <= moment) shown++;
    picks.push(shown);
  }
  return picks;
}
