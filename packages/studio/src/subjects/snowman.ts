/** A snowman. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const snowman: Subject = {
  words: {
    en: 'snowman snowmen',
    de: 'schneemann',
    fr: 'bonhomme-de-neige',
    es: 'muñeco-de-nieve',
    pt: 'boneco-de-neve',
    it: 'pupazzo-di-neve',
    nl: 'sneeuwpop',
    pl: 'bałwan',
    ru: 'снеговик',
    uk: 'сніговик',
    zh: '雪人',
    ja: '雪だるま',
    ko: '눈사람',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#f5f8fb',
  size: 0.46,
  metres: 1.7,
  season: 'winter',
  life: 'living',
  head: { brow: { x: 100, y: 38, wide: 42 }, eyes: { x: 100, y: 54, wide: 44 }, neck: { x: 100, y: 88, wide: 56 } },
  draw,
};

function draw(b: Brush): string {
  return (
    line('M62 104 L24 78 M34 85 L24 92 M138 104 L176 80 M166 86 L178 92', b.ink('#5b3d24'), 5) +
    oval([100, 152, 50, 42], b.ball(b.main)) +
    oval([100, 102, 37, 33], b.ball(b.main)) +
    oval([100, 60, 28, 26], b.ball(b.main)) +
    shape('M70 78 C84 92 118 92 130 78 L132 88 C116 100 84 100 69 88 Z', b.fall('#d33a3a')) +
    shape('M116 88 L128 124 L114 126 L108 92 Z', b.fall('#c22f33')) +
    box([66, 36, 68, 7], b.ink('#20242c'), 'rx="3"') +
    box([78, 4, 44, 34], b.side('#2a2f3a', 1.4, 0.8), 'rx="3"') +
    box([78, 28, 44, 8], b.ink('#d33a3a')) +
    oval([91, 55, 3.6, 4], b.ink('#16181c')) +
    oval([111, 55, 3.6, 4], b.ink('#16181c')) +
    shape('M100 60 L130 66 L100 69 Z', b.fall('#f08a2a')) +
    [106, 122, 144, 160].map((y) => oval([100, y, 4, 4], b.ink('#20242c'))).join('')
  );
}
