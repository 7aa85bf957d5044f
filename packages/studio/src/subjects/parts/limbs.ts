/** Limbs with joints and taper, and legs that walk: from a hip to the ground and back, as far as the stride reaches. */
import { type Brush, oval, shape } from '../../paint/brush.ts';

/** A place on a limb's middle line, and how thick the limb is there. */
export type Joint = readonly [x: number, y: number, thickness: number];

/** The outline of a limb through its joints, rounded at both ends. */
export function taper(joints: readonly Joint[]): string {
  const last = joints.length - 1;
  const normals = joints.map((_, at) => {
    const [from, to] = [joints[Math.max(0, at - 1)]!, joints[Math.min(last, at + 1)]!];
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.max(0.001, Math.hypot(x, y));
    return [-y / length, x / length] as const;
  });
  const side = (sign: number) =>
    joints.map(([x, y, thickness], at) => {
      const [across, down] = normals[at]!;
      return [x + (sign * across * thickness) / 2, y + (sign * down * thickness) / 2] as const;
    });
  const [right, left] = [side(-1), side(1).reverse()];
  const cap = (at: number, [x, y]: readonly [number, number]) =>
    `A${joints[at]![2] / 2} ${joints[at]![2] / 2} 0 0 1 ${x} ${y}`;
  return `M${right[0]!.join(' ')} ${curve(right)} ${cap(last, left[0]!)} ${curve(left)} ${cap(0, right[0]!)} Z`;
}

/** Through every point without a corner. */
function curve(points: readonly (readonly [number, number])[]): string {
  return points
    .slice(1)
    .map((to, index) => {
      const from = points[index]!;
      const before = points[Math.max(0, index - 1)]!;
      const after = points[Math.min(points.length - 1, index + 2)]!;
      const lean = (one: readonly [number, number], other: readonly [number, number], axis: 0 | 1) =>
        (other[axis] - one[axis]) / 6;
      return `C${from[0] + lean(before, to, 0)} ${from[1] + lean(before, to, 1)} ${to[0] - lean(from, after, 0)} ${to[1] - lean(from, after, 1)} ${to.join(' ')}`;
    })
    .join(' ');
}

export interface Step {
  hip: [number, number];
  /** When in the movement this leg steps out, from 0 to 1. */
  offset: number;
  /** Where its foot is at rest. */
  ground?: number;
}

export function stepOf(b: Brush, { hip: [x, y], offset, ground = 188 }: Step) {
  const length = ground - y;
  const forward = b.stride * b.swing(offset);
  // A leg that swings forward is lifted and bent; one that pushes back stays on the ground.
  const lift = b.stride * Math.max(0, b.swing(offset + 0.25));
  return {
    length,
    forward,
    lift,
    knee: [x + forward * length * 0.2 + lift * length * 0.22, y + length * (0.5 - 0.06 * lift)] as const,
    foot: [x + forward * length * 0.62 - lift * length * 0.08, ground - lift * length * 0.24] as const,
  };
}

export interface Leg extends Step {
  /** A hind leg bends backwards at its hock, a foreleg forwards at its knee. */
  kind: 'fore' | 'hind';
  /** How thick it is where it leaves the body, and above the foot. */
  thickness: [number, number];
  fill: string;
  foot: (x: number, y: number) => string;
}

export function leg(b: Brush, one: Leg): string {
  const { hip, kind, fill } = one;
  const { length, forward, lift, knee, foot } = stepOf(b, one);
  const [thick, thin] = one.thickness;
  const [x, y] = hip;
  const fetlock: Joint = [foot[0] - length * 0.03, foot[1] - length * 0.1, thin];
  const joints: Joint[] =
    kind === 'fore'
      ? [
          [x, y, thick],
          [x + (knee[0] - x) * 0.5 - length * 0.03, y + length * 0.26, thick * 0.66],
          [knee[0] + length * 0.02, knee[1] + length * 0.05, thin * 1.25],
          fetlock,
          [foot[0], foot[1], thin * 1.1],
        ]
      : [
          [x, y, thick],
          [x + length * (0.1 + 0.14 * forward), y + length * 0.28, thick * 0.74],
          [x + (foot[0] - x) * 0.62 - length * (0.13 + 0.05 * lift), y + length * (0.62 - 0.1 * lift), thin * 1.35],
          fetlock,
          [foot[0], foot[1], thin * 1.1],
        ];
  return shape(taper(joints), fill) + one.foot(foot[0], foot[1]);
}

export function paw(fill: string, size: number): Leg['foot'] {
  return (x, y) => oval([x + size * 0.35, y - size * 0.1, size, size * 0.55], fill);
}

export function hoof(fill: string, size: number): Leg['foot'] {
  return (x, y) =>
    shape(`M${x - size * 0.6} ${y - size * 0.7} h${size * 1.25} l${size * 0.5} ${size * 1.1} h${-size * 2.1} Z`, fill);
}

/** Up and down with every step. */
export function bob(b: Brush, body: string, height: number): string {
  const up = b.stride * height * Math.abs(b.swing(0.12));
  return up === 0 ? body : `<g transform="translate(0 ${-up})">${body}</g>`;
}
