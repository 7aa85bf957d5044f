/** A pizza. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const pizza: Subject = {
  words: {
    en: 'pizza pizzas',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#e0a040',
  size: 0.6,
  metres: 0.33,
  draw,
};

function draw(b: Brush): string {
  const topping = [
    [72, 78],
    [126, 70],
    [98, 112],
    [60, 120],
    [138, 116],
    [104, 150],
    [100, 54],
    [74, 146],
    [136, 148],
  ].map(([x, y]) => oval([x!, y!, 13, 13], b.ball('#c23a2a')) + oval([x! - 3, y! - 3, 3, 3], b.ink('#e8806a')));
  const basil = [
    [92, 88],
    [118, 132],
    [80, 102],
    [122, 92],
  ].map(([x, y]) => shape(`M${x} ${y} q10 -12 20 0 q-10 10 -20 0 Z`, b.fall('#4f9a3c')));
  return (
    oval([100, 106, 96, 92], '#000000', 'fill-opacity="0.25"') +
    oval([100, 102, 94, 90], b.ball('#c9853a')) +
    oval([100, 102, 82, 78], b.ink('#b8321e')) +
    oval([100, 102, 78, 74], b.ball('#f2c85a')) +
    topping.join('') +
    basil.join('') +
    line('M100 102 L168 50 M100 102 L180 128', b.ink('#a86a28'), 2.6)
  );
}
