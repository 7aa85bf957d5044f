/** Eyes and fins of what lives in the sea. */
import { type Brush, oval } from '../../paint/brush.ts';

export const INK = '#14202c';

export const PALE = '#eaf2f5';

export function gaze(b: Brush, [x, y, r]: [number, number, number]): string {
  return oval([x, y, r, r], b.ink(INK)) + oval([x + r * 0.3, y - r * 0.3, r * 0.4, r * 0.4], b.ink('#ffffff'));
}
