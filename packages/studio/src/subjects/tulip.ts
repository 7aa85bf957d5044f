/** A tulip. */
import { type Brush, line, shape } from '../paint/brush.ts';
import { STEM } from './parts/plants.ts';
import type { Subject } from './subject.ts';

export const tulip: Subject = {
  words: {
    en: 'tulip tulips',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#e2485f',
  lends: 'colour',
  size: 0.44,
  metres: 0.4,
  flower: { nearest: 0.2 },
  shades: 'many',
  lies: 'about',
  draw,
};

function draw(b: Brush): string {
  return (
    line('M100 92 C102 130 98 160 100 194', b.ink(STEM), 7) +
    shape('M98 192 C70 170 58 130 64 96 C80 120 96 150 100 190 Z', b.side(STEM, 1.3, 0.8)) +
    shape('M102 192 C128 172 142 142 138 108 C122 130 106 156 100 190 Z', b.side(STEM, 1.1, 0.6)) +
    shape(
      'M66 28 C54 62 62 100 100 102 C138 100 146 62 134 28 C124 36 118 44 114 52 C112 36 106 24 100 14 C94 24 88 36 86 52 C82 44 76 36 66 28 Z',
      b.fall(b.main, 1.2, 0.6),
    ) +
    shape('M100 14 C82 40 80 80 100 102 C120 80 118 40 100 14 Z', b.fall(b.main, 1.35, 0.75)) +
    line('M100 30 V90', b.ink(b.main, 0.75), 1.6)
  );
}
