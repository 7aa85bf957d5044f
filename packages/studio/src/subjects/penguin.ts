/** A penguin. */
import { type Brush, oval, shape } from '../paint/brush.ts';
import { eye } from './parts/features.ts';
import type { Subject } from './subject.ts';

export const penguin: Subject = {
  words: {
    en: 'penguin penguins',
    de: 'pinguin',
    fr: 'pingouin manchot',
    es: 'pingüino',
    pt: 'pinguim',
    it: 'pinguino',
    nl: 'pinguïn',
    pl: 'pingwin',
    ru: 'пингвин',
    uk: 'пінгвін',
    zh: '企鹅',
    ja: 'ペンギン',
    ko: '펭귄',
  },
  footing: 'ground',
  home: 'coast',
  colour: '#20242c',
  size: 0.4,
  metres: 0.9,
  limbs: 'legs',
  season: 'winter',
  head: { brow: { x: 100, y: 26, wide: 54 }, eyes: { x: 100, y: 54, wide: 60 }, neck: { x: 100, y: 86, wide: 80 } },
  draw,
};

function draw(b: Brush): string {
  return (
    `<g transform="rotate(${7 * b.stride * b.swing()} 100 188)">` +
    oval([82, 190, 18, 7], b.ink('#f0932b')) +
    oval([120, 190, 18, 7], b.ink('#f0932b')) +
    shape(
      'M58 96 C40 112 34 144 40 162 C52 152 60 132 64 116 Z M142 96 C160 112 168 144 160 162 C148 152 140 132 136 116 Z',
      b.fall(b.main, 1.15, 0.8),
    ) +
    shape(
      'M100 16 C136 16 138 62 140 92 C154 140 138 188 100 188 C62 188 46 140 60 92 C62 62 64 16 100 16 Z',
      b.side(b.main, 1.3, 0.9),
    ) +
    shape(
      'M100 84 C132 84 138 120 130 152 C124 176 114 184 100 184 C86 184 76 176 70 152 C62 120 68 84 100 84 Z',
      b.fall('#ffffff', 1, 0.82),
    ) +
    oval([84, 58, 17, 20], b.ink('#ffffff')) +
    oval([116, 58, 17, 20], b.ink('#ffffff')) +
    shape('M66 82 C80 96 120 96 134 82 C126 104 74 104 66 82 Z', b.ink('#f4b23a')) +
    eye(b, [87, 56, 6]) +
    eye(b, [113, 56, 6]) +
    shape('M90 68 H110 L100 82 Z', b.fall('#f39c2d')) +
    '</g>'
  );
}
