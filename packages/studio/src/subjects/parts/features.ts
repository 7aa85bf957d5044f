/** Eyes, colours and legs that many animals share. */
import { type Brush, line, oval } from '../../paint/brush.ts';
import { hoof, type Leg, leg, paw } from './limbs.ts';

export const DARK = '#1b1714';
export const CREAM = '#f6ead6';

/** The eye of somebody asleep. */
function lid(b: Brush, [x, y, r]: [number, number, number]): string {
  return line(
    `M${x - r * 1.3} ${y} C${x - r * 0.6} ${y + r * 1.1} ${x + r * 0.6} ${y + r * 1.1} ${x + r * 1.3} ${y}`,
    b.ink(DARK),
    r * 0.5,
  );
}

/** An eye with its light in it: what makes a shape look back. */
export function eye(b: Brush, [x, y, r]: [number, number, number], iris = DARK): string {
  if (b.eyes === 'shut') return lid(b, [x, y, r]);
  return (
    oval([x, y, r, r * 1.15], b.ink(iris)) + oval([x + r * 0.3, y - r * 0.35, r * 0.38, r * 0.38], b.ink('#ffffff'))
  );
}

export interface Build {
  /** Where the hind and the forelegs leave the body, and how high. */
  hind: number;
  fore: number;
  hip: number;
  thickness: { hind: [number, number]; fore: [number, number] };
  foot: 'paw' | 'hoof';
  /** How dark the legs end: 1 keeps the coat's colour. */
  stocking?: number;
  coat?: Brush['main'];
}

/** The pair of legs on one side, which step out one after the other; the far pair stands a little ahead and in shade. */
export function legPair(b: Brush, side: 'near' | 'far', build: Build): string {
  const light = side === 'near' ? 1 : 0.66;
  const ahead = side === 'near' ? 0 : 11;
  const coat = build.coat ?? b.main;
  const dark = build.stocking ?? 0.68;
  const one = (kind: Leg['kind'], x: number, offset: number) => {
    const thickness = build.thickness[kind];
    return leg(b, {
      kind,
      hip: [x + ahead, build.hip],
      offset,
      ground: 187,
      thickness,
      fill: b.fall(coat, light, light * dark),
      foot:
        build.foot === 'hoof'
          ? hoof(b.ink(DARK, side === 'near' ? 1.15 : 0.9), thickness[1] * 0.72)
          : paw(b.fall(coat, light * (dark + 0.2), light * dark * 0.85), thickness[1] * 0.86),
    });
  };
  const late = side === 'near' ? 0 : 0.5;
  return one('hind', build.hind, late + 0.1) + one('fore', build.fore, late + 0.6);
}
