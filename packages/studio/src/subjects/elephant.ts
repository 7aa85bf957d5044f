/** An elephant. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { CREAM, DARK, eye } from './parts/features.ts';
import { taper } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const elephant: Subject = {
  words: {
    en: 'elephant elephants',
    de: 'elefant elefanten',
    fr: 'éléphant elephant',
    es: 'elefante elefantes',
    pt: 'elefante elefantes',
    it: 'elefante elefanti',
    nl: 'olifant',
    pl: 'słoń',
    ru: 'слон',
    uk: 'слон',
    zh: '大象',
    ja: '象 ゾウ',
    ko: '코끼리',
  },
  footing: 'ground',
  home: 'desert',
  colour: '#8b8f98',
  size: 0.52,
  metres: 4,
  limbs: 'legs',
  seat: { high: 0.68, back: 0.1 },
  legs: 'four',
  head: { brow: { x: 150, y: 54, wide: 56 }, eyes: { x: 158, y: 76, wide: 46 }, neck: { x: 122, y: 116, wide: 66 } },
  draw,
};

function draw(b: Brush): string {
  const pillar = (x: number, light: number, offset: number) => {
    const swing = 12 * b.stride * b.swing(offset);
    const lift = 7 * b.stride * Math.max(0, b.swing(offset + 0.25));
    const foot = x + swing;
    const nails = [-8, 0, 8].map((at) => oval([foot + at, 185 - lift, 3.4, 3], b.ink(CREAM, light * 0.95)));
    return (
      shape(
        taper([
          [x, 118, 36],
          [x + swing * 0.4 - 1, 142, 29],
          [x + swing * 0.7 + 1, 162, 24],
          [foot, 177 - lift, 26],
        ]),
        b.fall(b.main, light, light * 0.62),
      ) +
      oval([foot, 184 - lift, 15, 6], b.ink(b.main, light * 0.6)) +
      nails.join('')
    );
  };
  return (
    shape(
      taper([
        [26, 92, 7],
        [15, 112, 5],
        [14, 130, 3],
      ]),
      b.ink(b.main, 0.7),
    ) +
    oval([14, 134, 4, 7], b.ink(DARK)) +
    pillar(60, 0.66, 0.5) +
    pillar(122, 0.66, 0) +
    shape(
      'M18 106 C16 70 44 52 76 54 C96 46 124 50 138 66 C150 88 146 116 136 130 C108 142 56 144 32 134 C22 128 19 118 18 106 Z',
      b.fall(b.main, 1.25, 0.6),
    ) +
    pillar(40, 1, 0) +
    pillar(104, 1, 0.5) +
    shape(
      'M116 62 C136 40 170 48 178 76 C184 98 176 126 180 152 C183 168 193 168 195 158 C199 180 172 186 167 162 C161 136 162 124 151 114 C132 112 114 94 116 62 Z',
      b.side(b.main, 1.2, 0.78),
    ) +
    shape('M156 110 C158 124 172 132 187 124 C179 122 170 116 167 104 Z', b.fall('#fbf5e6', 1, 0.8)) +
    shape(
      'M120 60 C98 46 72 62 76 94 C78 112 92 128 106 122 C122 116 134 100 134 82 C134 70 128 64 120 60 Z',
      b.ball(b.main),
    ) +
    line('M90 72 C84 86 88 104 96 112', b.ink(b.main, 0.72), 2) +
    eye(b, [150, 78, 4]) +
    line('M168 128 h10 M168 138 h10 M169 148 h11 M171 158 h10', b.ink(b.main, 0.62), 1.8)
  );
}
