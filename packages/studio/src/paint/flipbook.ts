/** A subject that moves by itself: a few drawings of it, shown one after the other. */
import { blit, type Cutout } from '../picture/blit.ts';
import { type Drift, movedSpot, type StageLayer } from './stage.ts';

export interface Flipbook {
  poses: Cutout[];
  /** Whole movements a second. */
  cycles: number;
  /** Shown once, and then the last drawing stays. */
  runs?: 'round' | 'once';
  depth: number;
  drift: Drift;
}

export function flipbookLayer({ poses, cycles, runs = 'round', depth, drift }: Flipbook): StageLayer {
  return {
    depth,
    paint(onto, view, moment) {
      const turn = moment.seconds * cycles;
      const done = runs === 'once' ? Math.min(turn, 1 - 1 / poses.length) : turn - Math.floor(turn);
      const pose = poses[Math.floor(done * poses.length)]!;
      blit(onto, pose, movedSpot(pose, drift(moment), view));
    },
  };
}
