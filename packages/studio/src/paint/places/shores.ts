/** By the water: a pier, a harbour, a cliff, a pool, ice floes, a river. */
import { sailboat } from '../../subjects/sailboat.ts';
import { type Place, type Site, unlessShown } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { across, floor, type Kit, kitOf, rows, standing } from './kit.ts';
import { hasLake, meadow } from './open-country.ts';
import { ocean } from './waters.ts';

/** The sea alone, without the beach that a coast has. */
async function sea(site: Site, sky: StageLayer[]): Promise<StageLayer[]> {
  return (await ocean(site, sky)).behind;
}

export async function pier(site: Site, sky: StageLayer[]): Promise<Place> {
  const kit = kitOf(site, 'pier');
  const { b } = kit;
  const planks = Array.from({ length: 15 }, (_, at) => {
    const y = (share: number) => 0.63 + 0.51 * share ** 1.9;
    const half = (share: number) => 0.06 + 0.52 * share ** 1.9;
    const [from, to] = [at / 15, (at + 0.94) / 15];
    return kit.poly(
      [
        [0.5 - half(from), y(from)],
        [0.5 + half(from), y(from)],
        [0.5 + half(to), y(to)],
        [0.5 - half(to), y(to)],
      ],
      b.side('#a07850', 1.1 + 0.05 * (at % 3), 0.8),
    );
  });
  const posts = [-1, 1].flatMap((side) =>
    [0, 0.2, 0.42, 0.7].map((share) => {
      const [x, y, size] = [0.5 + side * (0.06 + 0.52 * share ** 1.9), 0.63 + 0.51 * share ** 1.9, 0.05 + 0.2 * share];
      return (
        kit.box([x - 0.05 * size, y - size, 0.1 * size, size * 1.4], b.side('#6a4a30', 1.2, 0.6)) +
        kit.oval([x, y - size, 0.05 * size, 0.03 * size], b.ink('#8a6444'))
      );
    }),
  );
  const ropes = [-1, 1].map((side) =>
    kit.lines(
      [
        [0.5 + side * 0.06, 0.6, 0.5 + side * 0.086, 0.61],
        [0.5 + side * 0.086, 0.61, 0.5 + side * 0.16, 0.63],
        [0.5 + side * 0.16, 0.63, 0.5 + side * 0.32, 0.7],
      ],
      '#d8c9a4',
      0.006,
    ),
  );
  const under = kit.poly(
    [
      [0.44, 0.64],
      [0.56, 0.64],
      [1.1, 1.14],
      [-0.1, 1.14],
    ],
    '#0a1420',
    'fill-opacity="0.35"',
  );
  return {
    behind: [
      ...(await sea(site, sky)),
      ...(await rows(site, kit, under + planks.join('') + ropes.join('') + posts.join(''), {
        from: 0.5,
        to: 1.2,
        depth: 0.95,
      })),
    ],
    front: [],
    feet: site.size.height * 0.9,
  };
}

export async function harbour(site: Site, sky: StageLayer[]): Promise<Place> {
  const [back, kit] = [kitOf(site, 'harbourb', 0.16), kitOf(site, 'harbour')];
  const { b } = kit;
  const houses = across(back, 13, (x, at) => {
    const tall = 0.11 + 0.06 * back.random();
    const paint = ['#c96a4a', '#e0b86a', '#7a9ab0', '#d8d0c0', '#9a5a5a'][at % 5]!;
    return (
      back.box([x - 0.05, 0.62 - tall, 0.095, tall], back.b.side(paint, 1.1, 0.8)) +
      back.poly(
        [
          [x - 0.054, 0.62 - tall],
          [x + 0.05, 0.62 - tall],
          [x, 0.57 - tall],
        ],
        back.b.ink('#7a4438'),
      ) +
      [-0.025, 0.015]
        .map((dx) =>
          back.box(
            [x + dx, 0.64 - tall, 0.016, 0.035],
            back.b.lamps === 'lit' ? back.b.lamp('#ffd68a') : back.b.ink('#5a6a78'),
          ),
        )
        .join('')
    );
  });
  const boats = (
    [
      [0.08, 0.73, 0.3],
      [0.3, 0.7, 0.22],
      [0.72, 0.7, 0.24],
      [0.93, 0.75, 0.34],
    ] as const
  ).map(([x, y, edge], at) =>
    standing(kit, sailboat.draw, { x, y, edge, paint: at % 2 === 0 ? [246, 241, 228] : [208, 96, 72] }),
  );
  const quay =
    floor(kit, 0.83, { paint: '#a09a8e', seam: '#837d72', rows: 3 }) +
    kit.band(0.82, 0.845, b.fall('#c9c2b4', 1.1, 0.8)) +
    [0.06, 0.5, 0.94]
      .map(
        (x) =>
          kit.box([x - 0.014, 0.775, 0.028, 0.055], b.side('#2c3036', 1.4, 0.7), 'rx="6"') +
          kit.oval([x, 0.775, 0.02, 0.014], b.ink('#3c424a')),
      )
      .join('');
  return {
    behind: [
      ...(await sea(site, sky)),
      ...(await rows(site, back, houses, { from: 0.3, to: 0.66, depth: 0.4 })),
      ...(await rows(site, kit, unlessShown(site, /^(sailboat|rowing-boat)$/, boats.join('')), {
        from: 0.3,
        to: 0.84,
        depth: 0.75,
      })),
      ...(await rows(site, kit, quay, { from: 0.7, to: 1.2, depth: 0.95 })),
    ],
    front: [],
    feet: site.size.height * 0.93,
  };
}

