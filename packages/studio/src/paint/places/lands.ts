/** Land that people have made their own: fields, gardens, a farm, a stadium, a fair, a playground, a graveyard. */
import { house } from '../../subjects/house.ts';
import { tree } from '../../subjects/tree.ts';
import type { Place, Site } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { across, type Kit, kitOf, rows } from './kit.ts';
import { meadow } from './open-country.ts';
import { standing } from './town.ts';

const LEAVES = [75, 143, 60] as const;

/** Open country with something on it. */
async function countryWith(
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

export function garden(site: Site, sky: StageLayer[]): Promise<Place> {
  const blooms = ['#e8507a', '#f7d24a', '#ffffff', '#b07ae0', '#f28a3a', '#d8303a'];
  const bed = (kit: Kit, x: number, y: number, wide: number) =>
    kit.oval([x, y, wide, wide * 0.26], kit.b.fall('#6a4a2c', 1, 0.8)) +
    Array.from({ length: 30 }, (_, at) => {
      const angle = at * 2.4;
      const far = Math.sqrt((at + 0.5) / 30);
      const [px, py] = [x + wide * 0.92 * far * Math.cos(angle), y - 0.012 + wide * 0.24 * far * Math.sin(angle)];
      return (
        kit.lines([[px, py + 0.012, px, py]], '#3f7a35', 0.005) +
        kit.oval([px, py, 0.009, 0.014], kit.b.ball(blooms[at % blooms.length]!))
      );
    }).join('');
  return countryWith(site, sky, {
    name: 'garden',
    body: (kit) => {
      const { b } = kit;
      const hedge = across(kit, 24, (x, at) => kit.oval([x, 0.63 + 0.008 * (at % 2), 0.04, 0.06], b.ball('#3f7a3c')));
      const fence =
        across(kit, 30, (x) =>
          kit.poly(
            [
              [x - 0.008, 0.74],
              [x - 0.008, 0.64],
              [x, 0.62],
              [x + 0.008, 0.64],
              [x + 0.008, 0.74],
            ],
            b.fall('#fbf8f0', 1, 0.85),
          ),
        ) +
        kit.band(0.66, 0.672, b.ink('#f2eee4')) +
        kit.band(0.71, 0.722, b.ink('#f2eee4'));
      const path = kit.poly(
        [
          [0.46, 0.74],
          [0.54, 0.74],
          [0.78, 1.14],
          [0.22, 1.14],
        ],
        b.fall('#d8c49a', 1.1, 0.85),
      );
      const arch =
        `<path d="M${kit.w * 0.43} ${kit.h * 0.75} V${kit.h * 0.5} Q${kit.w * 0.5} ${kit.h * 0.36} ${kit.w * 0.57} ${kit.h * 0.5} V${kit.h * 0.75}" fill="none" stroke="${b.ink('#f6f2e8')}" stroke-width="${kit.h * 0.014}"/>` +
        Array.from({ length: 18 }, (_, at) => {
          const t = Math.PI * (at / 17);
          return kit.oval(
            [0.5 - 0.07 * Math.cos(t), 0.5 - 0.075 * Math.sin(t), 0.012, 0.02],
            b.ball(at % 3 === 0 ? '#e8507a' : '#4a8a44'),
          );
        }).join('');
      return (
        hedge +
        fence +
        path +
        arch +
        bed(kit, 0.16, 0.82, 0.14) +
        bed(kit, 0.84, 0.82, 0.14) +
        bed(kit, 0.04, 0.96, 0.16) +
        bed(kit, 0.96, 0.96, 0.16)
      );
    },
  });
}

export function park(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'park',
    body: (kit) => {
      const { b } = kit;
      const trees = (
        [
          [0.06, 0.74, 0.5],
          [0.24, 0.7, 0.32],
          [0.78, 0.71, 0.36],
          [0.96, 0.76, 0.54],
        ] as const
      ).map(([x, y, edge]) => standing(kit, tree.draw, { x, y, edge, paint: LEAVES }));
      const path = `<path d="M${kit.w * 0.52} ${kit.h * 0.7} C${kit.w * 0.62} ${kit.h * 0.76} ${kit.w * 0.3} ${kit.h * 0.86} ${kit.w * 0.1} ${kit.h * 1.14} H${kit.w * 0.7} C${kit.w * 0.5} ${kit.h * 0.9} ${kit.w * 0.7} ${kit.h * 0.76} ${kit.w * 0.55} ${kit.h * 0.7} Z" fill="${b.fall('#d8c9a8', 1.1, 0.85)}"/>`;
      const bench = (x: number, y: number) =>
        kit.box([x, y, 0.17, 0.014], b.ink('#8a5a30')) +
        kit.box([x, y - 0.05, 0.17, 0.014], b.ink('#a06c3c')) +
        kit.box([x, y - 0.08, 0.17, 0.014], b.ink('#a06c3c')) +
        kit.lines(
          [
            [x + 0.02, y - 0.08, x + 0.02, y + 0.06],
            [x + 0.15, y - 0.08, x + 0.15, y + 0.06],
          ],
          '#2c3036',
          0.01,
        );
      const lamp =
        kit.lines([[0.68, 0.82, 0.68, 0.46]], '#23262e', 0.01) +
        (b.lamps === 'lit' ? kit.glow([0.68, 0.44, 0.08, 0.14], '#ffd88a', 0.7) : '') +
        kit.oval([0.68, 0.44, 0.014, 0.024], b.lamps === 'lit' ? b.lamp('#fff3cf') : b.ink('#f2eee2'));
      return trees.join('') + path + bench(0.72, 0.82) + lamp;
    },
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
      return kit.lines(rowsOf, '#8a6a34', 0.008) + silo + barn + bales.join('') + fence;
    },
    feet: 0.92,
  });
}

