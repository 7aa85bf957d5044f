/** A sheep. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { type Build, DARK, eye, legPair } from './parts/features.ts';
import { bob } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const sheep: Subject = {
  words: {
    en: 'sheep lamb lambs',
    de: 'schaf',
    fr: 'mouton',
    es: 'oveja',
    pt: 'ovelha',
    it: 'pecora',
    nl: 'schaap',
    pl: 'owca',
    ru: 'овца',
    uk: 'вівця',
    zh: '绵羊',
    ja: '羊',
    ko: '양',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#f4f0e6',
  size: 0.38,
  metres: 1.2,
  limbs: 'legs',
  legs: 'four',
  head: { brow: { x: 143, y: 76, wide: 34 }, eyes: { x: 149, y: 97, wide: 28 }, neck: { x: 128, y: 116, wide: 40 } },
  draw,
};

function draw(b: Brush): string {
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