export async function cliff(site: Site, sky: StageLayer[]): Promise<Place> {
  const kit = kitOf(site, 'cliff');
  const { b } = kit;
  const edge: [number, number][] = [
    [kit.left, 0.76],
    [0.1, 0.755],
    [0.3, 0.765],
    [0.5, 0.76],
    [0.64, 0.775],
    [0.71, 0.79],
  ];
  const face = kit.poly(
    [...edge, [0.73, 0.86], [0.7, 0.93], [0.75, 1.02], [0.72, 1.14], [kit.left, 1.14]],
    b.side('#8a7a68', 1.1, 0.6),
  );
  const strata = [0.86, 0.92, 0.98, 1.05].map((y): [number, number, number, number] => [0.2, y, 0.7, y + 0.012]);
  const turf = kit.poly(
    [...edge, [0.715, 0.83], [0.6, 0.845], [0.5, 0.87], [0.34, 0.9], [0.2, 0.96], [kit.left, 1.0]],
    b.fall('#6a9a44', 1.15, 0.75),
  );
  const foam = [0.74, 0.78, 0.84].map((x, at) =>
    kit.oval([x, 1.0 - 0.03 * at, 0.06, 0.014], '#ffffff', 'fill-opacity="0.6"'),
  );
  const rocks = [
    [0.82, 0.9, 0.04],
    [0.9, 0.84, 0.028],
    [0.97, 0.95, 0.05],
  ].map(
    ([x, y, s]) =>
      kit.poly(
        [
          [x! - s!, y!],
          [x! - s! * 0.4, y! - s! * 1.6],
          [x! + s! * 0.3, y! - s! * 1.3],
          [x! + s!, y!],
        ],
        b.side('#6a6058', 1.1, 0.6),
      ) + kit.oval([x!, y!, s! * 1.2, s! * 0.24], '#ffffff', 'fill-opacity="0.5"'),
  );
  const body = rocks.join('') + foam.join('') + face + kit.lines(strata, '#6a5c4c', 0.005) + turf;
  return {
    behind: [...(await sea(site, sky)), ...(await rows(site, kit, body, { from: 0.6, to: 1.2, depth: 0.95 }))],
    front: [],
    feet: site.size.height * 0.85,
  };
}

export async function pool(site: Site): Promise<Place> {
  const kit = kitOf(site, 'pool');
  const { b } = kit;
  const hedge = across(kit, 22, (x, at) => kit.oval([x, 0.53 + 0.012 * (at % 3), 0.05, 0.08], b.ball('#4a8a44')));
  const parasol = (x: number) =>
    kit.lines([[x, 0.66, x, 0.42]], '#e8e0d0', 0.01) +
    kit.poly(
      [
        [x - 0.09, 0.44],
        [x - 0.05, 0.37],
        [x, 0.34],
        [x + 0.05, 0.37],
        [x + 0.09, 0.44],
      ],
      b.side('#e0583a', 1.15, 0.75),
    ) +
    kit.poly(
      [
        [x - 0.03, 0.44],
        [x - 0.015, 0.36],
        [x + 0.015, 0.36],
        [x + 0.03, 0.44],
      ],
      b.ink('#f6f0e2'),
    ) +
    kit.poly(
      [
        [x + 0.03, 0.66],
        [x + 0.13, 0.66],
        [x + 0.15, 0.6],
        [x + 0.16, 0.605],
        [x + 0.14, 0.68],
        [x + 0.03, 0.68],
      ],
      b.ink('#f6f2e8'),
    );
  const tiles: [number, number, number, number][] = Array.from({ length: 13 }, (_, at) => [
    0.5 + (at - 6) * 0.1,
    0.7,
    0.5 + (at - 6) * 0.26,
    1.14,
  ]);
  const lines = [0.74, 0.79, 0.86, 0.96, 1.08].map((y): [number, number, number, number] => [
    kit.left,
    y,
    kit.right,
    y,
  ]);
  const ripples = Array.from({ length: 26 }, () =>
    kit.oval(
      [kit.left + kit.random() * 1.3, 0.73 + 0.4 * kit.random(), 0.03 + 0.03 * kit.random(), 0.005],
      '#ffffff',
      'fill-opacity="0.4"',
    ),
  );
  const body =
    kit.band(0.5, 0.72, b.fall('#d8cdb8', 1.1, 0.9)) +
    hedge +
    parasol(0.14) +
    parasol(0.78) +
    kit.band(0.7, 1, b.fall('#3fb4d8', 1.2, 0.8)) +
    kit.lines([...tiles, ...lines], '#8fdcf0', 0.003) +
    ripples.join('') +
    kit.band(0.685, 0.705, b.ink('#f2ece0')) +
    kit.lines(
      [
        [0.92, 0.78, 0.92, 0.62],
        [0.96, 0.78, 0.96, 0.62],
      ],
      '#c9d2d8',
      0.01,
    );
  return {
    behind: await rows(site, kit, body, { from: 0.25, to: 1.2, depth: 0.9 }),
    front: [],
    feet: site.size.height * 0.9,
  };
}

