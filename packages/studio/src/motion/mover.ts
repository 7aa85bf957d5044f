/** The way of what moves by itself through a reference video: a dancer's steps without the camera's. */
import { MEMORY, type Regions } from './regions.ts';

/** Less than this share of the width from one frame to the next is noise. */
const STEP_MIN = 0.002;

/** Where it is at every frame against its first, as shares of the picture's width. */
export function moverPath(regions: Regions[]): { x: number; y: number }[] {
  const place = { x: 0, y: 0 };
  return regions.map((now, index) => {
    const before = regions[index - 1];
    // The same frame shown once more has not moved on.
    if (before !== undefined && before !== now) {
      const step = stepOf(before, now);
      place.x += step.x;
      place.y += step.y;
    }
    return { ...place };
  });
}

/** The mean step of all regions that took one, those that went further counting more. */
function stepOf(before: Regions, now: Regions): { x: number; y: number } {
  let [x, y, weight] = [0, 0, 0];
  for (let at = 0; at < now.length; at += 2) {
    const [across, down] = [now[at]! - before[at]! * MEMORY, now[at + 1]! - before[at + 1]! * MEMORY];
    const length = Math.hypot(across, down);
    if (length < STEP_MIN) continue;
    x += across * length;
    y += down * length;
    weight += length;
  }
  return weight === 0 ? { x: 0, y: 0 } : { x: x / weight, y: y / weight };
}
