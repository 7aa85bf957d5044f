/** An apple. */
import { type Brush, line, shape } from '../paint/brush.ts';
import { SHEEN } from './parts/food.ts';
import type { Subject } from './subject.ts';

export const apple: Subject = {
  words: {
    en: 'apple apples',
    de: 'apfel',
    fr: 'pomme',
    es: 'manzana',
    pt: 'maçã',
    it: 'mela',
    nl: 'appel',
    pl: 'jabłko',
    ru: 'яблоко',
    uk: 'яблуко',
    zh: '苹果',
    ja: 'りんご リンゴ',
    ko: '사과',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#cf2f2c',
  lends: 'colour',
  size: 0.5,
  metres: 0.08,
  shape: 'round',
  draw,
};

function draw(b: Brush): string {
  return (
    shape(
      'M100 62 C72 36 24 52 26 104 C28 154 66 192 100 182 C134 192 172 154 174 104 C176 52 128 36 100 62 Z',
      b.ball(b.main),
    ) +
    shape('M76 58 C92 72 108 72 124 58 C116 76 84 76 76 58 Z', b.ink(b.main, 0.45)) +
    line('M100 66 C98 48 104 32 112 22', b.ink('#5a3a20'), 7) +
    shape('M106 44 C118 20 146 18 164 30 C152 50 126 58 106 44 Z', b.fall('#5ea43a', 1.3, 0.7)) +
    shape('M44 92 C46 72 58 62 70 62 C58 74 54 90 56 112 C48 110 44 102 44 92 Z', '#ffffff', SHEEN)
  );
}
