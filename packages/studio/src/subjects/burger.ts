/** A burger. */
import { type Brush, box, oval, shape, turned } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const burger: Subject = {
  words: {
    en: 'burger hamburger cheeseburger',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#c9853a',
  size: 0.52,
  metres: 0.13,
  draw,
};

function draw(b: Brush): string {
  const sesame = [
    [70, 52],
    [92, 40],
    [118, 42],
    [138, 56],
    [104, 58],
    [82, 66],
    [126, 70],
    [56, 70],
  ].map(([x, y]) => turned(oval([x!, y!, 4.4, 2.6], b.ink('#fbe9c0')), [((x! * 7) % 60) - 30, x!, y!]));
  return (
    shape('M24 158 H176 C178 182 160 190 140 190 H60 C40 190 22 182 24 158 Z', b.fall(b.main, 1.15, 0.6)) +
    box([18, 132, 164, 28], b.fall('#5a3018', 1.25, 0.6), 'rx="13"') +
    shape('M16 128 H184 L160 150 L138 130 L112 152 L92 130 L62 148 L40 130 Z', b.fall('#f7b928', 1.15, 0.85)) +
    box([22, 114, 156, 16], b.fall('#d83a2c', 1.2, 0.75), 'rx="8"') +
    shape(
      'M12 112 C24 96 176 96 188 112 C176 124 168 112 154 120 C140 128 132 112 116 120 C102 128 92 112 76 120 C62 128 52 112 40 120 C28 126 18 122 12 112 Z',
      b.fall('#63b04a', 1.3, 0.8),
    ) +
    shape('M20 104 C20 50 60 24 100 24 C140 24 180 50 180 104 Z', b.ball(b.main)) +
    sesame.join('')
  );
}
