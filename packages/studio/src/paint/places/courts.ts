/** Where one game is played: a tennis court, a sports hall with hoops, a ring with ropes. */
import type { Place, Site } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { countryWith } from './fields.ts';
import { type Kit, kitOf, layer } from './kit.ts';

type Strokes = [number, number, number, number][];

/** Seen from behind one end: lines run together towards the other. */
function court(kit: Kit, look: { ground: string; around: string }): string {
  const { b } = kit;
  const lines: Strokes = [
    [0.3, 0.7, 0.7, 0.7],
    [0.3, 0.7, 0.02, 1.0],
    [0.7, 0.7, 0.98, 1.0],
    [0.34, 0.7, 0.14, 1.0],
    [0.66, 0.7, 0.86, 1.0],
    [0.02, 1.0, 0.98, 1.0],
    [0.24, 0.865, 0.76, 0.865],
    [0.5, 0.74, 0.5, 0.865],
  ];
  const net = Array.from({ length: 33 }, (_, at): Strokes[number] => {
    const x = 0.21 + at * 0.018;
    return [x, 0.668, x, 0.775];
  });
  const rows = [0.69, 0.715, 0.74, 0.765].map((y): Strokes[number] => [0.21, y, 0.79, y]);
  return (
    kit.band(0.66, 1, b.fall(look.around, 1.1, 0.85)) +
    kit.poly(
      [
        [0.27, 0.69],
        [0.73, 0.69],
        [1.04, 1.04],
        [-0.04, 1.04],
      ],
      b.fall(look.ground, 1.12, 0.88),
    ) +
    kit.lines(lines, '#fdfaf4', 0.007) +
    kit.lines([...net, ...rows], '#3a3f46', 0.0025) +
    kit.lines([[0.21, 0.67, 0.79, 0.67]], '#ffffff', 0.014) +
    kit.lines(
      [
        [0.21, 0.655, 0.21, 0.79],
        [0.79, 0.655, 0.79, 0.79],
      ],
      '#2f4a3a',
      0.012,
    )
  );
}

export function tennisCourt(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'tennis',
    from: 0.3,
    grass: 'none',
    body: (kit) => {
      const { b } = kit;
      const hedge = kit.band(0.46, 0.67, b.fall('#2f6a3c', 1.1, 0.75));
      const fence = Array.from({ length: 15 }, (_, at): Strokes[number] => {
        const x = kit.left + 0.02 + at * 0.094;
        return [x, 0.42, x, 0.67];
      });
      const chair =
        kit.lines(
          [
            [0.12, 0.8, 0.135, 0.56],
            [0.19, 0.8, 0.175, 0.56],
            [0.128, 0.68, 0.182, 0.68],
          ],
          '#dfe6ea',
          0.008,
        ) + kit.box([0.128, 0.53, 0.054, 0.05], b.side('#f2f4f6', 1.1, 0.8));
      return (
        hedge +
        kit.lines(fence, '#7f8f88', 0.006) +
        kit.band(0.42, 0.43, b.ink('#7f8f88')) +
        court(kit, { ground: '#c8683c', around: '#3f8a55' }) +
        chair
      );
    },
    feet: 0.94,
  });
}

/** A wooden floor that runs to the wall, with what hangs there. */
async function hall(site: Site, kit: Kit, wall: string, marks: string): Promise<Place> {
  const { b } = kit;
  const planks = Array.from({ length: 17 }, (_, at): Strokes[number] => [
    0.5 + (at - 8) * 0.07,
    0.68,
    0.5 + (at - 8) * 0.2,
    1.14,
  ]);
  const body = wall + kit.band(0.68, 1, b.fall('#d09a58', 1.12, 0.85)) + kit.lines(planks, '#a8743a', 0.003) + marks;
  return { behind: await layer(site, kit, body, 0.85), front: [], feet: site.size.height * 0.93 };
}

