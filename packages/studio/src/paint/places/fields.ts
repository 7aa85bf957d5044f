/** Fields: wheat, vines, and a farm among them. */
import { house } from '../../subjects/house.ts';
import { type Place, type Site, unlessShown } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { across, type Kit, kitOf, rows, standing } from './kit.ts';
import { meadow } from './open-country.ts';

/** Open country with something on it. */
export async function countryWith(
  site: Site,
  sky: StageLayer[],
  look: {
    name: string;
    body(kit: Kit): string;
    from?: number;
    depth?: number;
    front?(kit: Kit): string;
    feet?: number;
    grass?: 'none';
  },
): Promise<Place> {
  const country = await meadow(site, sky);
  const kit = kitOf(site, look.name);
  const near = kitOf(site, `${look.name}f`);
  return {
    behind: [
      ...country.behind,
      ...(await rows(site, kit, look.body(kit), { from: look.from ?? 0.2, to: 1.2, depth: look.depth ?? 0.92 })),
    ],
    front:
      look.front === undefined
        ? look.grass === 'none'
          ? []
          : country.front
        : await rows(site, near, look.front(near), { from: 0.5, to: 1.2, depth: 1.15 }),
    feet: site.size.height * (look.feet ?? 0.88),
  };
}

/** Stalks with ears, small far off and tall near. */
function stalks(kit: Kit, look: { from: number; to: number; count: number; tall: number }): string {
  const { b, w, h, random } = kit;
  const tones = ['#e0b048', '#c9922e', '#f2cf7a', '#b5812a'].map((paint) => b.ink(paint));
  const paths: string[][] = tones.map(() => []);
  for (let at = 0; at < look.count; at++) {
    const near = at / look.count;
    const [x, y] = [kit.left + random() * (kit.right - kit.left), look.from + (look.to - look.from) * near];
    const tall = look.tall * (0.25 + 0.75 * near) * (0.8 + 0.4 * random());
    const lean = 0.012 * (random() - 0.3) * (0.3 + near);
    paths[at % tones.length]!.push(
      `M${(w * x).toFixed(1)} ${(h * y).toFixed(1)}q0 ${(-h * tall * 0.6).toFixed(1)} ${(w * lean).toFixed(1)} ${(-h * tall).toFixed(1)}l${(w * 0.002).toFixed(1)} ${(h * tall * 0.16).toFixed(1)}`,
    );
  }
  return paths
    .map(
      (d, at) =>
        `<path d="${d.join('')}" fill="none" stroke="${tones[at]}" stroke-width="${h * 0.0042}" stroke-linecap="round"/>`,
    )
    .join('');
}

export function wheatField(site: Site, sky: StageLayer[]): Promise<Place> {
  const many = Math.round(1300 * Math.min(1, Math.max(0.2, site.size.height / 720)));
  return countryWith(site, sky, {
    name: 'wheat',
    from: 0.55,
    body: (kit) =>
      kit.band(0.66, 1, kit.b.fall('#d8a83e', 1.12, 0.75)) +
      stalks(kit, { from: 0.68, to: 1.02, count: many, tall: 0.11 }),
    front: (kit) => stalks(kit, { from: 1.0, to: 1.16, count: Math.round(many * 0.22), tall: 0.2 }),
    feet: 0.9,
  });
}

export function farm(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'farm',
    body: (kit) => {
      const { b } = kit;
      const barn =
        kit.box([0.6, 0.46, 0.28, 0.26], b.side('#a8322a', 1.15, 0.75)) +
        kit.poly(
          [
            [0.58, 0.47],
            [0.63, 0.34],
            [0.74, 0.28],
            [0.85, 0.34],
            [0.9, 0.47],
          ],
          b.side('#b83a30', 1.1, 0.75),
        ) +
        kit.lines(
          [
            [0.575, 0.475, 0.63, 0.34],
            [0.63, 0.34, 0.74, 0.275],
            [0.74, 0.275, 0.85, 0.34],
            [0.85, 0.34, 0.905, 0.475],
          ],
          '#5a3a34',
          0.02,
        ) +
        kit.box([0.68, 0.54, 0.12, 0.18], b.ink('#6a1c18')) +
        kit.lines(
          [
            [0.68, 0.54, 0.8, 0.72],
            [0.8, 0.54, 0.68, 0.72],
            [0.68, 0.54, 0.8, 0.54],
            [0.68, 0.54, 0.68, 0.72],
            [0.8, 0.54, 0.8, 0.72],
          ],
          '#f6f0e6',
          0.007,
        ) +
        kit.box([0.715, 0.38, 0.05, 0.07], b.ink('#f6f0e6'));
      const silo =
        kit.box([0.92, 0.32, 0.09, 0.4], b.side('#c3c8cc', 1.15, 0.6)) +
        kit.oval([0.965, 0.32, 0.045, 0.05], b.ball('#8a949c'));
      const fence =
        across(kit, 14, (x) => kit.box([x - 0.006, 0.74, 0.012, 0.1], b.side('#a07a50', 1.1, 0.7))) +
        kit.band(0.76, 0.772, b.ink('#b08a5c')) +
        kit.band(0.8, 0.812, b.ink('#b08a5c'));
      const bales = (
        [
          [0.12, 0.76, 0.05],
          [0.24, 0.78, 0.06],
        ] as const
      ).map(
        ([x, y, r]) =>
          kit.oval([x, y - r, r, r * 1.5], b.ball('#d8b04a')) +
          kit.oval(
            [x, y - r, r * 0.55, r * 0.85],
            'none',
            `stroke="${b.ink('#a8802a')}" stroke-width="${kit.h * 0.004}"`,
          ),
      );
      const rowsOf = Array.from({ length: 9 }, (_, at): [number, number, number, number] => [
        0.1 + at * 0.035,
        0.68,
        -0.1 + at * 0.07,
        0.74,
      ]);
      return (
        kit.lines(rowsOf, '#8a6a34', 0.008) +
        silo +
        unlessShown(site, /^barn$/, barn) +
        unlessShown(site, /^hay-bale$/, bales.join('')) +
        fence
      );
    },
    feet: 0.92,
  });
}

