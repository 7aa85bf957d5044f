/** The one thing every task gives the encoder: a painting that can be drawn at any moment of its clip, in any order. */
import type { Picture } from '../picture/picture.ts';

export interface Moment {
  /** Which frame, from 0. */
  index: number;
  /** How much of the clip has passed, from 0 at the first frame to 1 at the last. */
  share: number;
  seconds: number;
}

export interface Painting {
  /** Covers every pixel of `onto`, which still holds an earlier frame. */
  paint(onto: Picture, moment: Moment): void;
}

/** Whether one picture is wanted or a clip: movements are drawn for clips only. */
export type Frames = 'one' | 'many';

export interface Size {
  width: number;
  height: number;
}

/** The frame that stands for the whole when only one picture is wanted: well into the movement, nothing at its start. */
export const STILL_MOMENT: Moment = { index: 0, share: 0.4, seconds: 2 };

/** Chroma is half as wide and high, so every size and place is an even number of pixels. */
export function even(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}
