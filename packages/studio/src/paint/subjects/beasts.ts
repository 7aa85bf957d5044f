/** Dog, fox, lion and bear: those on paws, standing on y = 190 of a 200 by 200 field and looking right. */
import { type Brush, line, oval, shape, turned } from '../brush.ts';
import { type Build, CREAM, DARK, eye, legPair } from './features.ts';
import { bob, taper } from './limbs.ts';

export function dog(b: Brush): string {
  const build: Build = {
    hind: 58,
    fore: 126,
    hip: 134,
    thickness: { hind: [31, 10], fore: [22, 10.5] },
    foot: 'paw',
    stocking: 0.8,
  };
  const wag = 14 * b.swing();
  return bob(
    b,
    shape(
      taper([
        [56, 122, 14],
        [38, 112, 12],
        [28 + wag * 0.4, 96, 9],
        [30 + wag, 78, 5],
      ]),
      b.fall(b.main, 1.15, 0.75),
    ) +
      legPair(b, 'far', build) +
      shape(
        'M42 128 C42 112 58 107 78 110 C98 110 112 104 130 104 C146 106 152 124 148 140 C143 155 126 158 110 152 C94 146 80 146 66 150 C50 152 42 142 42 128 Z',
        b.fall(b.main, 1.25, 0.66),
      ) +
      legPair(b, 'near', build) +
      shape(
        'M108 122 C108 92 118 70 134 62 L160 78 C160 106 154 128 144 142 C130 146 110 140 108 122 Z',
        b.side(b.main, 1.15, 0.85),
      ) +
      shape(
        'M126 140 C132 150 146 150 149 134 C151 124 152 114 150 106 C146 120 138 132 126 140 Z',
        b.fall(CREAM, 1, 0.85),
      ) +
      line('M113 110 C124 120 142 120 155 107', b.ink('#c22f36'), 7) +
      oval([139, 121, 5, 5], b.ball('#f1c33c')) +
      oval([142, 64, 31, 27], b.ball(b.main)) +
      shape('M150 62 C176 58 188 68 184 80 C178 92 154 90 146 82 Z', b.fall(CREAM, 1, 0.8)) +
      oval([183, 68, 8, 6.5], b.ball('#2a2422')) +
      shape('M118 46 C98 54 96 86 108 100 C122 96 132 70 130 50 Z', b.fall(b.main, 0.85, 0.5)) +
      eye(b, [152, 58, 5]) +
      line('M160 86 C168 90 176 88 181 83', b.ink(DARK), 2) +
      shape('M164 87 C164 102 174 104 175 88 Z', b.ink('#e56a72')),
    8,
  );
}

export function fox(b: Brush): string {
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

export function lion(b: Brush): string {
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

/** Seen from the front. */
export function bigCatFace(b: Brush): string {
  return (
    oval([141, 76, 27, 28], b.ball(b.main)) +
    shape('M134 62 C136 72 136 80 134 86 H152 C150 80 150 72 151 62 Z', b.fall(b.main, 1.35, 1.05)) +
    oval([143, 93, 16, 11], b.fall('#f7e8cf', 1, 0.85)) +
    shape('M135 82 H152 L143.5 91 Z', b.ink('#3a201a')) +
    line('M143.5 91 V97 C140 102 134 101 132 98 M143.5 97 C147 102 153 101 155 98', b.ink(DARK), 2) +
    eye(b, [130, 72, 4.4], '#5a3a10') +
    eye(b, [156, 72, 4.4], '#5a3a10')
  );
}

export function bear(b: Brush): string {
  const build: Build = {
    hind: 46,
    fore: 116,
    hip: 130,
    thickness: { hind: [42, 19], fore: [35, 20] },
    foot: 'paw',
    stocking: 0.7,
  };
  return bob(
    b,
    legPair(b, 'far', build) +
      shape(
        'M18 130 C14 98 42 80 72 82 C88 74 116 74 134 90 C150 108 150 136 138 150 C112 162 50 162 30 152 C22 146 19 138 18 130 Z',
        b.fall(b.main, 1.3, 0.6),
      ) +
      oval([18, 122, 8, 8], b.ink(b.main, 0.8)) +
      legPair(b, 'near', build) +
      oval([120, 56, 12, 12], b.ball(b.main)) +
      oval([158, 52, 12, 12], b.ball(b.main)) +
      oval([120, 57, 6, 6], b.ink(b.main, 0.5)) +
      oval([158, 53, 6, 6], b.ink(b.main, 0.5)) +
      oval([142, 82, 36, 34], b.ball(b.main)) +
      oval([160, 94, 21, 15], b.ball('#d8b48a')) +
      oval([173, 87, 8, 6], b.ball('#2a2422')) +
      line('M171 94 C169 103 160 104 154 101', b.ink(DARK), 2.4) +
      eye(b, [138, 74, 4.6]) +
      eye(b, [161, 72, 4.6]),
    7,
  );
}
