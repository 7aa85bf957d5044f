/** A subject that moves by itself: a few drawings of it, shown one after the other. */
import { blit, type Cutout } from '../picture/blit.ts';
import { type Drift, movedSpot, type StageLayer } from './stage.ts';

export interface Flipbook {
  poses: Cutout[];
  /** Whole movements a second. */
  cycles: number;
  depth: number;
  drift: Drift;
}

export function flipbookLayer({ poses, cycles, depth, drift }: Flipbook): StageLayer {
  return {
    depth,
    paint(onto, view, moment) {
      const turn = moment.seconds * cycles;
      const pose = poses[Math.floor((turn - Math.floor(turn)) * poses.length)]!;
      blit(onto, pose, movedSpot(pose, drift(moment), view));
    },
  };
}
