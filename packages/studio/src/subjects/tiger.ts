/** A tiger. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { bigCatFace } from './parts/beasts.ts';
import { type Build, CREAM, legPair } from './parts/features.ts';
import { bob, taper } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const tiger: Subject = {
  words: {
    en: 'tiger tigers tigress',
    de: 'tiger',
    fr: 'tigre tigres',
    es: 'tigre tigres',
    pt: 'tigre tigres',
    it: 'tigre tigri',
    nl: 'tijger',
    pl: 'tygrys',
    ru: 'тигр',
    uk: 'тигр',
    zh: '老虎',
    ja: '虎 トラ',
    ko: '호랑이',
  },
  footing: 'ground',
  home: 'forest',
  colour: '#e08a2c',
  size: 0.46,
  metres: 2.5,
  limbs: 'legs and tail',
  seat: { high: 0.45, back: 0.12 },
  legs: 'four',
  head: { brow: { x: 140, y: 50, wide: 48 }, eyes: { x: 140, y: 72, wide: 48 }, neck: { x: 132, y: 112, wide: 52 } },
  draw,
};

function draw(b: Brush): string {
  const build: Build = {
    hind: 50,
    fore: 118,
    hip: 128,
    thickness: { hind: [36, 13], fore: [27, 14] },
    foot: 'paw',
    stocking: 0.86,
  };
  const sway = 10 * b.swing();
  const stripe = b.ink('#1f1712');
  const tail: [number, number, number][] = [
    [40, 112, 10],
    [18, 116, 9],
    [6 + sway * 0.5, 96, 8],
    [14 + sway, 72, 7],
  ];
  const flank = [44, 56, 69, 82, 95, 107].map(
    (x, at) =>
      `M${x} 99 C${x - 5} 108 ${x + 4} 116 ${x - 2 + (at % 2) * 4} ${124 + (at % 3) * 4} C${x + 5} 116 ${x + 2} 108 ${x + 6} 99 Z`,
  );
  const brow = 'M134 52 L138 60 L142 52 Z M124 56 L131 62 L130 54 Z M154 56 L147 62 L148 54 Z';
  const cheeks =
    'M115 74 L126 76 L115 80 Z M116 85 L127 84 L119 91 Z M169 74 L158 76 L169 80 Z M168 85 L157 84 L165 91 Z';
  return bob(
    b,
    shape(taper(tail), b.fall(b.main, 1.1, 0.8)) +
      line(`M22 114 l4 5 M10 104 l7 1 M${8 + sway * 0.6} 90 l8 -2 M${12 + sway} 76 l6 0`, stripe, 4) +
      legPair(b, 'far', build) +
      shape(
        'M30 122 C30 102 52 96 76 100 C96 102 116 94 132 98 C146 106 148 130 138 144 C122 154 102 148 86 144 C72 142 62 148 48 146 C36 142 30 134 30 122 Z',
        b.fall(b.main, 1.22, 0.72),
      ) +
      shape('M70 144 C86 142 104 150 122 150 C110 156 84 154 70 144 Z', b.ink(CREAM, 0.92)) +
      legPair(b, 'near', build) +
      shape(flank.join(' '), stripe) +
      line('M42 150 l12 3 M44 160 l9 3 M112 152 l12 2 M113 162 l10 2', stripe, 3.4) +
      oval([116, 54, 11, 11], b.ball(b.main)) +
      oval([164, 54, 11, 11], b.ball(b.main)) +
      oval([116, 55, 5.5, 5.5], stripe) +
      oval([164, 55, 5.5, 5.5], stripe) +
      oval([141, 80, 33, 31], b.ball(b.main)) +
      shape(
        'M112 88 C118 106 128 110 141 111 C154 110 164 106 170 88 C164 98 154 92 143 92 C130 92 118 98 112 88 Z',
        b.fall(CREAM, 1, 0.9),
      ) +
      bigCatFace(b) +
      shape(`${brow} ${cheeks}`, stripe),
    6,
  );
}
