/** A cow. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { type Build, DARK, eye, legPair } from './parts/features.ts';
import { bob, taper } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const cow: Subject = {
  words: {
    en: 'cow cows cattle bull',
    de: 'kuh',
    fr: 'vache',
    es: 'vaca',
    pt: 'vaca',
    it: 'mucca',
    nl: 'koe',
    pl: 'krowa',
    ru: 'корова',
    uk: 'корова',
    zh: '奶牛',
    ja: '牛',
    ko: '소',
    kin: {
      bull: {
        de: 'stier bulle',
        fr: 'taureau',
        es: 'toro',
        pt: 'touro',
        it: 'toro',
        nl: 'stier',
        pl: 'byk',
        ja: '雄牛',
        ko: '황소',
      },
    },
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#f3efe8',
  size: 0.44,
  metres: 2.4,
  limbs: 'legs and tail',
  seat: { high: 0.5, back: 0.06 },
  legs: 'four',
  head: { brow: { x: 154, y: 54, wide: 36 }, eyes: { x: 160, y: 68, wide: 32 }, neck: { x: 134, y: 90, wide: 48 } },
  draw,
};

function draw(b: Brush): string {
  const build: Build = {
    hind: 48,
    fore: 116,
    hip: 126,
    thickness: { hind: [30, 10], fore: [24, 10] },
    foot: 'hoof',
    stocking: 0.85,
  };
  const patch = b.fall('#2b2624', 1.2, 0.8);
  return bob(
    b,
    line(`M32 98 C18 106 22 128 ${20 + 6 * b.swing()} 146`, b.ink(b.main, 0.8), 4) +
      oval([20 + 6 * b.swing(), 150, 4, 8], b.ink(DARK)) +
      legPair(b, 'far', build) +
      shape('M66 140 C66 156 92 156 92 140 Z', b.ink('#e8a9a4')) +
      shape(
        'M28 112 C26 94 40 88 58 90 C80 92 104 90 122 86 C138 86 146 98 146 114 C146 132 136 142 120 144 C96 148 66 148 48 144 C34 140 29 126 28 112 Z',
        b.fall(b.main, 1.08, 0.7),
      ) +
      shape(
        'M50 90 C66 92 78 92 84 96 C86 112 72 120 60 116 C48 112 44 100 50 90 Z M100 104 C114 98 126 106 124 120 C120 132 104 134 98 124 C94 116 94 108 100 104 Z M29 122 C36 120 44 126 44 136 C38 136 31 130 29 122 Z',
        patch,
      ) +
      legPair(b, 'near', build) +
      shape(
        taper([
          [128, 106, 42],
          [146, 88, 30],
          [154, 76, 24],
        ]),
        b.side(b.main, 1.1, 0.8),
      ) +
      shape('M138 62 C128 56 120 58 116 64 C122 72 132 74 140 71 Z', patch) +
      shape(
        'M148 54 C146 46 150 40 156 38 C155 44 156 50 158 54 Z M166 54 C168 46 174 42 180 42 C176 47 174 52 172 58 Z',
        b.ink('#e8dcc0'),
      ) +
      shape(
        'M138 64 C142 52 164 48 174 58 C178 70 186 82 188 92 C188 104 172 108 162 102 C150 94 138 80 138 64 Z',
        b.fall(b.main, 1.1, 0.82),
      ) +
      shape('M138 64 C141 55 150 52 156 52 C154 64 150 74 146 80 C141 74 138 70 138 64 Z', patch) +
      shape(
        'M158 92 C164 84 182 82 188 90 C192 100 182 108 172 107 C163 106 156 100 158 92 Z',
        b.fall('#eab4ac', 1.05, 0.85),
      ) +
      oval([167, 96, 2.4, 3], b.ink('#7a4a48')) +
      oval([181, 94, 2.4, 3], b.ink('#7a4a48')) +
      eye(b, [163, 70, 4]),
    6,
  );
}
