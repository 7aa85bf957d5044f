/** Vaults of stone: a cathedral, a castle's hall, a tunnel and a cave. */
import type { Place, Site } from '../site.ts';
import { floor, type Kit, kitOf, layer, room } from './kit.ts';

const GLASS = ['#c23b5a', '#3f7ac0', '#e0b03a', '#4aa06a', '#8a4ab0'];

function pointed(kit: Kit, [x, y, w, h]: [number, number, number, number], fill: string): string {
  const { w: wide, h: high } = kit;
  const [l, r, t, bottom, m] = [wide * (x - w / 2), wide * (x + w / 2), high * y, high * (y + h), wide * x];
  return `<path d="M${l} ${bottom} V${t + high * h * 0.36} Q${l} ${t + high * h * 0.1} ${m} ${t} Q${r} ${t + high * h * 0.1} ${r} ${t + high * h * 0.36} V${bottom} Z" fill="${fill}"/>`;
}

export function cathedral(site: Site): Promise<Place> {
  return room(site, {
    name: 'cathedral',
    wall: '#8a8478',
    floor: '#9a9488',
    seam: '#6a655c',
    meets: 0.74,
    rows: 6,
    lamps: [
      [0.2, 0.6],
      [0.8, 0.6],
    ],
    decor: (kit) => {
      const { b } = kit;
      const glass = (x: number, w: number, y: number, h: number) =>
        pointed(kit, [x, y - 0.02, w * 1.2, h + 0.04], b.ink('#5f5a52')) +
        pointed(kit, [x, y, w, h], b.lamp('#8fb8e0')) +
        Array.from({ length: 10 }, (_, at) =>
          kit.box(
            [
              x - w / 2 + (at % 2) * (w / 2) + 0.003,
              y + h * (0.3 + 0.14 * Math.floor(at / 2)),
              w / 2 - 0.006,
              h * 0.13,
            ],
            b.lamp(GLASS[(at * 3 + Math.round(x * 10)) % 5]!),
            'fill-opacity="0.85"',
          ),
        ).join('');
      const pillar = (x: number) =>
        kit.box([x - 0.028, -0.14, 0.056, 0.92], b.side('#b0a898', 1.15, 0.6)) +
        kit.box([x - 0.04, 0.72, 0.08, 0.07], b.side('#a09888', 1.1, 0.6)) +
        kit.box([x - 0.04, 0.1, 0.08, 0.03], b.ink('#b8b0a0'));
      return (
        glass(0.5, 0.16, 0.02, 0.56) +
        glass(0.26, 0.1, 0.14, 0.44) +
        glass(0.74, 0.1, 0.14, 0.44) +
        glass(0.04, 0.1, 0.12, 0.44) +
        glass(0.96, 0.1, 0.12, 0.44) +
        [-0.06, 0.15, 0.36, 0.64, 0.85, 1.06].map(pillar).join('') +
        [0.26, 0.5, 0.74]
          .map((x, at) =>
            kit.poly(
              [
                [x - 0.04, 0.1],
                [x + 0.04, 0.1],
                [x + 0.2, 1],
                [x + 0.02, 1],
              ],
              GLASS[at]!,
              'fill-opacity="0.1"',
            ),
          )
          .join('') +
        kit.poly(
          [
            [0.44, 0.74],
            [0.56, 0.74],
            [0.74, 1.14],
            [0.26, 1.14],
          ],
          b.fall('#8a1f2c', 1.15, 0.8),
        ) +
        [0.78, 0.86]
          .map((y, at) =>
            [-1, 1]
              .map(
                (side) =>
                  kit.box([0.5 + side * (0.22 + 0.1 * at) - 0.09, y, 0.18, 0.03], b.fall('#6a4426', 1.2, 0.7)) +
                  kit.box([0.5 + side * (0.22 + 0.1 * at) - 0.09, y - 0.07, 0.18, 0.02], b.ink('#5a3820')),
              )
              .join(''),
          )
          .join('')
      );
    },
  });
}

function stones(kit: Kit, to: number, paint: string): string {
  const seams: [number, number, number, number][] = [];
  for (let row = 0, y = -0.12; y < to; row++, y += 0.075) {
    seams.push([kit.left, y, kit.right, y]);
    for (let x = kit.left + (row % 2) * 0.045; x < kit.right; x += 0.09) seams.push([x, y, x, Math.min(to, y + 0.075)]);
  }
  return kit.lines(seams, paint, 0.003);
}

