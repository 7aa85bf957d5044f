/** Legs that walk: from a hip to the ground and back, as far as the brush's stride reaches. */
import { type Brush, line } from '../brush.ts';

export interface Leg {
  hip: [number, number];
  /** When in the movement this leg steps out, from 0 to 1. */
  offset: number;
  stroke: string;
  width: number;
  /** Where its foot is at rest. */
  ground?: number;
}

export function stepOf(b: Brush, { hip: [x, y], offset, ground = 188 }: Omit<Leg, 'stroke' | 'width'>) {
  const length = ground - y;
  const forward = b.stride * b.swing(offset);
  // A leg that swings forward is lifted and bent; one that pushes back stays on the ground.
  const lift = b.stride * Math.max(0, b.swing(offset + 0.25));
  return {
    knee: [x + forward * length * 0.2 + lift * length * 0.22, y + length * (0.5 - 0.06 * lift)] as const,
    foot: [x + forward * length * 0.62 - lift * length * 0.08, ground - lift * length * 0.24] as const,
  };
}

export function leg(b: Brush, one: Leg): string {
  const { knee, foot } = stepOf(b, one);
  return line(`M${one.hip.join(' ')} L${knee.join(' ')} L${foot.join(' ')}`, one.stroke, one.width);
}

/** Up and down with every step. */
export function bob(b: Brush, body: string, height: number): string {
  const up = b.stride * height * Math.abs(b.swing(0.12));
  return up === 0 ? body : `<g transform="translate(0 ${-up})">${body}</g>`;
}
