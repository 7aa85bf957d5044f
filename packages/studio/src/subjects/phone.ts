/** A phone. */
import { type Brush, box, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const phone: Subject = {
  words: {
    en: 'phone smartphone iphone',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#2a2d36',
  size: 0.7,
  metres: 0.15,
  draw,
};

function draw(b: Brush): string {
  const icons = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map((column) =>
      box(
        [68 + column * 24, 62 + row * 26, 16, 16],
        b.lamp(['#ff5f57', '#ffbd2e', '#28c840', '#3f8ff0', '#b45af0', '#f06aa8'][(row * 3 + column) % 6]!),
        'rx="4"',
      ),
    ),
  );
  return (
    oval([100, 190, 60, 6], '#000000', 'fill-opacity="0.25"') +
    box([50, 6, 100, 184], b.side(b.main, 1.35, 0.6), 'rx="18"') +
    box([56, 13, 88, 170], b.lamp('#101624'), 'rx="13"') +
    box([56, 13, 88, 170], b.glow('#4a7ad8', 0.75), 'rx="13"') +
    box([86, 18, 28, 7], b.lamp('#05070c'), 'rx="3.5"') +
    icons.join('') +
    box([82, 174, 36, 3], b.lamp('#ffffff'), 'rx="1.5"') +
    shape('M62 18 H92 L64 140 Z', '#ffffff', 'fill-opacity="0.12"')
  );
}