export function castleHall(site: Site): Promise<Place> {
  return room(site, {
    name: 'castle',
    wall: '#7d776c',
    floor: '#6f685c',
    seam: '#4a453c',
    meets: 0.74,
    rows: 5,
    lamps: [
      [0.16, 0.34],
      [0.84, 0.34],
    ],
    decor: (kit) => {
      const { b } = kit;
      const torch = (x: number) =>
        kit.lines([[x, 0.46, x, 0.36]], '#3c2a1c', 0.016) +
        kit.glow([x, 0.31, 0.1, 0.2], '#ffa83a', 0.7) +
        kit.poly(
          [
            [x - 0.014, 0.36],
            [x, 0.26],
            [x + 0.014, 0.36],
          ],
          b.lamp('#ff9a2e'),
        ) +
        kit.poly(
          [
            [x - 0.007, 0.36],
            [x, 0.3],
            [x + 0.007, 0.36],
          ],
          b.lamp('#fff0a8'),
        );
      const banner = (x: number, paint: string) =>
        kit.poly(
          [
            [x - 0.045, 0.02],
            [x + 0.045, 0.02],
            [x + 0.045, 0.44],
            [x, 0.38],
            [x - 0.045, 0.44],
          ],
          b.fall(paint, 1.2, 0.7),
        ) +
        kit.poly(
          [
            [x, 0.12],
            [x + 0.02, 0.19],
            [x, 0.26],
            [x - 0.02, 0.19],
          ],
          b.ink('#e0b85a'),
        );
      return (
        stones(kit, 0.74, '#5f594f') +
        [0.36, 0.64].map((x) => pointed(kit, [x, 0.08, 0.08, 0.34], b.lamp('#a8c4e0'))).join('') +
        banner(0.06, '#8a1f2c') +
        banner(0.26, '#24407a') +
        banner(0.74, '#24407a') +
        banner(0.94, '#8a1f2c') +
        torch(0.16) +
        torch(0.84) +
        kit.box([0.44, 0.4, 0.12, 0.34], b.fall('#8a5f2c', 1.2, 0.7), 'rx="8"') +
        kit.box([0.455, 0.44, 0.09, 0.18], b.fall('#9a1f2c', 1.2, 0.8)) +
        kit.box([0.43, 0.6, 0.14, 0.06], b.fall('#b8893c', 1.1, 0.8)) +
        kit.poly(
          [
            [0.44, 0.74],
            [0.56, 0.74],
            [0.76, 1.14],
            [0.24, 1.14],
          ],
          b.fall('#9a1f2c', 1.1, 0.75),
        ) +
        kit.lines(
          [
            [0.45, 0.74, 0.27, 1.14],
            [0.55, 0.74, 0.73, 1.14],
          ],
          '#e0b85a',
          0.006,
        )
      );
    },
  });
}

/** Rings of lamps that run to a light at the end. */
export async function tunnel(site: Site): Promise<Place> {
  const kit = kitOf(site, 'tunnel');
  const { b } = kit;
  const rings = Array.from({ length: 9 }, (_, at) => {
    const near = 1 - at / 9;
    const [rx, ry] = [0.05 + 0.66 * near ** 1.8, 0.07 + 0.86 * near ** 1.8];
    const lit = at % 2 === 0;
    return (
      kit.oval([0.5, 0.52, rx, ry], b.ink('#5a5e66', 0.36 + 0.62 * (1 - near))) +
      (lit
        ? [-0.62, 0.62]
            .map(
              (side) =>
                kit.oval(
                  [0.5 + side * rx, 0.52 - 0.72 * ry, 0.02 * rx + 0.003, 0.012 * ry + 0.003],
                  b.lamp('#ffe6a8'),
                ) + kit.glow([0.5 + side * rx, 0.52 - 0.7 * ry, 0.16 * rx, 0.18 * ry], '#ffd88a', 0.5),
            )
            .join('')
        : '')
    );
  });
  const body =
    kit.band(0, 1, b.ink('#3c4048')) +
    rings.join('') +
    kit.oval([0.5, 0.52, 0.05, 0.07], b.lamp('#fff8e0')) +
    kit.glow([0.5, 0.52, 0.2, 0.3], '#fff2c8', 0.7) +
    kit.poly(
      [
        [0.478, 0.575],
        [0.522, 0.575],
        [1.3, 1.14],
        [-0.3, 1.14],
      ],
      b.fall('#4a4d54', 1.2, 0.7),
    ) +
    [0.6, 0.66, 0.75, 0.88]
      .map((y) =>
        kit.poly(
          [
            [0.5 - 0.03 * (y - 0.55), y],
            [0.5 + 0.03 * (y - 0.55), y],
            [0.5 + 0.05 * (y - 0.52), y * 1.05],
            [0.5 - 0.05 * (y - 0.52), y * 1.05],
          ],
          b.ink('#f2d75a'),
        ),
      )
      .join('');
  return { behind: await layer(site, kit, body, 0.8), front: [], feet: site.size.height * 0.92 };
}

