/** A horse. */
import { type Brush, oval, shape, turned } from '../paint/brush.ts';
import { type Build, DARK, eye, legPair } from './parts/features.ts';
import { bob } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const horse: Subject = {
  words: {
    en: 'horse horses stallion pony mare',
    de: 'pferd pferde',
    fr: 'cheval chevaux',
    es: 'caballo caballos',
    pt: 'cavalo cavalos',
    it: 'cavallo cavalli',
    nl: 'paard',
    pl: 'koń konia koniem konie',
    ru: 'лошадь конь коня конём лошади лошадью',
    uk: 'кінь коня конем коні',
    zh: '马 马匹',
    ja: '馬',
    ko: '말',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#6e4024',
  size: 0.48,
  metres: 2.4,
  limbs: 'legs and tail',
  seat: { high: 0.52, back: 0.05 },
  legs: 'four',
  head: { brow: { x: 150, y: 26, wide: 30 }, eyes: { x: 164, y: 44, wide: 26 }, neck: { x: 140, y: 78, wide: 48 } },
  draw,
};

function draw(b: Brush): string {
  const mane = b.fall(b.main, 0.5, 0.3);
  const build: Build = {
    hind: 54,
    fore: 124,
    hip: 114,
    thickness: { hind: [33, 8], fore: [22, 7.5] },
    foot: 'hoof',
    stocking: 0.5,
  };
  const tail = b.stride === 0 ? 4 * b.swing() : 26 + 8 * b.swing();
  return bob(
    b,
    turned(
      shape('M40 92 C22 92 14 112 16 134 C17 146 13 154 9 161 C24 158 32 144 34 128 C36 116 42 108 47 102 Z', mane),
      [tail, 42, 96],
    ) +
      legPair(b, 'far', build) +
      shape(
        'M37 102 C37 84 54 78 70 82 C86 87 102 88 116 82 C130 77 144 86 147 100 C149 114 143 126 130 131 C114 137 94 136 78 130 C64 136 44 130 39 116 C37 111 37 106 37 102 Z',
        b.fall(b.main, 1.25, 0.62),
      ) +
      legPair(b, 'near', build) +
      shape(
        'M108 92 C122 72 136 48 150 31 C158 27 166 35 168 47 C164 64 157 82 148 104 C142 118 116 114 108 92 Z',
        b.side(b.main, 1.18, 0.8),
      ) +
      shape('M157 30 C158 22 162 16 166 13 C168 20 167 27 165 33 Z', b.ink(b.main, 0.7)) +
      shape('M149 33 C148 24 150 17 153 11 C158 17 160 24 161 30 Z', b.ink(b.main, 0.95)) +
      shape(
        'M149 34 C157 25 167 27 172 36 L189 62 C195 71 193 79 186 81 C179 82 173 77 167 71 C158 69 150 63 147 50 Z',
        b.fall(b.main, 1.25, 0.75),
      ) +
      shape('M180 66 C188 66 194 72 191 78 C186 84 178 81 173 75 Z', b.ink(b.main, 0.6)) +
      shape(
        'M151 24 C136 34 121 52 106 86 C113 85 117 81 120 76 C121 81 125 76 127 69 C130 72 133 65 135 59 C138 61 141 53 144 48 C147 50 150 43 153 39 C158 44 162 46 163 38 C162 31 157 27 151 24 Z',
        mane,
      ) +
      eye(b, [165, 45, 3.4]) +
      oval([187, 74, 2.2, 1.8], b.ink(DARK)),
    9,
  );
}
