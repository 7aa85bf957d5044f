/** A giraffe. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { type Build, CREAM, DARK, eye, legPair } from './parts/features.ts';
import { bob, taper } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const giraffe: Subject = {
  words: {
    en: 'giraffe giraffes',
    de: 'giraffe',
    fr: 'girafe',
    es: 'jirafa',
    pt: 'girafa',
    it: 'giraffa',
    nl: 'giraffe giraf giraffen',
    pl: 'żyrafa',
    ru: 'жираф',
    uk: 'жираф',
    zh: '长颈鹿',
    ja: 'キリン',
    ko: '기린',
  },
  footing: 'ground',
  home: 'savanna',
  colour: '#e8c07a',
  size: 0.66,
  metres: 5,
  limbs: 'legs and tail',
  legs: 'four',
  head: { brow: { x: 138, y: 20, wide: 24 }, eyes: { x: 147, y: 25, wide: 22 }, neck: { x: 128, y: 72, wide: 30 } },
  draw,
};

function draw(b: Brush): string {
  const build: Build = {
    hind: 60,
    fore: 108,
    hip: 122,
    thickness: { hind: [24, 6.5], fore: [19, 6.5] },
    foot: 'hoof',
    stocking: 0.95,
  };
  const spot = (x: number, y: number, r: number) =>
    `M${x - r} ${y - r * 0.5} L${x} ${y - r} L${x + r} ${y - r * 0.4} L${x + r * 0.8} ${y + r * 0.8} L${x - r * 0.5} ${y + r} Z`;
  const spots = [
    [58, 112, 6.5],
    [74, 108, 7],
    [90, 106, 7],
    [106, 104, 7],
    [64, 125, 6],
    [80, 123, 6.5],
    [97, 121, 6.5],
    [113, 118, 6],
    [114, 88, 5.5],
    [122, 76, 5.5],
    [126, 62, 5],
    [132, 49, 4.6],
    [136, 36, 4],
  ].map(([x, y, r]) => spot(x!, y!, r!));
  return bob(
    b,
    line(`M50 108 C40 118 42 130 ${42 + 5 * b.swing()} 142`, b.ink(b.main, 0.8), 3) +
      oval([42 + 5 * b.swing(), 145, 3, 6], b.ink('#3a2418')) +
      legPair(b, 'far', build) +
      shape(
        'M47 116 C47 104 60 98 76 98 C92 96 104 90 116 88 C126 92 128 108 122 122 C114 134 92 136 74 134 C58 134 47 128 47 116 Z',
        b.fall(b.main, 1.2, 0.74),
      ) +
      legPair(b, 'near', build) +
      shape(
        taper([
          [112, 104, 30],
          [120, 78, 20],
          [130, 50, 15],
          [140, 26, 13],
        ]),
        b.side(b.main, 1.15, 0.8),
      ) +
      shape('M106 92 C114 70 124 44 134 20 L138 24 C130 46 120 70 112 92 Z', b.ink('#7a4a22')) +
      shape(spots.join(' '), b.ink('#9a5f2a')) +
      line('M139 20 L137 6 M146 19 L147 6', b.ink('#7a4a22'), 3.4) +
      shape('M134 22 C128 16 122 16 118 20 C124 26 130 27 136 26 Z', b.ink(b.main, 0.85)) +
      shape(
        'M132 26 C134 15 148 12 156 20 L174 32 C178 37 174 43 167 42 L146 38 C138 38 132 34 132 26 Z',
        b.fall(b.main, 1.2, 0.8),
      ) +
      shape('M164 29 L174 33 C178 38 174 43 167 42 L158 40 Z', b.ink(CREAM, 0.9)) +
      eye(b, [149, 24, 3.2]) +
      oval([171, 36, 1.6, 1.4], b.ink(DARK)),
    5,
  );
}
