/** Wheels and glass. */
import { type Brush, line, oval, shape } from '../../paint/brush.ts';

export const GLASS = '#9cc7dd';

export const TYRE = '#1c1e22';

export function wheel(b: Brush, [x, y, r]: [number, number, number]): string {
  const spokes = Array.from({ length: 5 }, (_, at) => {
    const angle = (at / 5) * 2 * Math.PI - 0.3;
    return `M${x} ${y} L${x + r * 0.52 * Math.cos(angle)} ${y + r * 0.52 * Math.sin(angle)}`;
  });
  return (
    oval([x, y, r, r], b.fall(TYRE, 1.25, 0.8)) +
    oval([x, y, r * 0.62, r * 0.62], b.ink('#4a5058')) +
    line(spokes.join(' '), b.ink('#cfd5da'), r * 0.2) +
    `<circle cx="${x}" cy="${y}" r="${r * 0.6}" fill="none" stroke="${b.ink('#d5dade')}" stroke-width="${r * 0.1}"/>` +
    oval([x, y, r * 0.16, r * 0.16], b.ink('#eef1f4'))
  );
}

export function glass(b: Brush, d: string): string {
  return b.lamps === 'lit' ? shape(d, b.lamp('#ffdf9a')) : shape(d, b.fall(GLASS, 1.3, 0.7));
}
