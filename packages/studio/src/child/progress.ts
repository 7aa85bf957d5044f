/** Progress in whole percent that only rises, moves with the work and reaches 100 when the file is there. */
import { VIDEO_FRAMES_MAX } from '../media/invalid-media.ts';

export interface Progress {
  /** Frames of a reference video seen so far; how many will come is not known. */
  watched(frames: number): void;
  /** Everything that is drawn once is there. */
  planned(): void;
  /** Share of the frames drawn and encoded. */
  drawn(share: number): void;
  finished(): void;
}

/** Watching a reference costs far less than drawing as many frames. */
const WATCHING_PERCENT = 20;
/** How far through its time a five-second clip is at each; a little is left after its last frame. */
const STARTED_PERCENT = 8;
const PLANNED_PERCENT = 16;
const DRAWN_PERCENT = 95;

export function createProgress(report: (percent: number) => void): Progress {
  let last = 0;
  const rise = (percent: number) => {
    const whole = Math.floor(percent);
    if (whole <= last) return;
    last = whole;
    report(whole);
  };
  let base = 0;
  rise(STARTED_PERCENT);
  return {
    watched(frames) {
      base = WATCHING_PERCENT * (1 - Math.exp((-6 * frames) / VIDEO_FRAMES_MAX));
      rise(base);
    },
    planned() {
      base = Math.max(base, PLANNED_PERCENT);
      rise(base);
    },
    drawn: (share) => rise(base + (DRAWN_PERCENT - base) * share),
    finished: () => rise(100),
  };
}
