/** A dolphin. */
import { type Brush, line, shape, turned } from '../paint/brush.ts';
import { gaze, PALE } from './parts/sea-life.ts';
import type { Subject } from './subject.ts';

export const dolphin: Subject = {
  words: {
    en: 'dolphin dolphins',
    de: 'delfin',
    fr: 'dauphin',
    es: 'delfín',
    pt: 'golfinho',
    it: 'delfino',
    nl: 'dolfijn',
    pl: 'delfin',
    ru: 'дельфин',
    uk: 'дельфін',
    zh: '海豚',
    ja: 'イルカ',
    ko: '돌고래',
  },
  footing: 'water',
  home: 'underwater',
  colour: '#6c95b8',
  lends: 'colour',
  size: 0.42,
  metres: 2.5,
  limbs: { stride: 1, cycles: 0.9, poses: 10 },
  waters: 'leaps',
  draw,
};

function draw(b: Brush): string {
  return (
    turned(
      shape(
        'M26 142 C12 138 2 144 0 154 C12 154 20 154 28 150 C26 160 28 168 36 174 C42 164 42 152 36 142 Z',
        b.ink(b.main, 0.85),
      ),
      [16 * b.stride * b.swing(), 34, 146],
    ) +
    shape(
      'M28 148 C44 100 92 62 140 70 C156 72 168 80 176 90 L196 98 C198 104 192 106 184 106 L166 108 C140 124 116 116 92 118 C66 122 44 134 36 150 Z',
      b.fall(b.main, 1.35, 0.7),
    ) +
    shape('M168 106 C140 124 112 116 90 119 C112 100 144 100 184 104 Z', b.fall(PALE, 1, 0.85)) +
    shape('M92 72 C88 52 76 42 62 40 C68 56 70 72 74 84 Z', b.ink(b.main, 0.85)) +
    shape('M122 110 C120 132 108 146 94 150 C96 134 100 120 106 112 Z', b.ink(b.main, 0.75)) +
    gaze(b, [160, 90, 3.6]) +
    line('M194 101 C182 102 174 101 168 98', b.ink(b.main, 0.45), 2)
  );
}
