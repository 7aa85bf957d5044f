/** A book. */
import { type Brush, line, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const book: Subject = {
  words: {
    en: 'book books novel',
    de: 'buch',
    fr: 'livre',
    es: 'libro',
    pt: 'livro',
    it: 'libro',
    nl: 'boek',
    pl: 'książka',
    ru: 'книга',
    uk: 'книга',
    zh: '书',
    ko: '책',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#7a2f3a',
  size: 0.52,
  metres: 0.25,
  draw,
};

function draw(b: Brush): string {
  const lines = [0, 1, 2, 3, 4, 5].map((row) => {
    const y = 84 + row * 14;
    return `M26 ${y + 4} C46 ${y - 4} 70 ${y - 4} 90 ${y + 2} M110 ${y + 2} C130 ${y - 4} 154 ${y - 4} 174 ${y + 4}`;
  });
  return (
    shape(
      'M4 74 C40 58 78 60 100 72 C122 60 160 58 196 74 V184 C160 170 122 172 100 184 C78 172 40 170 4 184 Z',
      b.fall(b.main, 1.2, 0.7),
    ) +
    shape('M14 68 C44 54 78 56 100 70 V176 C78 164 44 162 14 174 Z', b.side('#fdf8ec', 0.92, 1.05)) +
    shape('M186 68 C156 54 122 56 100 70 V176 C122 164 156 162 186 174 Z', b.side('#fdf8ec', 0.8, 1)) +
    line(lines.join(' '), b.ink('#8a8070'), 2.6) +
    line('M100 70 V178', b.ink('#c9b998'), 3) +
    shape('M124 58 h12 v64 l-6 -8 l-6 8 Z', b.ink('#c8283a'))
  );
}
