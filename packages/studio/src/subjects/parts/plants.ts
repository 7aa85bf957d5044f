/** Petals, leaves and a vase. */
import { type Brush, line, oval, shape, turned } from '../../paint/brush.ts';

export const STEM = '#3c8038';

export function ring(count: number, petal: (degrees: number) => string): string {
  return Array.from({ length: count }, (_, at) => petal((at * 360) / count)).join('');
}

export function leaf(b: Brush, [x, y, degrees]: [number, number, number]): string {
  return turned(
    shape(
      `M${x} ${y} C${x + 14} ${y - 20} ${x + 38} ${y - 18} ${x + 50} ${y - 2} C${x + 36} ${y + 10} ${x + 14} ${y + 12} ${x} ${y} Z`,
      b.fall(STEM, 1.25, 0.7),
    ) + line(`M${x} ${y} L${x + 46} ${y - 2}`, b.ink(STEM, 0.6), 1.4),
    [degrees, x, y],
  );
}

/** In front of a stem that stands on y = 190. */
export function vase(b: Brush): string {
  return (
    shape(
      'M86 132 C90 129 110 129 114 132 C114 144 128 150 128 168 C128 182 121 192 114 192 H86 C79 192 72 182 72 168 C72 150 86 144 86 132 Z',
      b.side('#e9eef2', 1.1, 0.62),
    ) +
    shape(
      'M73 160 C84 167 116 167 127 160 C129 165 128.6 170 127 175 C114 181 86 181 73 175 C71.4 170 71 165 73 160 Z',
      b.side('#4a7fb0', 1.15, 0.6),
    ) +
    oval([100, 132, 14, 3], b.ink('#5f6b74')) +
    shape('M80 158 C80 150 88 146 90 138 C91 148 86 154 84 166 Z', '#ffffff', 'fill-opacity="0.55"')
  );
}