export function vineyard(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'vines',
    body: (kit) => {
      const { b } = kit;
      const home = standing(kit, house.draw, { x: 0.8, y: 0.66, edge: 0.17, paint: [181, 104, 72] });
      const row = (at: number) => {
        const side = at - 4;
        const clumps = Array.from({ length: 15 }, (_, step) => {
          const near = (step / 14) ** 1.7;
          const [x, y] = [0.5 + side * (0.05 + 0.25 * near), 0.67 + 0.4 * near];
          const size = 0.012 + 0.05 * near;
          return (
            kit.lines([[x, y, x, y - size * 0.9]], '#6a4a2c', 0.002 + 0.006 * near) +
            kit.oval([x, y - size, size * 0.72, size * 0.8], b.ball(step % 2 === 0 ? '#5a8f3c' : '#4a7f34')) +
            (near > 0.12
              ? [-0.3, 0.1, 0.35]
                  .map((dx) => kit.oval([x + dx * size, y - size * 0.66, size * 0.14, size * 0.26], b.ball('#5a2a6a')))
                  .join('')
              : '')
          );
        });
        return clumps.join('');
      };
      return kit.band(0.67, 1, b.fall('#a8905a', 1.1, 0.75)) + home + [0, 8, 1, 7, 2, 6, 3, 5].map(row).join('');
    },
    front: () => '<g/>',
    feet: 0.92,
  });
}