function rocks(kit: Kit, from: 'above' | 'below', look: { reach: number; count: number; paint: string }): string {
  const edge = from === 'above' ? -0.14 : 1.14;
  const tips = Array.from({ length: look.count }, (_, at): [number, number][] => {
    const x = kit.left + ((kit.right - kit.left) * (at + 0.5)) / look.count;
    const tall = look.reach * (0.3 + 0.9 * kit.random());
    const y = from === 'above' ? tall : 1 - tall;
    const half = (0.5 * (kit.right - kit.left)) / look.count;
    return [
      [x - half, from === 'above' ? look.reach * 0.2 : 1 - look.reach * 0.2],
      [x, y],
      [x + half, from === 'above' ? look.reach * 0.2 : 1 - look.reach * 0.2],
    ];
  });
  return kit.poly(
    [[kit.left, edge], ...tips.flat(), [kit.right, edge]],
    kit.b.fall(look.paint, from === 'above' ? 0.7 : 1.1, from === 'above' ? 1.1 : 0.6),
  );
}

export async function cave(site: Site): Promise<Place> {
  const kit = kitOf(site, 'cave');
  const { b } = kit;
  const opening: [number, number][] = [
    [0.3, 0.72],
    [0.27, 0.5],
    [0.33, 0.3],
    [0.44, 0.2],
    [0.58, 0.22],
    [0.69, 0.34],
    [0.72, 0.54],
    [0.69, 0.72],
  ];
  const body =
    kit.band(0, 1, b.side('#4a4450', 0.9, 0.6)) +
    kit.glow([0.5, 0.46, 0.46, 0.6], '#bfe4f0', 0.55) +
    kit.poly(opening, b.lamp('#cfeaf2')) +
    kit.poly(
      [
        [0.3, 0.72],
        [0.28, 0.6],
        [0.4, 0.5],
        [0.5, 0.58],
        [0.6, 0.48],
        [0.72, 0.6],
        [0.69, 0.72],
      ],
      b.lamp('#7fb0a0'),
    ) +
    rocks(kit, 'above', { reach: 0.34, count: 13, paint: '#3c3642' }) +
    floor(kit, 0.7, { paint: '#5a5058', seam: '#4a424a' }) +
    kit.oval([0.5, 0.8, 0.26, 0.05], b.fall('#8fc4d8', 1.2, 0.8)) +
    kit.oval([0.46, 0.79, 0.14, 0.016], '#ffffff', 'fill-opacity="0.35"') +
    [
      [0.1, 0.6, '#7ae0ff'],
      [0.16, 0.66, '#b48aff'],
      [0.88, 0.62, '#7ae0ff'],
      [0.93, 0.58, '#ff9ae0'],
    ]
      .map(
        ([x, y, paint]) =>
          kit.glow([+x!, +y! - 0.03, 0.06, 0.12], String(paint), 0.5) +
          kit.poly(
            [
              [+x! - 0.016, +y! + 0.08],
              [+x!, +y! - 0.08],
              [+x! + 0.016, +y! + 0.08],
            ],
            b.lamp(String(paint)),
            'fill-opacity="0.85"',
          ),
      )
      .join('');
  const near = kitOf(site, 'cavef');
  const front = rocks(near, 'above', { reach: 0.2, count: 7, paint: '#241f2a' });
  return {
    behind: await layer(site, kit, body, 0.8),
    front: await layer(site, near, front, 1.15),
    feet: site.size.height * 0.91,
  };
}
