/** Heads, hair and the walk that people share. */
import { type Brush, line, oval, type Paint, shape } from '../../paint/brush.ts';
import type { Hands } from '../subject.ts';
import { bob, stepOf, taper } from './limbs.ts';

export const SKINS = ['#f0c29c', '#c98d5e', '#8a5636', '#e3ac82'];

/** Of somebody who stands, seen from the side: the one ahead. */
export const HANDS: Hands = {
  across: 0.09,
  high: 0.35,
  size: 0.026,
  both: false,
  skin: (b) => oneOf(b, SKINS, 1),
};

export const HAIRS = ['#2a1c14', '#5a3820', '#a8692c', '#141318'];

/** One of several by the brush's chance, which is the same in every drawing of one person. */
export function oneOf(b: Brush, choices: string[], spread: number): string {
  return choices[Math.floor(((b.random() * spread) % 1) * choices.length)]!;
}

export function head(b: Brush, skin: string): string {
  return (
    shape(
      taper([
        [99, 46, 13],
        [99, 58, 12],
        [100, 66, 16],
      ]),
      b.fall(skin, 0.85, 0.7),
    ) +
    shape(
      'M86 34 C86 20 96 15 105 16 C114 17 119 24 119 32 C119 34 122 38 122 40 C122 42 119 42 119 43 C119 50 113 54 106 54 C94 54 86 46 86 34 Z',
      b.ball(skin),
    ) +
    oval([94, 38, 3.4, 4.8], b.ink(skin, 0.82)) +
    (b.eyes === 'shut'
      ? line('M108.500 34 C110 36 113 36 114.500 34', b.ink('#20160f'), 1.4)
      : oval([111.5, 34, 1.9, 2.5], b.ink('#20160f'))) +
    line('M107.5 28.5 C110 27 113 27 115 28.5', b.ink('#3a2418'), 1.6) +
    line('M110 46 C112.5 47.5 115 47 117 45.5', b.ink('#a8524a'), 1.7)
  );
}

export interface Look {
  skin: string;
  sleeve: Paint;
  leg: Paint;
  shoe: string;
  /** How thick a leg is at the hip, and above the shoe. */
  legThickness: [number, number];
  body: string;
}

/** Legs, then whatever `body` draws over them, with arms that swing against the legs. */
export function walking(b: Brush, look: Look): string {
  const resting = b.stride === 0;
  const limb = (offset: number, light: number) => {
    const rest = resting ? (offset === 0 ? 5 : -9) : 0;
    const hip: [number, number] = [100 + rest * 0.5, 116];
    const { knee, foot, lift } = stepOf(b, { hip, offset, ground: 182 });
    const [x, y] = [foot[0] + rest, foot[1]];
    const [thick, thin] = look.legThickness;
    const toe = 4 * lift;
    return (
      shape(
        taper([
          [hip[0], hip[1], thick],
          [knee[0] + rest * 0.5 + 2, knee[1], thick * 0.72],
          [x + (knee[0] - x) * 0.35 - 1.5, y - 22, thick * 0.6],
          [x, y, thin],
        ]),
        b.fall(look.leg, light, light * 0.75),
      ) +
      shape(
        `M${x - 6} ${y - 4} C${x} ${y - 6} ${x + 5} ${y - 5} ${x + 7} ${y - 1} C${x + 13} ${y + toe} ${x + 17} ${y + 3 + toe} ${x + 16} ${y + 7 + toe} H${x - 7} C${x - 8} ${y + 3} ${x - 8} ${y - 1} ${x - 6} ${y - 4} Z`,
        b.fall(look.shoe, light * 1.1, light * 0.7),
      )
    );
  };
  const arm = (offset: number, shoulder: number, light: number) => {
    const reach = b.stride * b.swing(offset) * 26 + (resting ? (offset === 0 ? 7 : -5) : 0);
    const bend = b.stride > 0.8 ? 12 : 3;
    const elbow = [shoulder + reach * 0.45 - bend * 0.6, 95] as const;
    const hand = [shoulder + reach + bend, 118 - bend * 0.9] as const;
    return (
      shape(
        taper([
          [shoulder, 71, 12.5],
          [elbow[0], elbow[1], 9.5],
          [hand[0], hand[1], 7],
        ]),
        b.fall(look.sleeve, light * 1.08, light * 0.8),
      ) + oval([hand[0] + 0.5, hand[1] + 4, 4.6, 5.6], b.ball(look.skin))
    );
  };
  return bob(b, limb(0.5, 0.72) + arm(0, 108, 0.66) + limb(0, 1) + look.body + arm(0.5, 92, 1), 5);
}
