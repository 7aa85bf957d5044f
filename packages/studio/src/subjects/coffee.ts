/** A coffee. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { SHEEN } from './parts/food.ts';
import type { Subject } from './subject.ts';

export const coffee: Subject = {
  words: {
    en: 'coffee cappuccino espresso latte mug coffee-cup coffee-mug',
    de: 'kaffee',
    fr: 'café',
    es: 'café',
    pt: 'café',
    it: 'caffè',
    nl: 'koffie',
    pl: 'kawa',
    ru: 'кофе',
    uk: 'кава',
    zh: '咖啡',
    ja: 'コーヒー',
    ko: '커피',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#8a5a3a',
  lends: 'colour',
  size: 0.5,
  metres: 0.12,
  mouth: { across: -0.03, high: 0.52, half: 0.25, deep: 0.05 },
  draw,
};

function draw(b: Brush): string {
  const steam = line(
    'M78 62 C66 46 90 36 78 14 M102 58 C90 40 114 30 102 6 M126 62 C114 46 138 36 126 16',
    '#ffffff',
    5,
  );
  return (
    `<g opacity="0.45">${steam}</g>` +
    oval([98, 182, 92, 12], b.fall('#fbfaf6', 1, 0.65)) +
    `<path d="M152 98 C196 92 192 148 144 148" fill="none" stroke="${b.ink('#f2efe8', 0.85)}" stroke-width="12"/>` +
    shape('M36 84 H160 C160 140 142 176 124 180 H72 C54 176 36 140 36 84 Z', b.side('#fdfbf6', 1, 0.66)) +
    oval([98, 84, 62, 17], b.ink('#e8e2d6')) +
    oval([98, 86, 55, 13], b.ball(b.main)) +
    shape(
      'M98 95 C78 88 78 78 90 79 C94 79 98 82 98 84 C98 82 102 79 106 79 C118 78 118 88 98 95 Z',
      b.ink('#f3dcb8'),
    ) +
    shape('M50 98 C52 132 62 156 72 168 C64 146 60 120 62 98 Z', '#ffffff', SHEEN)
  );
}
