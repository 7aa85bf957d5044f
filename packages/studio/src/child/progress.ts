/** Progress in whole percent that only rises, moves with the work and reaches 100 when the file is there. */
import { VIDEO_FRAMES_MAX } from '../media/invalid-media.ts';

export interface Progress {
  /** Frames of a reference video seen so far; how many will come is not known. */
  watched(frames: number): void;
  /** Share of the frames drawn and encoded. */
  drawn(share: number): void;
  finished(): void;
}

/** Watching a reference costs about a quarter of drawing as many frames. */
const WATCHING_PERCENT = 20;

export function createProgress(report: (percent: number) => void): Progress {
  let last = 0;
  const rise = (percent: number) => {
    const whole = Math.floor(percent);
    if (whole <= last) return;
    last = whole;
    report(whole);
  };
  let base = 0;
  return {
    watched(frames) {
      base = WATCHING_PERCENT * (1 - Math.exp((-6 * frames) / VIDEO_FRAMES_MAX));
      rise(base);
    },
    drawn: (share) => rise(base + (99 - base) * share),
    finished: () => rise(100),
  };
}
