/** A deer. */
import { type Brush, oval, shape } from '../paint/brush.ts';
import { type Build, CREAM, DARK, eye, legPair } from './parts/features.ts';
import { bob, taper } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const deer: Subject = {
  words: {
    en: 'deer stag elk reindeer',
    de: 'hirsch reh',
    fr: 'cerf',
    es: 'ciervo',
    pt: 'cervo veado',
    it: 'cervo',
    nl: 'hert',
    pl: 'jeleń',
    ru: 'олень',
    uk: 'олень',
    zh: '鹿',
    ja: '鹿',
    ko: '사슴',
  },
  footing: 'ground',
  home: 'forest',
  colour: '#8a5a34',
  size: 0.5,
  metres: 2,
  limbs: 'legs',
  seat: { high: 0.46, back: 0.08 },
  legs: 'four',
  head: { brow: { x: 154, y: 50, wide: 26 }, eyes: { x: 162, y: 60, wide: 22 }, neck: { x: 148, y: 88, wide: 30 } },
  draw,
};

function antlers(b: Brush): string {
  const horn = b.fall('#e2cda6', 1.1, 0.75);
  return [
    [
      [149, 53, 5.5],
      [139, 40, 4.6],
      [132, 24, 3.6],
      [134, 5, 1.6],
    ],
    [
      [137, 35, 3.8],
      [127, 32, 3],
      [117, 24, 1.4],
    ],
    [
      [132, 22, 3.4],
      [125, 16, 2.4],
      [120, 7, 1.2],
    ],
    [
      [157, 51, 5.5],
      [162, 37, 4.6],
      [169, 23, 3.6],
      [180, 8, 1.6],
    ],
    [
      [162, 36, 3.8],
      [172, 34, 3],
      [182, 27, 1.4],
    ],
    [
      [169, 23, 3.4],
      [178, 22, 2.4],
      [188, 17, 1.2],
    ],
  ]
    .map((joints) => shape(taper(joints as [number, number, number][]), horn))
    .join('');
}

function draw(b: Brush): string {
  const spots = [
    [62, 106],
    [76, 110],
    [90, 105],
    [70, 118],
    [86, 119],
    [100, 112],
  ].map(([x, y]) => oval([x!, y!, 2.8, 2.2], b.ink(CREAM, 0.95)));
  return deerBody(b, antlers(b) + spots.join(''));
}

/** `marks` are what tells one of the family from the others. */
export function deerBody(b: Brush, marks: string): string {
  const build: Build = {
    hind: 52,
    fore: 114,
    hip: 120,
    thickness: { hind: [26, 6], fore: [16, 5.6] },
    foot: 'hoof',
    stocking: 0.62,
  };
  return bob(
    b,
    legPair(b, 'far', build) +
      shape(
        'M39 116 C36 102 48 94 64 97 C80 101 96 100 112 95 C126 91 138 98 140 110 C141 124 132 132 120 134 C104 138 88 134 74 132 C60 136 42 130 39 116 Z',
        b.fall(b.main, 1.25, 0.68),
      ) +
      shape('M42 104 C30 98 26 112 33 122 C38 122 41 116 44 111 Z', b.fall(CREAM, 1, 0.85)) +
      shape('M76 131 C92 137 110 137 124 131 C112 142 90 140 76 131 Z', b.ink(CREAM, 0.82)) +
      legPair(b, 'near', build) +
      shape(
        'M108 106 C120 92 132 74 144 56 L161 66 C156 88 148 108 139 122 C128 128 110 122 108 106 Z',
        b.side(b.main),
      ) +
      shape('M130 124 C140 114 150 92 155 78 C158 96 148 116 139 123 Z', b.ink(CREAM, 0.95)) +
      shape('M143 58 C133 54 127 47 124 39 C135 41 143 47 148 54 Z', b.fall(b.main, 1.1, 0.7)) +
      shape(
        'M141 60 C148 47 162 48 169 58 L186 72 C189 79 184 84 177 83 C170 83 164 81 158 79 C148 78 142 70 141 60 Z',
        b.fall(b.main, 1.2, 0.8),
      ) +
      shape('M168 74 C176 72 184 74 186 79 C180 85 172 84 166 81 Z', b.ink(CREAM)) +
      oval([184, 74, 4, 3.4], b.ink(DARK)) +
      eye(b, [160, 61, 3.6]) +
      marks,
    6,
  );
}
