/** An icecream. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { SHEEN } from './parts/food.ts';
import type { Subject } from './subject.ts';

export const icecream: Subject = {
  words: {
    en: 'icecream gelato ice-cream sundae',
    de: 'eiscreme speiseeis eis',
    fr: 'glace',
    es: 'helado',
    pt: 'sorvete',
    it: 'gelato',
    nl: 'ijsje',
    pl: 'lody',
    ru: 'мороженое',
    uk: 'морозиво',
    zh: '冰淇淋',
    ja: 'アイスクリーム アイス',
    ko: '아이스크림',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#f7b8c8',
  size: 0.68,
  metres: 0.18,
  draw,
};

function draw(b: Brush): string {
  const waffle = Array.from({ length: 8 }, (_, at) => `M${52 + at * 14} 92 l-40 100 M${50 + at * 14} 92 l40 100`).join(
    ' ',
  );
  return (
    '<clipPath id="cone"><path d="M58 96 H142 L100 198 Z"/></clipPath>' +
    shape('M58 96 H142 L100 198 Z', b.side('#d89a4e', 1.2, 0.7)) +
    `<g clip-path="url(#cone)">${line(waffle, b.ink('#a8692c'), 2.4)}</g>` +
    oval([74, 74, 30, 28], b.ball('#6b4028')) +
    oval([126, 74, 30, 28], b.ball('#f4e6b8')) +
    oval([100, 44, 33, 31], b.ball(b.main)) +
    shape(
      'M52 90 q8 18 16 2 q8 16 16 2 q8 18 16 2 q8 16 16 2 q8 16 16 2 q8 14 16 -8 L148 84 H52 Z',
      b.ink('#f4e6b8', 0.95),
    ) +
    oval([106, 12, 10, 10], b.ball('#d3223a')) +
    line('M108 4 C112 -6 120 -8 126 -6', b.ink('#5a7a34'), 2.4) +
    shape('M78 40 C80 28 90 22 98 22 C90 30 86 40 86 52 Z', '#ffffff', SHEEN)
  );
}
