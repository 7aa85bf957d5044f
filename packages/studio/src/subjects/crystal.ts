/** A crystal. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const crystal: Subject = {
  words: {
    en: 'crystal crystals',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#5cc3e8',
  size: 0.56,
  metres: 0.1,
  lies: 'about',
  draw,
};

function draw(b: Brush): string {
  const facet = (d: string, light: number) => shape(d, b.ink(b.main, light));
  return (
    oval([100, 110, 120, 100], b.glow(b.main, 0.45)) +
    facet('M40 40 H160 L196 82 L100 192 L4 82 Z', 0.9) +
    facet('M40 40 L66 82 H4 Z', 1.3) +
    facet('M40 40 H100 L66 82 Z', 1.65) +
    facet('M100 40 L134 82 H66 Z', 1.15) +
    facet('M100 40 H160 L134 82 Z', 1.4) +
    facet('M160 40 L196 82 H134 Z', 0.95) +
    facet('M4 82 H66 L100 192 Z', 1.1) +
    facet('M66 82 H134 L100 192 Z', 1.5) +
    facet('M134 82 H196 L100 192 Z', 0.62) +
    line('M40 40 H160 L196 82 L100 192 L4 82 Z M4 82 H196', b.ink(b.main, 1.9), 1.6) +
    shape('M150 20 l4 14 l14 4 l-14 4 l-4 14 l-4 -14 l-14 -4 l14 -4 Z', b.lamp('#ffffff'))
  );
}
