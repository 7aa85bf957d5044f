/** A pyramid. */
import { type Brush, line, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const pyramid: Subject = {
  words: {
    en: 'pyramid pyramids',
    de: 'pyramide',
    fr: 'pyramide',
    es: 'pirámide',
    pt: 'pirâmide',
    it: 'piramide',
    nl: 'piramide',
    pl: 'piramida',
    ru: 'пирамида',
    uk: 'піраміда',
    zh: '金字塔',
    ja: 'ピラミッド',
    ko: '피라미드',
  },
  footing: 'ground',
  home: 'desert',
  colour: '#d9b070',
  size: 0.5,
  metres: 140,
  draw,
};

function draw(b: Brush): string {
  const courses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => {
    const y = 64 + row * 13;
    const half = ((y - 40) / 150) * 96;
    return `M${100 - half} ${y} H${100 + half * 0.24} L${100 + half} ${y - half * 0.09}`;
  });
  return (
    shape('M100 40 L4 190 H124 Z', b.side(b.main, 1.2, 0.95)) +
    shape('M100 40 L124 190 L196 176 Z', b.side(b.main, 0.7, 0.52)) +
    line(courses.join(' '), b.ink(b.main, 0.62), 1.4) +
    shape('M58 190 V172 H70 V190 Z', b.ink('#2a1c10'))
  );
}
