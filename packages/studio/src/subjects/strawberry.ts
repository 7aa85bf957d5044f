/** A strawberry. */
import { type Brush, line, oval, shape, turned } from '../paint/brush.ts';
import { SHEEN } from './parts/food.ts';
import type { Subject } from './subject.ts';

export const strawberry: Subject = {
  words: {
    en: 'strawberry strawberries',
    de: 'erdbeere',
    fr: 'fraise',
    es: 'fresa',
    pt: 'morango',
    it: 'fragola',
    nl: 'aardbei',
    pl: 'truskawka',
    ru: 'клубника',
    uk: 'полуниця',
    zh: '草莓',
    ja: 'イチゴ',
    ko: '딸기',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#dc2a3c',
  lends: 'colour',
  size: 0.48,
  metres: 0.04,
  draw,
};

function draw(b: Brush): string {
  const seeds = Array.from({ length: 26 }, (_, at) => {
    const row = Math.floor(at / 5);
    const half = 52 - row * 9;
    return oval([100 - half + ((at % 5) * half) / 2 + (row % 2) * 5, 84 + row * 18, 2.2, 3.4], b.ink('#f6d774'));
  });
  const sepal = [-70, -35, 0, 35, 70].map((degrees) =>
    turned(shape('M92 56 C88 70 94 84 100 92 C106 84 112 70 108 56 Z', b.fall('#4f9a3c', 1.2, 0.7)), [
      degrees,
      100,
      54,
    ]),
  );
  return (
    shape(
      'M100 190 C60 172 24 116 34 80 C44 52 80 48 100 58 C120 48 156 52 166 80 C176 116 140 172 100 190 Z',
      b.ball(b.main),
    ) +
    seeds.join('') +
    sepal.join('') +
    line('M100 56 C100 44 104 34 112 28', b.ink('#4f9a3c'), 6) +
    shape('M46 92 C48 76 58 68 68 68 C60 78 56 92 58 108 Z', '#ffffff', SHEEN)
  );
}
