/** A turtle. */
import { type Brush, shape, turned } from '../paint/brush.ts';
import { gaze } from './parts/sea-life.ts';
import type { Subject } from './subject.ts';

export const turtle: Subject = {
  words: {
    en: 'turtle turtles tortoise',
    de: 'schildkröte',
    fr: 'tortue',
    es: 'tortuga',
    pt: 'tartaruga',
    it: 'tartaruga',
    nl: 'schildpad',
    pl: 'żółw',
    ru: 'черепаха',
    uk: 'черепаха',
    zh: '乌龟',
    ja: '亀',
    ko: '거북이',
    kin: {
      'sea turtle': {
        de: 'meeresschildkröte',
        fr: 'tortue-de-mer tortue-marine',
        es: 'tortuga-marina',
        pt: 'tartaruga-marinha',
        it: 'tartaruga-marina',
        nl: 'zeeschildpad',
        pl: 'żółw-morski',
        ru: 'морская-черепаха',
        uk: 'морська-черепаха',
        zh: '海龟',
        ja: 'ウミガメ',
        ko: '바다거북',
      },
    },
  },
  footing: 'water',
  home: 'underwater',
  colour: '#5c8a4c',
  size: 0.34,
  metres: 1,
  limbs: { stride: 1, cycles: 0.6, poses: 10 },
  poses: { ashore: 'turtle' },
  head: { brow: { x: 168, y: 76, wide: 26 }, eyes: { x: 172, y: 91, wide: 24 }, neck: { x: 148, y: 96, wide: 24 } },
  draw,
};

function draw(b: Brush): string {
  const paddle = 18 * b.stride * b.swing();
  const skin = b.fall('#8fae6a');
  const plates = [
    'M84 70 L112 68 L122 92 L104 110 L80 98 Z',
    'M52 90 L80 74 L76 98 L60 110 Z',
    'M116 70 L140 86 L142 106 L126 94 Z',
    'M64 112 L80 102 L102 114 L96 126 Z',
    'M108 114 L126 98 L142 110 L130 124 Z',
  ];
  return (
    turned(shape('M118 120 C126 150 118 176 98 188 C92 166 94 140 100 122 Z', skin), [paddle, 108, 122]) +
    turned(shape('M128 84 C146 60 152 34 140 18 C120 34 112 60 112 80 Z', b.fall('#7d9c5c')), [-paddle, 120, 82]) +
    turned(shape('M54 112 C38 122 26 138 30 150 C44 146 58 134 66 120 Z', skin), [paddle * 0.6, 60, 114]) +
    shape('M140 92 C150 78 172 72 184 84 C194 96 184 112 168 112 C154 114 144 108 140 104 Z', b.ball('#8fae6a')) +
    gaze(b, [174, 88, 4]) +
    shape('M40 110 C44 74 84 58 116 64 C142 70 152 92 148 110 C136 132 62 136 40 110 Z', b.ball(b.main)) +
    plates
      .map(
        (d) =>
          `<path d="${d}" fill="${b.ink(b.main, 0.72)}" stroke="${b.ink(b.main, 1.35)}" stroke-width="2.5" stroke-linejoin="round"/>`,
      )
      .join('')
  );
}
