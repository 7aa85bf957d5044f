/** A watch. */
import { type Brush, box, line, oval, shape, turned } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const watch: Subject = {
  words: {
    en: 'watch wristwatch',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#c9a24a',
  size: 0.66,
  metres: 0.12,
  draw,
};

function draw(b: Brush): string {
  const ticks = Array.from({ length: 12 }, (_, at) =>
    turned(box([98, 46, 4, at % 3 === 0 ? 12 : 7], b.ink('#2a2d33')), [at * 30, 100, 100]),
  );
  return (
    shape('M68 44 L76 -6 H124 L132 44 Z M68 156 L76 206 H124 L132 156 Z', b.side('#5a3620', 1.3, 0.6)) +
    box([158, 92, 14, 16], b.side(b.main), 'rx="4"') +
    oval([100, 100, 68, 68], b.ball(b.main)) +
    oval([100, 100, 58, 58], b.ink(b.main, 0.6)) +
    oval([100, 100, 55, 55], b.ball('#fbf9f2')) +
    ticks.join('') +
    line('M100 100 L76 76', b.ink('#1d2026'), 6) +
    line('M100 100 L130 70', b.ink('#1d2026'), 4) +
    line('M100 112 L104 52', b.ink('#d8323c'), 1.8) +
    oval([100, 100, 5, 5], b.ink('#d8323c')) +
    shape('M58 92 C60 66 80 52 104 50 C82 60 68 78 66 104 Z', '#ffffff', 'fill-opacity="0.45"')
  );
}
