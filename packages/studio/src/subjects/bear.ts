/** A bear. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { type Build, DARK, eye, legPair } from './parts/features.ts';
import { bob } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const bear: Subject = {
  words: {
    en: 'bear bears grizzly',
    de: 'bär bären',
    fr: 'ours',
    es: 'oso osos',
    pt: 'urso ursos',
    it: 'orso orsi',
    nl: 'beer',
    pl: 'niedźwiedź',
    ru: 'медведь',
    uk: 'ведмідь',
    zh: '熊',
    ja: '熊',
    ko: '곰',
    kin: {
      'polar bear': {
        ru: 'белый-медведь белого-медведя белые-медведи',
        uk: 'білий-ведмідь білого-ведмедя',
        ja: '白熊',
      },
    },
  },
  footing: 'ground',
  home: 'forest',
  colour: '#6b4a30',
  lends: 'colour',
  size: 0.48,
  metres: 2.2,
  limbs: 'legs',
  seat: { high: 0.53, back: 0.1 },
  legs: 'four',
  head: { brow: { x: 138, y: 50, wide: 44 }, eyes: { x: 150, y: 72, wide: 46 }, neck: { x: 128, y: 112, wide: 62 } },
  draw,
};

function draw(b: Brush): string {
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
