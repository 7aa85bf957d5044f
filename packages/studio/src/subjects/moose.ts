/** A moose. */
import { type Brush, oval, shape } from '../paint/brush.ts';
import { deerBody } from './deer.ts';
import { DARK } from './parts/features.ts';
import type { Subject } from './subject.ts';

export const moose: Subject = {
  words: {
    en: 'moose',
    de: 'elch elche',
    fr: 'élan élans orignal',
    es: 'alce alces',
    pt: 'alce alces',
    it: 'alce alci',
    zh: '驼鹿',
    ja: 'ヘラジカ',
  },
  footing: 'ground',
  home: 'forest',
  colour: '#5b4230',
  size: 0.56,
  metres: 2.8,
  limbs: 'legs',
  seat: { high: 0.46, back: 0.08 },
  legs: 'four',
  head: { brow: { x: 160, y: 48, wide: 30 }, eyes: { x: 160, y: 60, wide: 26 }, neck: { x: 140, y: 86, wide: 42 } },
  draw,
};

/** The shoulders, the hanging nose, the beard and the shovels that no deer has. */
function draw(b: Brush): string {
  const horn = b.fall('#d8bd90', 1.15, 0.75);
  const shovel = (side: 1 | -1) =>
    shape(
      [
        [0, 0],
        [12, -10],
        [16, -34],
        [24, -22],
        [29, -42],
        [36, -26],
        [45, -40],
        [48, -22],
        [59, -30],
        [56, -12],
        [64, -12],
        [52, 4],
        [30, 10],
        [12, 8],
      ]
        .map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${154 + side * x!} ${48 + y!}`)
        .join(' ')
        .concat(' Z'),
      horn,
      `stroke="${b.ink('#8a6a44')}" stroke-width="2" stroke-linejoin="round"`,
    );
  return deerBody(
    b,
    shape(
      'M92 100 C100 82 118 78 130 90 C136 100 130 112 120 114 C106 114 96 110 92 100 Z',
      b.fall(b.main, 1.2, 0.85),
    ) +
      shape('M150 80 C152 94 150 106 144 114 C138 104 140 90 144 80 Z', b.fall(b.main, 0.8, 0.5)) +
      shovel(-1) +
      shovel(1) +
      shape(
        'M156 62 C168 52 184 60 191 72 C197 83 196 95 188 99 C180 101 174 93 169 87 C160 84 154 74 156 62 Z',
        b.fall(b.main, 1.25, 0.8),
      ) +
      shape('M178 86 C186 82 194 84 195 90 C193 99 183 101 177 94 Z', b.ink('#a58a72')) +
      oval([189, 84, 2.6, 2.2], b.ink(DARK)) +
      oval([164, 62, 3.4, 3.8], b.ink(DARK)) +
      oval([165, 61, 1.2, 1.2], b.ink('#ffffff')),
  );
}
