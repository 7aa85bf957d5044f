/** A motorcycle. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { wheel } from './parts/vehicles.ts';
import type { Subject } from './subject.ts';

export const motorcycle: Subject = {
  words: {
    en: 'motorcycle motorbike motorcycles',
    de: 'motorrad',
    fr: 'moto',
    es: 'motocicleta moto',
    pt: 'moto',
    it: 'moto motocicletta',
    nl: 'motor motorfiets',
    pl: 'motocykl',
    ru: 'мотоцикл',
    uk: 'мотоцикл',
    zh: '摩托车',
    ja: 'バイク',
    ko: '오토바이',
  },
  footing: 'ground',
  home: 'road',
  colour: '#c8372c',
  size: 0.38,
  metres: 2.1,
  way: 'drives',
  seat: { high: 0.4, back: 0.2 },
  road: 'across',
  saddle: 'astride',
  draw,
};

function draw(b: Brush): string {
  return (
    wheel(b, [42, 158, 32]) +
    wheel(b, [158, 158, 32]) +
    line('M158 158 L132 88', b.fall('#c4cad0', 1.2, 0.8), 9) +
    line('M158 158 L136 96', b.ink('#e6eaee'), 4) +
    line('M42 158 L84 150 L70 116', b.ink('#3c4248'), 8) +
    oval([96, 146, 27, 23], b.ball('#8d949c')) +
    line('M82 136 h28 M80 144 h32 M82 152 h28', b.ink('#4a5058'), 2.6) +
    line('M84 164 C60 174 36 174 12 170', b.fall('#d5dade', 1.2, 0.7), 8) +
    shape('M68 112 C80 96 120 88 136 100 C138 114 120 128 98 128 C84 128 72 124 68 112 Z', b.fall(b.main, 1.35, 0.6)) +
    shape('M16 106 C34 100 58 102 84 110 C82 122 62 126 44 120 C34 116 24 112 16 106 Z', b.fall('#2a2420', 1.4, 0.8)) +
    shape('M10 136 C12 118 26 108 44 108 C36 114 26 122 22 138 Z', b.fall(b.main, 1.2, 0.6)) +
    shape(
      'M136 132 C140 118 158 112 176 120 C186 124 190 132 190 138 C176 126 152 124 140 138 Z',
      b.fall(b.main, 1.2, 0.6),
    ) +
    line('M132 90 L124 72 C116 68 108 70 104 74', b.ink('#2a2d33'), 5) +
    oval([142, 92, 11, 12], b.lamps === 'lit' ? b.lamp('#fff6d0') : b.ball('#f4f1e0')) +
    shape('M82 100 C96 94 112 92 124 96 C110 98 96 102 86 108 Z', '#ffffff', 'fill-opacity="0.4"')
  );
}
