/** A lion. */
import { type Brush, oval, shape, turned } from '../paint/brush.ts';
import { bigCatFace } from './parts/beasts.ts';
import { type Build, legPair } from './parts/features.ts';
import { bob, taper } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const lion: Subject = {
  words: {
    en: 'lion lions lioness',
    de: 'löwe löwen',
    fr: 'lion lions',
    es: 'león leon leones',
    pt: 'leão leao',
    it: 'leone leoni',
    nl: 'leeuw',
    pl: 'lew',
    ru: 'лев',
    uk: 'лев',
    zh: '狮子',
    ja: 'ライオン',
    ko: '사자',
  },
  footing: 'ground',
  home: 'desert',
  colour: '#d9a24a',
  lends: 'colour',
  size: 0.46,
  metres: 2.4,
  limbs: 'legs and tail',
  seat: { high: 0.45, back: 0.12 },
  legs: 'four',
  head: { brow: { x: 140, y: 34, wide: 60 }, eyes: { x: 140, y: 71, wide: 52 }, neck: { x: 140, y: 126, wide: 66 } },
  draw,
};

function draw(b: Brush): string {
  const build: Build = {
    hind: 50,
    fore: 118,
    hip: 128,
    thickness: { hind: [36, 13], fore: [27, 14] },
    foot: 'paw',
    stocking: 0.82,
  };
  const locks = [
    ['#5f2f10', 40, 16, 0],
    ['#7f4418', 31, 14, 0.22],
  ] as const;
  const mane = locks.flatMap(([colour, reach, size, turn]) =>
    Array.from({ length: 16 }, (_, at) => {
      const angle = ((at + turn) / 16) * 2 * Math.PI;
      const [x, y] = [140 + reach * Math.cos(angle), 78 + reach * 1.06 * Math.sin(angle)];
      return turned(oval([x, y, size, size * 0.62], b.fall(colour, 1.2, 0.7)), [(angle * 180) / Math.PI, x, y]);
    }),
  );
  const sway = 10 * b.swing();
  return bob(
    b,
    shape(
      taper([
        [40, 114, 9],
        [18, 118, 7],
        [7 + sway * 0.5, 98, 5.5],
        [16 + sway, 76, 4.5],
      ]),
      b.fall(b.main, 1, 0.8),
    ) +
      oval([17 + sway, 68, 8, 12], b.ball('#6a3512')) +
      legPair(b, 'far', build) +
      shape(
        'M30 122 C30 102 52 96 76 100 C96 102 116 94 132 98 C146 106 148 130 138 144 C122 154 102 148 86 144 C72 142 62 148 48 146 C36 142 30 134 30 122 Z',
        b.fall(b.main, 1.22, 0.68),
      ) +
      legPair(b, 'near', build) +
      mane.join('') +
      oval([140, 78, 33, 34], b.ball('#8a4a1c')) +
      oval([119, 50, 9, 9], b.ball(b.main)) +
      oval([161, 50, 9, 9], b.ball(b.main)) +
      bigCatFace(b),
    6,
  );
}