function floe(kit: Kit, x: number, y: number, wide: number): string {
  const { b } = kit;
  return (
    kit.poly(
      [
        [x - wide, y],
        [x - wide * 0.7, y - wide * 0.2],
        [x + wide * 0.5, y - wide * 0.24],
        [x + wide, y - wide * 0.02],
        [x + wide * 0.9, y + wide * 0.16],
        [x - wide * 0.8, y + wide * 0.18],
      ],
      b.fall('#8fc4dc', 1.1, 0.8),
    ) +
    kit.poly(
      [
        [x - wide, y],
        [x - wide * 0.7, y - wide * 0.2],
        [x + wide * 0.5, y - wide * 0.24],
        [x + wide, y - wide * 0.02],
        [x + wide * 0.6, y + wide * 0.06],
        [x - wide * 0.7, y + wide * 0.08],
      ],
      b.fall('#f8fcff', 1, 0.92),
    )
  );
}

export async function iceFloes(site: Site, sky: StageLayer[]): Promise<Place> {
  const [back, kit] = [kitOf(site, 'iceb', 0.2), kitOf(site, 'ice')];
  const berg = (x: number, tall: number) =>
    back.poly(
      [
        [x - 0.12, 0.62],
        [x - 0.09, 0.62 - tall * 0.6],
        [x - 0.03, 0.62 - tall],
        [x + 0.03, 0.62 - tall * 0.7],
        [x + 0.1, 0.62 - tall * 0.5],
        [x + 0.13, 0.62],
      ],
      back.b.side('#eaf6fc', 1.1, 0.8),
    ) +
    back.poly(
      [
        [x - 0.03, 0.62 - tall],
        [x + 0.03, 0.62 - tall * 0.7],
        [x + 0.1, 0.62 - tall * 0.5],
        [x + 0.13, 0.62],
        [x + 0.01, 0.62],
      ],
      back.b.ink('#a8d0e4'),
    );
  const bergs = berg(0.12, 0.24) + berg(0.82, 0.3) + berg(0.48, 0.12);
  const near = (
    [
      [0.08, 0.7, 0.08],
      [0.36, 0.68, 0.06],
      [0.68, 0.7, 0.09],
      [0.94, 0.76, 0.1],
      [0.02, 0.82, 0.14],
      [0.5, 0.9, 0.36],
      [1.02, 0.98, 0.14],
    ] as const
  ).map(([x, y, wide]) => floe(kit, x, y, wide));
  return {
    behind: [
      ...(await sea(site, sky)),
      ...(await rows(site, back, bergs, { from: 0.2, to: 0.64, depth: 0.4 })),
      ...(await rows(site, kit, near.join(''), { from: 0.6, to: 1.2, depth: 0.9 })),
    ],
    front: [],
    feet: site.size.height * 0.89,
  };
}

/** Open country with a river that winds towards the eye. */
export async function river(site: Site, sky: StageLayer[]): Promise<Place> {
  const banks = await meadow({ ...site, scene: { ...site.scene, lake: 'absent' } }, sky);
  if (hasLake({ ...site, scene: { ...site.scene, lake: 'absent' } })) return banks;
  const kit = kitOf(site, 'river');
  const { b, w, h } = kit;
  const bed = `M${w * 0.6} ${h * 0.66} C${w * 0.72} ${h * 0.7} ${w * 0.3} ${h * 0.76} ${w * 0.36} ${h * 0.83} C${w * 0.42} ${h * 0.9} ${w * 0.9} ${h * 0.94} ${w * 0.8} ${h * 1.14} L${w * 0.1} ${h * 1.14} C${w * 0.02} ${h * 0.98} ${w * 0.1} ${h * 0.86} ${w * 0.2} ${h * 0.8} C${w * 0.3} ${h * 0.75} ${w * 0.58} ${h * 0.71} ${w * 0.57} ${h * 0.66} Z`;
  const glints = Array.from({ length: 16 }, (_, at) =>
    kit.oval([0.2 + 0.4 * kit.random(), 0.82 + 0.02 * at, 0.03, 0.003], '#ffffff', 'fill-opacity="0.45"'),
  );
  const body = `<path d="${bed}" fill="${b.ink('#c9b88a')}" stroke="${b.ink('#c9b88a')}" stroke-width="${h * 0.016}"/><path d="${bed}" fill="${b.fall('#5aa0c8', 1.3, 0.8)}"/>${glints.join('')}`;
  return {
    behind: [...banks.behind, ...(await rows(site, kit, body, { from: 0.64, to: 1.2, depth: 0.98 }))],
    front: banks.front,
    feet: site.size.height * 0.88,
  };
}
