/** Cow and sheep, standing on y = 190 of a 200 by 200 field and looking right. */
import { type Brush, line, oval, shape } from '../brush.ts';
import { type Build, DARK, eye, legPair } from './features.ts';
import { bob, taper } from './limbs.ts';

export function cow(b: Brush): string {
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

export function sheep(b: Brush): string {
  const build: Build = {
    hind: 62,
    fore: 112,
    hip: 138,
    thickness: { hind: [16, 8], fore: [14, 8] },
    foot: 'hoof',
    stocking: 0.8,
    coat: [58, 52, 50],
  };
  const wool = Array.from({ length: 22 }, (_, at) => {
    const angle = (at / 22) * 2 * Math.PI;
    return oval([90 + 48 * Math.cos(angle), 120 + 28 * Math.sin(angle), 14, 13], b.ball(b.main));
  });
  return bob(
    b,
    legPair(b, 'far', build) +
      legPair(b, 'near', build) +
      wool.join('') +
      oval([90, 118, 50, 30], b.fall(b.main, 1.05, 0.82)) +
      line(
        'M60 112 q6 8 12 0 M84 104 q6 8 12 0 M104 116 q6 8 12 0 M72 128 q6 8 12 0 M94 132 q6 8 12 0',
        b.ink(b.main, 0.72),
        2,
      ) +
      shape('M132 92 C124 88 116 90 112 96 C118 102 128 102 136 100 Z', b.ink('#3a3432')) +
      shape(
        'M130 90 C136 76 158 76 162 90 C166 104 166 118 156 124 C146 126 138 116 134 106 Z',
        b.fall('#4a4340', 1.15, 0.8),
      ) +
      [
        [132, 84, 12],
        [145, 78, 12],
        [156, 84, 10],
      ]
        .map(([x, y, r]) => oval([x!, y!, r!, r! * 0.85], b.ball(b.main)))
        .join('') +
      eye(b, [150, 98, 4], '#f2d36a') +
      oval([150, 98, 1.8, 2.4], b.ink(DARK)) +
      line('M152 114 C156 117 160 116 162 112', b.ink('#d8b0a8'), 1.8),
    5,
  );
}
