/** A lemon. */
import { type Brush, oval, shape } from '../paint/brush.ts';
import { SHEEN } from './parts/food.ts';
import type { Subject } from './subject.ts';

export const lemon: Subject = {
  words: {
    en: 'lemon lemons',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#f3d62c',
  lends: 'colour',
  size: 0.42,
  metres: 0.08,
  shape: 'round',
  draw,
};

function draw(b: Brush): string {
  return (
    `<g transform="rotate(-12 100 130)">` +
    shape(
      'M14 124 C22 118 26 112 32 104 C58 62 142 62 168 104 C174 112 178 118 186 124 C178 132 174 138 168 146 C142 188 58 188 32 146 C26 138 22 132 14 124 Z',
      b.ball(b.main),
    ) +
    shape('M52 100 C64 84 84 78 98 80 C80 86 66 98 60 114 Z', '#ffffff', SHEEN) +
    [
      [120, 110],
      [136, 132],
      [104, 142],
      [84, 126],
      [120, 152],
      [148, 116],
    ]
      .map(([x, y]) => oval([x!, y!, 1.8, 1.4], b.ink(b.main, 0.75)))
      .join('') +
    '</g>' +
    shape('M150 84 C156 58 182 52 196 60 C190 82 170 94 150 84 Z', b.fall('#4f9a3c'))
  );
}
