/** A bus. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import { glass, wheel } from './parts/vehicles.ts';
import type { Subject } from './subject.ts';

export const bus: Subject = {
  words: {
    en: 'campervan camper minibus motorhome',
  },
  footing: 'ground',
  home: 'road',
  colour: '#e0a12a',
  size: 0.4,
  metres: 10,
  way: 'drives',
  road: 'across',
  cab: { across: 0.31, half: 0.09, high: 0.27, deep: 0, top: 0.54 },
  draw,
};

function draw(b: Brush): string {
  const windows = [0, 1, 2, 3].map((at) => glass(b, `M${32 + at * 32} 92 h26 v28 h-26 Z`)).join('');
  return (
    shape(
      'M10 180 V94 C10 74 22 70 38 70 H168 C182 70 188 84 192 124 C194 134 194 170 192 180 Z',
      b.fall(b.main, 1.3, 0.6),
    ) +
    shape('M10 128 C60 140 140 140 193 128 V180 H10 Z', b.fall('#f6f1e4', 1, 0.78)) +
    windows +
    glass(b, 'M162 90 H178 C184 98 186 108 187 120 H162 Z') +
    box([14, 64, 168, 8], b.ink('#e9e2cf'), 'rx="4"') +
    oval([185, 150, 7, 8], b.lamps === 'lit' ? b.lamp('#fff6d0') : b.ink('#fbf7e6')) +
    line('M160 126 V178', b.ink(b.main, 0.6), 2) +
    wheel(b, [50, 178, 16]) +
    wheel(b, [152, 178, 16])
  );
}
