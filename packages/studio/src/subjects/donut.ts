/** A donut. */
import { type Brush, box, oval, shape, turned } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const donut: Subject = {
  words: {
    en: 'donut donuts doughnut doughnuts',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#f08ab0',
  size: 0.56,
  metres: 0.1,
  shape: 'round',
  draw,
};

function draw(b: Brush): string {
  const sprinkles = Array.from({ length: 34 }, (_, at) => {
    const angle = at * 2.4;
    const away = 34 + 21 * ((at * 0.618) % 1);
    const [x, y] = [100 + away * 1.12 * Math.cos(angle), 116 + away * 0.9 * Math.sin(angle)];
    const colour = ['#f7d24a', '#4aa8e8', '#7ad06a', '#ffffff', '#f0863a'][at % 5]!;
    return turned(box([x - 4.4, y - 1.5, 8.8, 3], b.ink(colour), 'rx="1.5"'), [(at * 67) % 180, x, y]);
  });
  return (
    oval([100, 124, 86, 66], b.ball('#d99a4e')) +
    shape(
      'M22 118 C24 78 58 56 100 56 C142 56 176 78 178 118 C178 132 170 138 164 146 C156 154 150 142 140 152 C130 164 122 158 110 162 C98 166 90 156 78 160 C66 164 62 150 50 150 C38 150 22 136 22 118 Z',
      b.ball(b.main),
    ) +
    sprinkles.join('') +
    oval([100, 114, 25, 18], b.fall('#a8692c', 0.7, 1)) +
    oval([100, 118, 20, 13], b.ink('#3a2212', 0.9)) +
    shape('M44 92 C56 74 80 66 98 66 C78 72 60 82 50 98 Z', '#ffffff', 'fill-opacity="0.5"')
  );
}
