/** A donkey. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { horse } from './horse.ts';
import { CREAM, DARK } from './parts/features.ts';
import type { Subject } from './subject.ts';

export const donkey: Subject = {
  words: {
    en: 'donkey donkeys mule mules burro',
    de: 'esel',
    fr: 'âne ânes',
    es: 'burro burros asno',
    pt: 'burro burros',
    it: 'asino asini',
    nl: 'ezel',
    pl: 'osioł',
    ru: 'осёл осел',
    uk: 'віслюк',
    zh: '驴',
    ja: 'ロバ',
    ko: '당나귀',
  },
  footing: 'ground',
  home: 'farm',
  colour: '#8d8580',
  size: 0.46,
  metres: 1.9,
  limbs: 'legs and tail',
  seat: { high: 0.52, back: 0.05 },
  legs: 'four',
  head: { brow: { x: 166, y: 44, wide: 32 }, eyes: { x: 178, y: 54, wide: 26 }, neck: { x: 150, y: 92, wide: 46 } },
  draw,
};

/** A horse with the ears, the pale mouth and the dark cross of its cousin. */
function draw(b: Brush): string {
  const ear = (x: number, lean: number, light: number) =>
    shape(
      `M${x} 34 C${x - 11} 12 ${x - 7 + lean} -12 ${x + lean} -22 C${x + 9 + lean} -8 ${x + 12} 14 ${x + 9} 34 Z`,
      b.fall(b.main, light, light * 0.75),
    ) +
    shape(
      `M${x + 2} 28 C${x - 3} 12 ${x - 1 + lean} -4 ${x + 1 + lean} -13 C${x + 6 + lean} -2 ${x + 7} 14 ${x + 6} 28 Z`,
      b.ink('#d9b9a6', light),
    );
  return (
    horse.draw(b) +
    line('M116 84 C112 96 112 106 116 116', b.ink(b.main, 0.5), 5) +
    shape('M74 130 C92 137 112 137 128 130 C114 142 90 142 74 130 Z', b.ink(CREAM, 0.85)) +
    oval([182, 71, 12, 10], b.fall(CREAM, 1, 0.85)) +
    oval([187, 70, 2.4, 2], b.ink(DARK)) +
    line('M174 77 C179 80 185 80 190 77', b.ink(DARK), 1.8) +
    ear(148, -16, 0.8) +
    ear(157, 4, 1.1)
  );
}
