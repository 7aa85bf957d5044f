/** A rose. */
import { type Brush, line, shape } from '../paint/brush.ts';
import { leaf, STEM } from './parts/plants.ts';
import type { Subject } from './subject.ts';

export const rose: Subject = {
  words: {
    en: 'rose roses',
    de: 'rose rosen',
    fr: 'rose roses',
    es: 'rosa rosas',
    pt: 'rosa rosas',
    it: 'rose',
    nl: 'roos',
    pl: 'róża',
    ru: 'роза',
    uk: 'троянда',
    zh: '玫瑰',
    ja: '薔薇 バラ',
    ko: '장미',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#d2213f',
  lends: 'colour',
  size: 0.72,
  metres: 0.5,
  flower: { nearest: 0.2 },
  lies: 'about',
  draw,
};

function draw(b: Brush): string {
  const swirl = (d: string, light: number) => shape(d, b.fall(b.main, light + 0.2, light - 0.22));
  return (
    line('M100 96 C104 130 98 160 100 192', b.ink(STEM, 0.9), 6) +
    leaf(b, [101, 126, -24]) +
    leaf(b, [101, 134, 204]) +
    shape('M76 96 C84 112 116 112 124 96 L112 100 L100 94 L88 100 Z', b.ink(STEM)) +
    swirl('M52 58 C40 88 66 108 100 106 C134 108 160 88 148 58 C140 80 60 80 52 58 Z', 0.72) +
    swirl('M54 44 C36 62 46 96 84 102 C70 84 66 58 78 36 Z', 0.9) +
    swirl('M146 44 C164 62 154 96 116 102 C130 84 134 58 122 36 Z', 0.8) +
    swirl('M66 30 C54 58 70 92 100 98 C130 92 146 58 134 30 C118 14 82 14 66 30 Z', 1) +
    swirl('M72 34 C66 56 80 78 104 84 C92 68 90 48 98 28 Z', 1.16) +
    swirl('M128 34 C134 58 118 80 96 86 C108 70 110 50 104 28 Z', 0.86) +
    swirl('M84 28 C78 46 88 62 102 66 C116 60 122 44 116 28 C106 18 92 20 84 28 Z', 1.08) +
    line('M92 34 C88 46 96 54 104 52 C112 48 110 36 102 36 C96 38 98 46 103 45', b.ink(b.main, 0.45), 2.6) +
    line('M66 34 C76 24 88 20 100 20 M54 60 C58 76 70 88 84 94', b.ink(b.main, 1.5), 1.6)
  );
}