export async function stadium(site: Site): Promise<Place> {
  const kit = kitOf(site, 'stadium');
  const { b, w, h, random } = kit;
  const dots = new Map<string, string[]>();
  for (let row = 0; row < 15; row++)
    for (let x = kit.left; x < kit.right; x += 0.013) {
      const y = 0.34 + row * 0.019 + 0.03 * Math.abs(x - 0.5);
      const tone = b.ink(['#d8483a', '#f2efe6', '#3f6fb0', '#e8c23a', '#2c3440', '#c99a7a'][Math.floor(random() * 6)]!);
      dots.set(tone, [
        ...(dots.get(tone) ?? []),
        `M${(w * (x + 0.006 * random())).toFixed(1)} ${(h * y).toFixed(1)}h${(w * 0.006).toFixed(1)}v${(h * 0.011).toFixed(1)}h${(-w * 0.006).toFixed(1)}z`,
      ]);
    }
  const mast = (x: number) =>
    kit.lines([[x, 0.4, x, 0.1]], '#6a7078', 0.01) +
    kit.box([x - 0.05, 0.04, 0.1, 0.07], b.ink('#3c4248')) +
    [-0.035, -0.012, 0.012, 0.035].map((dx) => kit.oval([x + dx, 0.075, 0.009, 0.016], b.lamp('#fffbe6'))).join('') +
    (b.lamps === 'lit' ? kit.glow([x, 0.08, 0.16, 0.26], '#fff6d0', 0.6) : '');
  const lawn = Array.from({ length: 9 }, (_, at) => {
    const [from, to] = [0.5 + (at - 4.5) * 0.13, 0.5 + (at - 3.5) * 0.13];
    const [lowFrom, lowTo] = [0.5 + (at - 4.5) * 0.3, 0.5 + (at - 3.5) * 0.3];
    return kit.poly(
      [
        [from, 0.66],
        [to, 0.66],
        [lowTo, 1.14],
        [lowFrom, 1.14],
      ],
      b.fall(at % 2 === 0 ? '#4a9a3c' : '#56a846', 1.1, 0.85),
    );
  });
  const marks =
    kit.lines(
      [
        [kit.left, 0.69, kit.right, 0.69],
        [0.5, 0.69, 0.5, 1.14],
      ],
      '#f4f8f0',
      0.006,
    ) + kit.oval([0.5, 0.87, 0.2, 0.07], 'none', `stroke="${b.ink('#f4f8f0')}" stroke-width="${h * 0.006}"`);
  const goal =
    kit.lines(
      [
        [0.02, 0.74, 0.02, 0.58],
        [0.02, 0.58, 0.12, 0.56],
        [0.12, 0.56, 0.12, 0.7],
      ],
      '#ffffff',
      0.009,
    ) +
    kit.lines(
      Array.from({ length: 6 }, (_, at): [number, number, number, number] => [
        0.02 + at * 0.018,
        0.58,
        0.02 + at * 0.018,
        0.72,
      ]),
      '#dfe6ea',
      0.002,
    );
  const stands =
    kit.band(0.3, 0.66, b.fall('#5a6470', 0.9, 1.1)) +
    [...dots].map(([tone, d]) => `<path d="${d.join('')}" fill="${tone}"/>`).join('') +
    kit.poly(
      [
        [kit.left, 0.22],
        [kit.right, 0.22],
        [kit.right, 0.31],
        [0.5, 0.33],
        [kit.left, 0.31],
      ],
      b.fall('#8a949c', 1.1, 0.8),
    );
  const body =
    mast(0.12) + mast(0.88) + stands + kit.band(0.62, 0.66, b.side('#2f5fa0', 1.2, 0.8)) + lawn.join('') + marks + goal;
  return {
    behind: await rows(site, kit, body, { from: 0, to: 1.2, depth: 0.85 }),
    front: [],
    feet: site.size.height * 0.9,
  };
}