/** A bunch of grapes that hangs from (x, y), each berry a ball. */
function grapes(kit: Kit, [x, y]: [number, number], size: number): string {
  const across = (size * kit.h) / kit.w;
  return [4, 4, 3, 2, 1]
    .flatMap((many, row) =>
      Array.from({ length: many }, (_, at) =>
        kit.oval(
          [x + (at - (many - 1) / 2) * across * 0.34, y + size * (0.2 + row * 0.28), across * 0.2, size * 0.2],
          kit.b.ball((at + row) % 3 === 0 ? '#7a3f96' : '#5f2f7e'),
        ),
      ),
    )
    .join('');
}

function vineLeaf(kit: Kit, [x, y]: [number, number], { size, turn }: { size: number; turn: number }): string {
  const { w, h, b } = kit;
  const edge = h * size;
  const lobes = [
    [0, 0],
    [-0.5, 0.1],
    [-0.62, -0.28],
    [-0.42, -0.42],
    [-0.4, -0.8],
    [-0.14, -0.68],
    [0, -1.02],
    [0.14, -0.68],
    [0.4, -0.8],
    [0.42, -0.42],
    [0.62, -0.28],
    [0.5, 0.1],
  ]
    .map(([dx, dy], at) => `${at === 0 ? 'M' : 'L'}${(edge * dx!).toFixed(1)} ${(edge * dy!).toFixed(1)}`)
    .join(' ');
  return `<g transform="translate(${w * x} ${h * y}) rotate(${turn})"><path d="${lobes} Z" fill="${b.fall('#5f9c3a', 1.2, 0.8)}" stroke="${b.ink('#3f7428')}" stroke-width="${edge * 0.05}" stroke-linejoin="round"/><path d="M0 0V${-edge * 0.8}" stroke="${b.ink('#9cc870')}" stroke-width="${edge * 0.04}"/></g>`;
}

/** A row of vines on its wires, from far to near, with posts between. */
function vineRow(kit: Kit, side: number): string {
  const { b } = kit;
  const steps = Array.from({ length: 13 }, (_, step) => {
    const near = (step / 12) ** 1.6;
    return { near, x: 0.5 + side * (0.06 + 0.3 * near), y: 0.67 + 0.42 * near, tall: 0.035 + 0.13 * near };
  });
  const top = steps.map(({ x, y, tall }): [number, number] => [x, y - tall]);
  const foot = steps.map(({ x, y, tall }): [number, number] => [x, y - tall * 0.22]).reverse();
  const hedge = kit.poly([...top, ...foot], b.fall('#4f8a36', 1.15, 0.7));
  return (
    steps
      .map(({ x, y, tall, near }) => kit.lines([[x, y, x, y - tall * 1.15]], '#7a5a38', 0.003 + 0.008 * near))
      .join('') +
    hedge +
    steps
      .map(
        ({ x, y, tall, near }, at) =>
          kit.oval([x, y - tall * 0.8, tall * 0.34, tall * 0.36], b.ball(at % 2 === 0 ? '#5f9c3c' : '#548f38')) +
          (near > 0.05 ? grapes(kit, [x, y - tall * 0.62], tall * 0.3) : ''),
      )
      .join('')
  );
}

export function vineyard(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'vines',
    body: (kit) => {
      const { b } = kit;
      const home = standing(kit, house.draw, { x: 0.8, y: 0.66, edge: 0.17, paint: [181, 104, 72] });
      const vines = [-3, 3, -2, 2, -1, 1].map((side) => vineRow(kit, side));
      return kit.band(0.67, 1, b.fall('#b09a5e', 1.1, 0.75)) + home + vines.join('');
    },
    // One vine close by, so that nobody takes the rows for a hedge.
    front: (kit) =>
      kit.lines([[0.055, 1.16, 0.055, 0.56]], '#7a5a38', 0.022) +
      kit.lines(
        [
          [kit.left, 0.64, 0.055, 0.62],
          [0.055, 0.62, 0.3, 0.66],
        ],
        '#6a4a2c',
        0.012,
      ) +
      grapes(kit, [0.12, 0.66], 0.09) +
      grapes(kit, [0.2, 0.68], 0.075) +
      grapes(kit, [0.0, 0.66], 0.08) +
      (
        [
          [0.06, 0.62, 0.1, -20],
          [0.14, 0.64, 0.11, 15],
          [0.22, 0.67, 0.085, 40],
          [-0.01, 0.64, 0.1, -50],
          [0.28, 0.68, 0.07, 70],
        ] as const
      )
        .map(([x, y, size, turn]) => vineLeaf(kit, [x, y], { size, turn }))
        .join(''),
    feet: 0.92,
  });
}
