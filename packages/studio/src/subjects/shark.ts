/** A shark. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const shark: Subject = {
  words: {
    en: 'shark sharks',
    de: 'hai',
    fr: 'requin',
    es: 'tiburón',
    pt: 'tubarão',
    it: 'squalo',
    nl: 'haai',
    pl: 'rekin',
    ru: 'акула',
    uk: 'акула',
    zh: '鲨鱼',
    ja: 'サメ',
    ko: '상어',
  },
  footing: 'water',
  home: 'underwater',
  colour: '#5f7d92',
  size: 0.46,
  metres: 4,
  limbs: { stride: 1, cycles: 0.8, poses: 10 },
  draw,
};

function draw(b: Brush): string {
  const beat = 10 * b.swing();
  return (
    shape(
      `M30 104 C18 96 8 ${84 + beat} 2 ${66 + beat} C16 ${74 + beat} 30 88 38 98 Z M30 108 C20 116 14 ${126 + beat * 0.6} 12 ${138 + beat * 0.6} C24 ${128 + beat * 0.6} 34 118 40 110 Z`,
      b.fall(b.main, 0.95, 0.7),
    ) +
    shape('M92 84 C96 62 106 48 118 42 C116 58 120 74 128 84 Z', b.fall(b.main, 1.15, 0.8)) +
    shape(
      'M26 106 C56 84 104 76 144 80 C170 83 188 92 196 102 C184 112 168 122 140 126 C100 130 56 124 26 106 Z',
      b.fall(b.main, 1.25, 0.75),
    ) +
    shape(
      'M40 112 C80 118 140 118 194 103 C184 112 168 122 140 126 C104 130 68 125 40 112 Z',
      b.fall('#e9eff3', 1, 0.8),
    ) +
    shape('M112 120 C108 138 98 150 84 158 C86 142 92 128 96 120 Z', b.fall(b.main, 0.9, 0.65)) +
    line(
      'M134 92 C131 100 132 108 135 114 M142 92 C139 100 140 108 143 113 M150 93 C147 100 148 106 151 111',
      b.ink(b.main, 0.55),
      2,
    ) +
    line('M168 114 C176 112 184 108 190 105', b.ink('#7a3a3a'), 2.6) +
    shape('M170 113 l3 4 l2 -5 l3 4 l2 -6 l3 4 l1 -5 Z', b.ink('#ffffff')) +
    oval([172, 96, 3.4, 3.6], b.ink('#14181c')) +
    oval([173, 95, 1.2, 1.2], b.ink('#ffffff'))
  );
}