export function fairground(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'fair',
    from: 0,
    grass: 'none',
    body: (kit) => {
      const { b } = kit;
      const round = kit.h / kit.w;
      const wheel = (x: number, y: number, r: number) => {
        const spokes = Array.from({ length: 12 }, (_, at): [number, number, number, number] => {
          const a = (at / 12) * 6.283;
          return [x, y, x + r * round * Math.cos(a), y + r * Math.sin(a)];
        });
        const cars = spokes.map(
          ([, , cx, cy], at) =>
            kit.oval([cx, cy + 0.02, 0.016, 0.024], b.ball(['#e0483a', '#3f8ad0', '#f0c23a', '#4ab06a'][at % 4]!)) +
            (b.lamps === 'lit' ? kit.glow([cx, cy, 0.03, 0.05], '#ffe08a', 0.6) : ''),
        );
        return (
          kit.lines(
            [
              [x, y, x - 0.09, 0.76],
              [x, y, x + 0.09, 0.76],
            ],
            '#d8dde2',
            0.014,
          ) +
          kit.oval([x, y, r * round, r], 'none', `stroke="${b.ink('#e8ecf0')}" stroke-width="${kit.h * 0.01}"`) +
          kit.lines(spokes, '#d8dde2', 0.004) +
          cars.join('') +
          kit.oval([x, y, 0.014, 0.024], b.ball('#e0483a'))
        );
      };
      const tent = (x: number, wide: number, tall: number, paint: string) =>
        Array.from({ length: 6 }, (_, at) => {
          const [l, r] = [x - wide + (2 * wide * at) / 6, x - wide + (2 * wide * (at + 1)) / 6];
          const fill = b.ink(at % 2 === 0 ? paint : '#fbf4e4');
          return (
            kit.poly(
              [
                [x, 0.74 - tall],
                [l, 0.74 - tall * 0.5],
                [r, 0.74 - tall * 0.5],
              ],
              fill,
            ) +
            kit.poly(
              [
                [l, 0.74 - tall * 0.5],
                [r, 0.74 - tall * 0.5],
                [r, 0.75],
                [l, 0.75],
              ],
              fill,
            )
          );
        }).join('') +
        kit.lines([[x, 0.74 - tall, x, 0.69 - tall]], '#5a4a3c', 0.006) +
        kit.poly(
          [
            [x, 0.69 - tall],
            [x + 0.03, 0.7 - tall],
            [x, 0.715 - tall],
          ],
          b.ink('#f0c23a'),
        );
      const lights = Array.from({ length: 22 }, (_, at) => {
        const x = kit.left + at * 0.062;
        return kit.oval(
          [x, 0.12 + 0.03 * Math.sin(at * 0.9), 0.006, 0.01],
          b.lamp(['#ffd24a', '#ff7a9a', '#7ad0ff'][at % 3]!),
        );
      });
      return (
        wheel(0.72, 0.38, 0.31) +
        tent(0.16, 0.16, 0.44, '#d8343a') +
        tent(0.42, 0.1, 0.28, '#2f6fc0') +
        tent(0.96, 0.1, 0.3, '#e08a2a') +
        kit.band(0.74, 1, b.fall('#b8a078', 1.12, 0.8)) +
        lights.join('')
      );
    },
    feet: 0.92,
  });
}

export function playground(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'play',
    body: (kit) => {
      const { b } = kit;
      const slide =
        kit.lines(
          [
            [0.14, 0.8, 0.14, 0.42],
            [0.22, 0.8, 0.22, 0.42],
          ],
          '#d8343a',
          0.014,
        ) +
        kit.lines(
          [0.74, 0.68, 0.62, 0.56, 0.5].map((y): [number, number, number, number] => [0.14, y, 0.22, y]),
          '#f0c23a',
          0.01,
        ) +
        `<path d="M${kit.w * 0.2} ${kit.h * 0.46} C${kit.w * 0.28} ${kit.h * 0.5} ${kit.w * 0.3} ${kit.h * 0.76} ${kit.w * 0.4} ${kit.h * 0.78}" fill="none" stroke="${b.ink('#3f8ad0')}" stroke-width="${kit.h * 0.05}" stroke-linecap="round"/>` +
        kit.poly(
          [
            [0.12, 0.42],
            [0.18, 0.32],
            [0.24, 0.42],
          ],
          b.side('#4ab06a', 1.15, 0.75),
        );
      const swing =
        kit.lines(
          [
            [0.64, 0.8, 0.7, 0.36],
            [0.76, 0.8, 0.7, 0.36],
            [0.9, 0.8, 0.96, 0.36],
            [1.02, 0.8, 0.96, 0.36],
            [0.7, 0.36, 0.96, 0.36],
          ],
          '#e08a2a',
          0.014,
        ) +
        [0.77, 0.88]
          .map(
            (x, at) =>
              kit.lines(
                [
                  [x, 0.36, x + 0.02 * (at === 0 ? 1 : -1), 0.66],
                  [x + 0.04, 0.36, x + 0.04 + 0.02 * (at === 0 ? 1 : -1), 0.66],
                ],
                '#5a5f66',
                0.004,
              ) + kit.box([x + (at === 0 ? 0.015 : -0.025), 0.66, 0.05, 0.014], b.ink('#d8343a')),
          )
          .join('');
      return kit.oval([0.5, 0.9, 0.52, 0.16], b.fall('#e6cf9a', 1.08, 0.85)) + slide + swing;
    },
    grass: 'none',
    feet: 0.91,
  });
}

