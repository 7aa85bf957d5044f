/** A frog. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { eye } from './parts/features.ts';
import type { Subject } from './subject.ts';

export const frog: Subject = {
  words: {
    en: 'frog frogs toad',
    de: 'frosch',
    fr: 'grenouille',
    es: 'rana',
    pt: 'sapo rã',
    it: 'rana',
    nl: 'kikker',
    pl: 'żaba',
    ru: 'лягушка',
    uk: 'жаба',
    zh: '青蛙',
    ja: 'カエル',
    ko: '개구리',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#49a33a',
  lends: 'colour',
  size: 0.36,
  metres: 0.1,
  underfoot: 'lily-pad',
  life: 'living',
  head: { brow: { x: 100, y: 74, wide: 50 }, eyes: { x: 99, y: 76, wide: 106 }, neck: { x: 100, y: 142, wide: 80 } },
  draw,
};

function draw(b: Brush): string {
  const skin = b.fall(b.main);
  return (
    shape(
      'M30 178 C6 150 30 116 62 124 L76 180 Z M170 178 C194 150 170 116 138 124 L124 180 Z',
      b.fall(b.main, 1, 0.55),
    ) +
    shape('M44 130 C48 92 152 92 156 130 C164 172 140 190 100 190 C60 190 36 172 44 130 Z', b.ball(b.main)) +
    shape(
      'M66 156 C72 128 128 128 134 156 C136 180 120 188 100 188 C80 188 64 180 66 156 Z',
      b.fall('#e9f2c0', 1, 0.82),
    ) +
    shape('M50 108 C52 74 148 74 150 108 C152 134 130 142 100 142 C70 142 48 134 50 108 Z', skin) +
    oval([70, 78, 21, 21], b.ball(b.main)) +
    oval([130, 78, 21, 21], b.ball(b.main)) +
    oval([71, 76, 13, 14], b.ink('#f7e27a')) +
    oval([129, 76, 13, 14], b.ink('#f7e27a')) +
    eye(b, [72, 77, 8]) +
    eye(b, [128, 77, 8]) +
    line('M62 114 C80 130 120 130 138 114', b.ink(b.main, 0.35), 3.5) +
    oval([94, 100, 2, 1.6], b.ink(b.main, 0.35)) +
    oval([106, 100, 2, 1.6], b.ink(b.main, 0.35)) +
    line(
      'M70 166 L58 190 M58 190 h-12 M58 190 l-6 -6 M130 166 L142 190 M142 190 h12 M142 190 l6 -6',
      b.ink(b.main, 0.75),
      7,
    )
  );
}
