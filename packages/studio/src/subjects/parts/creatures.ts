/** The eye of swans and dragons. */
import { type Brush, oval } from '../../paint/brush.ts';

export const DARK = '#1b1512';

export function gaze(b: Brush, [x, y, r]: [number, number, number], iris = DARK): string {
  return oval([x, y, r, r], b.ink(iris)) + oval([x + r * 0.3, y - r * 0.35, r * 0.4, r * 0.4], b.ink('#ffffff'));
}
