/** An astronaut. */
import { type Brush, box, oval, shape, turned } from '../paint/brush.ts';
import { taper } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const astronaut: Subject = {
  words: {
    en: 'astronaut spaceman cosmonaut astronauts',
    de: 'astronaut',
    fr: 'astronaute',
    es: 'astronauta',
    pt: 'astronauta',
    it: 'astronauta',
    nl: 'astronaut',
    pl: 'astronauta',
    ru: 'космонавт астронавт',
    uk: 'космонавт астронавт',
    zh: '宇航员',
    ja: '宇宙飛行士',
    ko: '우주비행사',
  },
  footing: 'ground',
  home: 'space',
  colour: '#eef1f4',
  size: 0.5,
  metres: 1.9,
  adrift: -12,
  life: 'living',
  person: 'suited',
  build: 'human',
  head: { brow: { x: 106, y: 14, wide: 76 }, eyes: { x: 108, y: 55, wide: 70 }, neck: { x: 106, y: 90, wide: 66 } },
  draw,
};

function draw(b: Brush): string {
  const suit = (light: number) => b.fall(b.main, light * 1.1, light * 0.78);
  const ring = (x: number, y: number, turn: number) =>
    turned(box([x - 12, y - 3, 24, 6], b.ink('#d8632c'), 'rx="3"'), [turn, x, y]);
  return (
    box([60, 62, 80, 76], b.side('#aab2bd', 1.1, 0.7), 'rx="14"') +
    shape(
      taper([
        [82, 134, 34],
        [73, 158, 29],
        [74, 178, 24],
      ]),
      suit(0.86),
    ) +
    shape(
      taper([
        [118, 134, 34],
        [132, 156, 29],
        [132, 178, 24],
      ]),
      suit(1),
    ) +
    ring(74, 172, 2) +
    ring(132, 172, -2) +
    box([57, 178, 34, 15], b.fall('#5b6675', 1.2, 0.6), 'rx="7"') +
    box([117, 178, 34, 15], b.fall('#5b6675', 1.2, 0.6), 'rx="7"') +
    shape(
      taper([
        [70, 86, 28],
        [46, 100, 23],
        [31, 88, 20],
        [26, 76, 18],
      ]),
      suit(0.9),
    ) +
    shape(
      taper([
        [130, 86, 28],
        [156, 90, 23],
        [172, 106, 20],
        [178, 118, 18],
      ]),
      suit(1),
    ) +
    oval([24, 69, 12, 12], b.ball('#5b6675')) +
    oval([181, 124, 12, 12], b.ball('#5b6675')) +
    box([62, 74, 76, 72], b.side(b.main, 1.2, 0.75), 'rx="26"') +
    box([80, 98, 40, 26], b.ink('#c9d2dc'), 'rx="5"') +
    oval([89, 107, 4, 4], b.lamp('#e8483c')) +
    oval([101, 107, 4, 4], b.lamp('#46c46a')) +
    box([85, 115, 30, 4], b.ink('#5b6675')) +
    oval([100, 46, 42, 40], b.ball(b.main)) +
    shape('M68 46 C68 22 132 22 132 46 C132 74 118 80 100 80 C82 80 68 74 68 46 Z', b.fall('#2b4a7c', 1.2, 0.35)) +
    shape('M76 40 C80 28 96 26 108 28 C94 32 84 40 80 54 Z', '#ffffff', 'fill-opacity="0.65"') +
    oval([118, 58, 8, 5], b.lamp('#f0b45a'), 'fill-opacity="0.75"') +
    box([124, 82, 12, 8], b.ink('#d33f3f'))
  );
}
