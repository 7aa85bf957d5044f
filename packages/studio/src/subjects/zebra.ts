/** A zebra. */
import { type Brush, line, shape } from '../paint/brush.ts';
import { horse } from './horse.ts';
import { DARK } from './parts/features.ts';
import type { Subject } from './subject.ts';

export const zebra: Subject = {
  words: {
    en: 'zebra zebras',
  },
  footing: 'ground',
  home: 'desert',
  colour: '#f2efe8',
  size: 0.48,
  metres: 2.3,
  limbs: 'legs and tail',
  seat: { high: 0.52, back: 0.05 },
  legs: 'four',
  head: { brow: { x: 152, y: 26, wide: 30 }, eyes: { x: 164, y: 45, wide: 26 }, neck: { x: 140, y: 80, wide: 44 } },
  draw,
};

function draw(b: Brush): string {
  const stripes = [48, 60, 72, 84, 96, 108, 120].map(
    (x, at) =>
      `M${x} ${84 + (at % 2)} C${x + 5} 98 ${x - 4} 112 ${x + 1} ${127 + (at % 3)} C${x + 6} 112 ${x + 11} 98 ${x + 5} ${84 + (at % 2)} Z`,
  );
  const neck = [0, 1, 2, 3].map(
    (at) => `M${118 + at * 9} ${78 - at * 12} l${20 - at * 2} ${16 - at * 2} l1 -5 l${-16 + at * 2} ${-15 + at} Z`,
  );
  return (
    horse.draw(b) +
    shape(`${stripes.join(' ')} ${neck.join(' ')}`, b.ink(DARK)) +
    line('M170 44 l-8 6 M176 52 l-9 6 M181 60 l-8 5', b.ink(DARK), 2.4)
  );
}
