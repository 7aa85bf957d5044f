/** A whale. */
import { type Brush, line, shape, turned } from '../paint/brush.ts';
import { gaze, PALE } from './parts/sea-life.ts';
import type { Subject } from './subject.ts';

export const whale: Subject = {
  words: {
    en: 'whale whales',
    de: 'wal',
    fr: 'baleine',
    es: 'ballena',
    pt: 'baleia',
    it: 'balena',
    nl: 'walvis',
    pl: 'wieloryb',
    ru: 'кит',
    uk: 'кит',
    zh: '鲸鱼',
    ja: 'クジラ',
    ko: '고래',
  },
  footing: 'water',
  home: 'underwater',
  colour: '#3a6390',
  lends: 'colour',
  size: 0.46,
  metres: 15,
  limbs: { stride: 1, cycles: 0.5, poses: 10 },
  waters: 'leaps',
  draw,
};

function draw(b: Brush): string {
  return (
    turned(
      shape('M34 92 C22 70 8 62 0 62 C4 78 10 86 22 96 C12 100 4 108 2 122 C16 120 30 112 40 102 Z', b.fall(b.main)),
      [12 * b.stride * b.swing(), 36, 97],
    ) +
    shape(
      'M28 96 C60 74 96 50 140 54 C182 58 200 84 198 100 C194 128 160 144 124 142 C84 140 52 116 28 96 Z',
      b.fall(b.main, 1.3, 0.7),
    ) +
    shape(
      'M196 106 C184 112 150 112 118 116 C90 120 70 118 58 112 C80 130 104 142 128 142 C162 142 192 128 196 106 Z',
      b.fall(PALE, 1, 0.75),
    ) +
    line(
      'M190 118 C170 124 140 126 112 126 M182 126 C164 132 140 134 120 133 M170 134 C156 138 142 139 132 139',
      b.ink(b.main, 0.75),
      1.8,
    ) +
    shape('M118 122 C112 146 98 166 82 172 C84 152 92 134 102 122 Z', b.fall(b.main, 0.95, 0.6)) +
    shape('M84 66 C78 54 68 48 60 50 C64 60 68 68 72 74 Z', b.ink(b.main, 0.85)) +
    gaze(b, [164, 98, 4]) +
    line('M196 104 C186 108 176 108 168 106', b.ink(b.main, 0.45), 2.4)
  );
}
