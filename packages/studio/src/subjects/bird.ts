/** A bird. */
import { type Brush, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const bird: Subject = {
  words: {
    en: 'bird birds seagull seagulls gull swallow flock',
    de: 'vogel vögel',
    fr: 'oiseau oiseaux',
    es: 'pájaro pajaro pájaros',
    pt: 'pássaro passaro pássaros',
    it: 'uccello uccelli',
    nl: 'vogel vogels',
    pl: 'ptak ptaki',
    ru: 'птица птицы',
    uk: 'птах птахи',
    zh: '鸟',
    ja: '鳥',
    ko: '새',
    kin: {
      seagull: {
        de: 'möwe',
        fr: 'mouette',
        es: 'gaviota',
        pt: 'gaivota',
        it: 'gabbiano',
        nl: 'meeuw',
        pl: 'mewa',
        ru: 'чайка',
        uk: 'чайка',
        zh: '海鸥',
        ja: 'カモメ',
        ko: '갈매기',
      },
    },
  },
  footing: 'sky',
  home: 'ocean',
  colour: '#2a2d36',
  size: 0.24,
  metres: 0.4,
  limbs: { stride: 1, cycles: 1.5, poses: 10 },
  way: 'flies',
  poses: { perched: 'bird' },
  head: { brow: { x: 142, y: 42, wide: 42 }, eyes: { x: 151, y: 71, wide: 32 }, neck: { x: 140, y: 104, wide: 60 } },
  draw,
};

function draw(b: Brush): string {
  const beat = b.stride === 0 ? 1 : 0.35 + 0.85 * b.swing(0.1);
  return (
    `<g transform="translate(0 ${116 - 116 * beat}) scale(1 ${beat})">` +
    shape('M92 108 C70 70 40 56 6 62 C34 72 54 92 78 122 Z', b.fall(b.main, 1.5, 0.9)) +
    shape('M98 110 C112 70 146 50 192 52 C160 66 134 96 116 124 Z', b.fall(b.main, 1.6, 0.9)) +
    '</g>' +
    shape('M64 138 C52 140 40 146 30 156 C48 156 64 152 74 146 Z', b.ink(b.main)) +
    shape(
      'M66 140 C78 112 112 100 136 112 C148 110 156 114 158 120 L168 124 L156 128 C140 140 100 150 66 140 Z',
      b.fall(b.main, 1.7, 0.9),
    ) +
    oval([148, 118, 2.2, 2.2], b.ink('#ffffff'))
  );
}
