/** A panda. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { type Build, DARK, eye, legPair } from './parts/features.ts';
import { bob } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const panda: Subject = {
  words: {
    en: 'panda pandas',
    de: 'panda',
    fr: 'panda',
    es: 'panda',
    pt: 'panda',
    it: 'panda',
    nl: 'panda',
    pl: 'panda',
    ru: 'панда',
    uk: 'панда',
    zh: '熊猫',
    ja: 'パンダ 熊猫',
    ko: '판다',
  },
  footing: 'ground',
  home: 'forest',
  colour: '#f4f3ee',
  size: 0.48,
  metres: 1.6,
  limbs: 'legs',
  head: { brow: { x: 138, y: 44, wide: 52 }, eyes: { x: 138, y: 82, wide: 56 }, neck: { x: 130, y: 120, wide: 60 } },
  draw,
};

function draw(b: Brush): string {
  const black = '#24262b';
  const build: Build = {
    hind: 46,
    fore: 114,
    hip: 130,
    thickness: { hind: [42, 21], fore: [38, 22] },
    foot: 'paw',
    stocking: 0.8,
    coat: [36, 38, 43],
  };
  const patch = (x: number, turn: number) =>
    `<ellipse cx="${x}" cy="77" rx="9" ry="11.5" transform="rotate(${turn} ${x} 77)" fill="${b.ink(black)}"/>`;
  return bob(
    b,
    legPair(b, 'far', build) +
      shape(
        'M18 130 C14 98 42 80 72 82 C88 74 116 74 134 90 C150 108 150 136 138 150 C112 162 50 162 30 152 C22 146 19 138 18 130 Z',
        b.fall(b.main, 1.05, 0.68),
      ) +
      shape(
        'M100 78 C116 76 128 82 136 92 C150 108 149 136 138 150 C126 156 112 157 100 156 C92 132 92 102 100 78 Z',
        b.fall(black, 1.3, 0.8),
      ) +
      legPair(b, 'near', build) +
      oval([114, 50, 13, 13], b.ball(black)) +
      oval([164, 50, 13, 13], b.ball(black)) +
      oval([139, 82, 40, 36], b.ball(b.main)) +
      patch(123, 28) +
      patch(157, -28) +
      oval([140, 96, 15, 11], b.ink('#ffffff')) +
      shape('M133 90 H147 L140 97 Z', b.ink(DARK)) +
      line('M140 97 V101 C137 105 132 104 130 102 M140 101 C143 105 148 104 150 102', b.ink(DARK), 2) +
      eye(b, [125, 77, 4.2], '#0c0c0e') +
      eye(b, [155, 77, 4.2], '#0c0c0e'),
    7,
  );
}
