/** A swan. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { DARK, gaze } from './parts/creatures.ts';
import type { Subject } from './subject.ts';

export const swan: Subject = {
  words: {
    en: 'swan swans',
    de: 'schwan',
    fr: 'cygne',
    es: 'cisne',
    pt: 'cisne',
    it: 'cigno',
    nl: 'zwaan',
    pl: 'łabędź',
    ru: 'лебедь',
    uk: 'лебідь лебеді лебедів лебедя',
    zh: '天鹅',
    ja: '白鳥',
    ko: '백조',
  },
  footing: 'surface',
  home: 'ocean',
  colour: '#f6f8fa',
  lends: 'colour',
  size: 0.34,
  metres: 1.3,
  life: 'living',
  head: { brow: { x: 148, y: 32, wide: 24 }, eyes: { x: 153, y: 43, wide: 20 }, neck: { x: 142, y: 76, wide: 24 } },
  draw,
};

function draw(b: Brush): string {
  return (
    shape('M20 150 C6 130 12 106 26 98 C34 116 46 126 60 130 Z', b.fall(b.main, 1.05, 0.75)) +
    shape(
      'M18 150 C30 118 84 112 126 126 C148 134 158 150 152 168 C130 190 54 192 30 176 C22 170 16 160 18 150 Z',
      b.fall(b.main, 1.1, 0.72),
    ) +
    shape('M34 148 C48 112 100 108 122 132 C104 140 92 158 70 162 C54 164 40 158 34 148 Z', b.side(b.main, 0.9, 1.1)) +
    line('M48 150 C66 152 88 144 104 134 M58 158 C76 158 92 150 108 140', b.ink(b.main, 0.72), 2) +
    line('M136 148 C166 138 160 104 144 88 C128 70 130 44 148 40', b.ink(b.main, 0.98), 19) +
    oval([150, 42, 15, 13], b.ball(b.main)) +
    shape('M160 36 L190 48 C186 54 172 54 160 50 Z', b.fall('#f08a24')) +
    shape('M158 36 C164 36 168 40 168 44 L158 48 Z', b.ink(DARK)) +
    gaze(b, [153, 39, 3])
  );
}