export function graveyard(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'graves',
    body: (kit) => {
      const { b } = kit;
      const stone = (x: number, y: number, size: number, at: number) =>
        kit.oval([x, y, 0.05 * size, 0.012 * size], '#0a0e12', 'opacity="0.4"') +
        (at % 3 === 0
          ? kit.box([x - 0.01 * size, y - 0.17 * size, 0.02 * size, 0.17 * size], b.side('#8f958f', 1.1, 0.6)) +
            kit.box([x - 0.035 * size, y - 0.135 * size, 0.07 * size, 0.03 * size], b.side('#8f958f', 1.1, 0.6))
          : `<path d="M${kit.w * (x - 0.034 * size)} ${kit.h * y} V${kit.h * (y - 0.09 * size)} Q${kit.w * x} ${kit.h * (y - 0.19 * size)} ${kit.w * (x + 0.034 * size)} ${kit.h * (y - 0.09 * size)} V${kit.h * y} Z" fill="${b.side('#989e98', 1.1, 0.6)}"/>` +
            kit.lines(
              [
                [x - 0.016 * size, y - 0.08 * size, x + 0.016 * size, y - 0.08 * size],
                [x - 0.016 * size, y - 0.06 * size, x + 0.016 * size, y - 0.06 * size],
              ],
              '#5f655f',
              0.004 * size,
            ));
      const bare = kit.lines(
        [
          [0.9, 0.76, 0.89, 0.5],
          [0.89, 0.5, 0.84, 0.32],
          [0.89, 0.52, 0.95, 0.34],
          [0.86, 0.4, 0.8, 0.34],
          [0.93, 0.42, 0.99, 0.4],
          [0.84, 0.34, 0.82, 0.24],
          [0.95, 0.35, 0.94, 0.24],
          [0.89, 0.6, 0.95, 0.52],
        ],
        '#2c2622',
        0.016,
      );
      const fence =
        across(
          kit,
          44,
          (x) =>
            kit.lines([[x, 0.72, x, 0.6]], '#23282c', 0.005) +
            kit.poly(
              [
                [x - 0.005, 0.605],
                [x, 0.585],
                [x + 0.005, 0.605],
              ],
              b.ink('#23282c'),
            ),
        ) +
        kit.band(0.625, 0.632, b.ink('#23282c')) +
        kit.band(0.7, 0.708, b.ink('#23282c'));
      const graves = Array.from({ length: 13 }, (_, at) => ({
        x: 0.02 + ((at * 0.37) % 1) * 1.0,
        y: 0.75 + 0.018 * at,
      })).filter(({ x, y }) => y < 0.82 || Math.abs(x - 0.5) > 0.2);
      return (
        fence +
        bare +
        graves.map(({ x, y }, at) => stone(x, y, 0.7 + (y - 0.74) * 3.4, at)).join('') +
        kit.band(0.7, 0.86, b.glow('#dfe8ee', 0.2))
      );
    },
  });
}
