/** A cactus. */
import { type Brush, line, oval } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const cactus: Subject = {
  words: {
    en: 'cactus cacti saguaro',
  },
  footing: 'ground',
  home: 'desert',
  colour: '#4f8f4a',
  lends: 'colour',
  size: 0.46,
  metres: 4,
  draw,
};

function draw(b: Brush): string {
  const rib = (d: string, width: number) =>
    line(d, b.ink(b.main, 0.72), width) +
    line(d, b.ink(b.main, 1), width * 0.72) +
    line(d, b.ink(b.main, 1.22), width * 0.3);
  const spines = Array.from({ length: 16 }, (_, at) => `M${86 + (at % 3) * 13} ${44 + at * 9} l4 -5`);
  return (
    rib('M92 132 C56 134 50 118 50 86', 22) +
    rib('M108 112 C146 114 150 98 150 62', 22) +
    rib('M100 188 V34', 38) +
    line('M90 40 V186 M110 40 V186', b.ink(b.main, 0.6), 1.6) +
    line(spines.join(' '), b.ink('#f2efd0'), 1.3) +
    oval([100, 17, 9, 7], b.ball('#e8559a')) +
    oval([150, 49, 6, 5], b.ball('#e8559a'))
  );
}
