/** Whether a picture is smooth or rough, told by how much neighbouring pixels differ. */
import type { Picture } from './picture.ts';

export type Surface = 'smooth' | 'rough';

/** Rows that are looked at: few tell as much as all, in a fraction of the time. */
const ROW_STEP = 12;
/** Drawn scenes lie below it and take few bits; oil and pencil, which takes many, lie well above. */
const SMOOTH_MAX = 7;

export function surfaceOf({ y, width, height }: Picture): Surface {
  let difference = 0;
  let count = 0;
  for (let row = 0; row < height - 1; row += ROW_STEP) {
    const end = row * width + width - 1;
    for (let at = row * width; at < end; at++) {
      difference += Math.abs(y[at]! - y[at + 1]!) + Math.abs(y[at]! - y[at + width]!);
      count++;
    }
  }
  return difference <= SMOOTH_MAX * count ? 'smooth' : 'rough';
}
