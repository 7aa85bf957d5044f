/** A fox. */
import { type Brush, oval, shape, turned } from '../paint/brush.ts';
import { type Build, CREAM, eye, legPair } from './parts/features.ts';
import { bob } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const fox: Subject = {
  words: {
    en: 'fox foxes',
    de: 'fuchs',
    fr: 'renard',
    es: 'zorro',
    pt: 'raposa',
    it: 'volpe',
    nl: 'vos',
    pl: 'lis lisek',
    ru: 'лиса лис',
    uk: 'лисиця лис',
    zh: '狐狸',
    ja: '狐 キツネ',
    ko: '여우',
  },
  footing: 'ground',
  home: 'forest',
  colour: '#d36a24',
  lends: 'colour',
  size: 0.4,
  metres: 0.9,
  limbs: 'legs and tail',
  legs: 'four',
  head: { brow: { x: 142, y: 64, wide: 44 }, eyes: { x: 143, y: 79, wide: 48 }, neck: { x: 142, y: 110, wide: 46 } },
  draw,
};

function draw(b: Brush): string {
  const build: Build = {
    hind: 62,
    fore: 120,
    hip: 134,
    thickness: { hind: [27, 7.5], fore: [18, 7.5] },
    foot: 'paw',
    stocking: 0.22,
  };
  return bob(
    b,
    turned(
      shape(
        'M62 126 C44 120 22 126 12 146 C5 160 4 174 9 184 C28 182 48 172 58 156 C64 146 68 138 68 132 Z',
        b.fall(b.main, 1.25, 0.75),
      ) +
        shape(
          'M9 184 C4 172 6 158 13 148 C20 150 24 158 22 166 C26 164 30 168 28 176 C22 182 15 184 9 184 Z',
          b.fall(CREAM, 1, 0.85),
        ),
      [7 * b.swing(), 62, 140],
    ) +
      legPair(b, 'far', build) +
      shape(
        'M50 132 C50 114 70 108 90 110 C106 110 122 102 136 106 C148 112 150 128 144 140 C136 152 118 150 104 146 C90 143 78 146 68 148 C56 148 50 142 50 132 Z',
        b.fall(b.main, 1.25, 0.66),
      ) +
      legPair(b, 'near', build) +
      shape('M122 112 C122 134 134 150 143 152 C151 144 154 126 151 108 L140 98 Z', b.fall(CREAM, 1, 0.85)) +
      shape(
        'M115 72 C113 56 115 42 119 33 C128 40 138 50 143 58 Z M147 58 C152 48 160 38 168 31 C171 42 172 56 171 70 Z',
        b.fall(b.main, 1.2, 0.8),
      ) +
      shape(
        'M121 64 C120 56 121 48 122 44 C127 48 132 53 135 58 Z M154 58 C157 53 161 48 165 44 C166 50 166 58 166 64 Z',
        b.ink('#3a2018'),
      ) +
      shape('M110 78 C112 54 168 50 176 76 C180 92 164 104 150 120 C136 110 108 98 110 78 Z', b.ball(b.main)) +
      shape(
        'M108 84 C122 84 136 92 144 104 L150 120 L156 104 C162 92 172 84 178 82 C180 96 164 106 150 120 C136 112 106 100 108 84 Z',
        b.fall(CREAM, 1.05, 0.9),
      ) +
      oval([150, 117, 6.5, 5], b.ball('#2a2422')) +
      eye(b, [130, 82, 5]) +
      eye(b, [161, 81, 5]),
    8,
  );
}
