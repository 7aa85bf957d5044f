/** The face that the big cats share. */
import { type Brush, line, oval, shape } from '../../paint/brush.ts';
import { DARK, eye } from './features.ts';

/** Seen from the front. */
export function bigCatFace(b: Brush): string {
  return (
    oval([141, 76, 27, 28], b.ball(b.main)) +
    shape('M134 62 C136 72 136 80 134 86 H152 C150 80 150 72 151 62 Z', b.fall(b.main, 1.35, 1.05)) +
    oval([143, 93, 16, 11], b.fall('#f7e8cf', 1, 0.85)) +
    shape('M135 82 H152 L143.5 91 Z', b.ink('#3a201a')) +
    line('M143.5 91 V97 C140 102 134 101 132 98 M143.5 97 C147 102 153 101 155 98', b.ink(DARK), 2) +
    eye(b, [130, 72, 4.4], '#5a3a10') +
    eye(b, [156, 72, 4.4], '#5a3a10')
  );
}