export function basketballCourt(site: Site): Promise<Place> {
  const kit = kitOf(site, 'basketball');
  const { b, w, h } = kit;
  const hoop = (x: number) =>
    kit.lines([[x, 0.68, x, 0.3]], '#4a5058', 0.016) +
    kit.box([x - 0.085, 0.14, 0.17, 0.2], b.side('#f4f7f8', 1.05, 0.9)) +
    kit.box([x - 0.035, 0.23, 0.07, 0.085], 'none', `stroke="${b.ink('#d8402c')}" stroke-width="${h * 0.006}"`) +
    kit.oval([x, 0.34, 0.04, 0.016], 'none', `stroke="${b.ink('#e8641e')}" stroke-width="${h * 0.011}"`) +
    kit.lines(
      [-0.036, -0.018, 0, 0.018, 0.036].map((dx): Strokes[number] => [x + dx, 0.345, x + dx * 0.55, 0.43]),
      '#ffffff',
      0.003,
    );
  const seats = Array.from({ length: 4 }, (_, row) =>
    kit.band(0.48 + row * 0.05, 0.5 + row * 0.05, b.ink(row % 2 === 0 ? '#35609a' : '#3f6fae')),
  );
  const wall =
    kit.band(0, 0.7, b.fall('#dfe3e4', 1, 0.86)) +
    [0.12, 0.36, 0.6, 0.84].map((x) => kit.box([x, 0.02, 0.16, 0.1], b.lamp('#e8f4fa'))).join('') +
    kit.band(0.46, 0.68, b.fall('#2b4a78', 1.1, 0.8)) +
    seats.join('');
  const key =
    kit.poly(
      [
        [0.4, 0.69],
        [0.6, 0.69],
        [0.72, 0.9],
        [0.28, 0.9],
      ],
      b.fall('#b5482f', 1.05, 0.9),
    ) +
    `<path d="M${w * 0.12} ${h * 0.69} C${w * 0.1} ${h * 1.05} ${w * 0.9} ${h * 1.05} ${w * 0.88} ${h * 0.69}" fill="none" stroke="${b.ink('#fdfaf4')}" stroke-width="${h * 0.008}"/>` +
    kit.oval([0.5, 0.9, 0.16, 0.045], 'none', `stroke="${b.ink('#fdfaf4')}" stroke-width="${h * 0.007}"`) +
    kit.lines([[kit.left, 0.69, kit.right, 0.69]], '#fdfaf4', 0.007);
  return hall(site, kit, wall, key + hoop(0.5));
}

export async function boxingRing(site: Site): Promise<Place> {
  const kit = kitOf(site, 'boxing');
  const { b } = kit;
  const ropes = (y: number, paint: string): string =>
    kit.lines(
      [
        [0.17, y, 0.83, y],
        [0.17, y, 0.02, y + 0.17],
        [0.83, y, 0.98, y + 0.17],
      ],
      paint,
      0.013,
    );
  const post = (x: number, top: number, foot: number, paint: string) =>
    kit.box([x - 0.011, top, 0.022, foot - top], b.side(paint, 1.2, 0.7));
  const crowd = Array.from({ length: 90 }, (_, at) =>
    kit.oval(
      [kit.left + (at % 30) * 0.046 + 0.02 * kit.random(), 0.36 + 0.05 * Math.floor(at / 30), 0.013, 0.024],
      b.ink(['#4a4250', '#5a4a44', '#3f4858', '#6a5a52'][at % 4]!),
    ),
  );
  const body =
    kit.band(0, 1, b.fall('#1f2430', 1.1, 0.8)) +
    crowd.join('') +
    [0.3, 0.5, 0.7].map((x) => kit.glow([x, 0.0, 0.16, 0.42], '#fff2cc', 0.5)).join('') +
    kit.poly(
      [
        [0.15, 0.66],
        [0.85, 0.66],
        [1.08, 1.16],
        [-0.08, 1.16],
      ],
      b.fall('#c9d6e2', 1.05, 0.85),
    ) +
    kit.oval([0.5, 0.88, 0.16, 0.06], b.ink('#b0392f')) +
    ropes(0.4, '#d8343a') +
    ropes(0.49, '#f4f4f2') +
    ropes(0.58, '#2f6fc0') +
    post(0.17, 0.36, 0.7, '#c8202c') +
    post(0.83, 0.36, 0.7, '#2456a8');
  return { behind: await layer(site, kit, body, 0.85), front: [], feet: site.size.height * 0.93 };
}
