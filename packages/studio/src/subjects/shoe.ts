/** A shoe. */
import { type Brush, line, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const shoe: Subject = {
  words: {
    en: 'shoe shoes sneaker sneakers',
    de: 'schuh schuhe',
    fr: 'chaussure chaussures',
    es: 'zapato zapatos',
    pt: 'sapato sapatos',
    it: 'scarpa scarpe',
    nl: 'schoen schoenen',
    pl: 'buty',
    ru: 'ботинок туфли',
    uk: 'черевик',
    zh: '鞋子 鞋',
    ja: '靴',
    ko: '신발',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#2f6fd0',
  size: 0.54,
  metres: 0.3,
  several: 2,
  lies: 'about',
  draw,
};

function draw(b: Brush): string {
  const laces = [0, 1, 2, 3].map((at) => `M${88 + at * 13} ${100 + at * 9} l20 -9`).join(' ');
  return (
    shape('M8 162 H192 C196 176 190 188 178 188 H22 C10 188 4 176 8 162 Z', b.fall('#f7f5ef', 1.05, 0.75)) +
    line('M12 172 H188', b.ink(b.main, 0.9), 3) +
    shape(
      'M14 164 C8 132 12 100 20 84 C36 92 54 92 66 80 L84 88 C104 120 136 132 168 136 C188 140 194 152 192 164 Z',
      b.fall(b.main, 1.25, 0.65),
    ) +
    shape('M20 84 C36 92 54 92 66 80 L72 92 C56 106 32 106 18 98 Z', b.ink(b.main, 0.6)) +
    shape('M150 134 C176 136 194 146 192 164 H140 C136 152 140 140 150 134 Z', b.fall('#f2eee4', 1, 0.8)) +
    shape('M34 150 C62 146 84 132 92 112 L106 122 C94 146 66 160 36 164 Z', b.ink('#ffffff')) +
    line(laces, b.ink('#ffffff'), 4) +
    line('M24 100 C20 122 20 144 24 162', b.ink(b.main, 0.5), 2)
  );
}
