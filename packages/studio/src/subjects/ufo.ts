/** An ufo. */
import { type Brush, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const ufo: Subject = {
  words: {
    en: 'ufo ufos saucer',
  },
  footing: 'sky',
  home: 'meadow',
  colour: '#a9b4c0',
  size: 0.44,
  metres: 15,
  way: 'flies',
  draw,
};

function draw(b: Brush): string {
  const lamps = [-66, -36, 0, 36, 66].map((x, at) =>
    oval(
      [100 + x, 104 + 12 * Math.cos(x / 52), 6, 5],
      b.lamp(['#ff5a6a', '#ffd24a', '#6af0a0', '#ffd24a', '#ff5a6a'][at]!),
    ),
  );
  return (
    shape('M72 116 L36 190 H164 L128 116 Z', b.fall('#bff5d8', 1.2, 1), 'fill-opacity="0.28"') +
    shape('M66 78 C66 40 134 40 134 78 Z', b.fall('#9adcf0', 1.3, 0.7)) +
    shape('M78 66 C82 52 94 48 104 48 C94 54 88 62 86 74 Z', '#ffffff', 'fill-opacity="0.6"') +
    oval([100, 98, 94, 27], b.fall(b.main, 1.3, 0.5)) +
    oval([100, 86, 54, 15], b.fall(b.main, 1.35, 0.85)) +
    oval([100, 116, 34, 8], b.lamp('#d8ffe8')) +
    lamps.join('')
  );
}
