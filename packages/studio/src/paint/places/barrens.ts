/** Where little grows: a canyon, the savanna, the moon, and a sea of clouds. */
import type { Place, Site } from '../site.ts';
import { across, type Kit, kitOf, layer, rows } from './kit.ts';
import { desert } from './open-country.ts';
import { lit } from './woods.ts';

const STRATA = ['#b5532c', '#c96a3a', '#a8482a', '#d8844a', '#93402a', '#c2603a'];

export async function canyon(site: Site): Promise<Place> {
  const [back, kit] = [kitOf(site, 'canyonb', 0.3), kitOf(site, 'canyon')];
  const wall = (k: Kit, side: -1 | 1, inner: number, top: number) =>
    Array.from({ length: 11 }, (_, at) => {
      const [y, next] = [top + at * 0.09, top + (at + 1) * 0.09 + 0.01];
      const reach = (step: number) => inner - 0.035 * ((step * 5) % 3) - 0.012 * step;
      const x = (step: number) => 0.5 + side * (0.5 - (0.5 - Math.abs(reach(step) - 0.5)));
      const outer = side < 0 ? k.left : k.right;
      return k.poly(
        [
          [outer, y],
          [x(at), y],
          [x(at + 1), next],
          [outer, next],
        ],
        k.b.side(STRATA[at % 6]!, side < 0 ? 0.75 : 1.15, side < 0 ? 1.1 : 0.7),
      );
    }).join('');
  const mesas = across(
    back,
    5,
    (x, at) =>
      back.poly(
        [
          [x - 0.11, 0.66],
          [x - 0.08, 0.42 + 0.05 * (at % 2)],
          [x + 0.08, 0.42 + 0.05 * (at % 2)],
          [x + 0.11, 0.66],
        ],
        back.b.side('#c2703f', 1.1, 0.75),
      ) +
      back.lines(
        [
          [x - 0.085, 0.5, x + 0.085, 0.5],
          [x - 0.095, 0.57, x + 0.095, 0.57],
        ],
        '#93482a',
        0.006,
      ),
  );
  const bed =
    kit.band(0.7, 1, kit.b.fall('#d0884e', 1.1, 0.75)) +
    `<path d="M${kit.w * 0.52} ${kit.h * 0.7} C${kit.w * 0.6} ${kit.h * 0.76} ${kit.w * 0.4} ${kit.h * 0.84} ${kit.w * 0.2} ${kit.h * 1.14} H${kit.w * 0.44} C${kit.w * 0.5} ${kit.h * 0.86} ${kit.w * 0.64} ${kit.h * 0.76} ${kit.w * 0.54} ${kit.h * 0.7} Z" fill="${kit.b.fall('#5a9ab0', 1.2, 0.85)}"/>`;
  return {
    behind: [
      ...(await layer(site, back, mesas + back.band(0.64, 0.74, back.b.ink('#c97a48')), 0.35)),
      ...(await layer(site, kit, bed + wall(kit, -1, 0.2, 0.12) + wall(kit, 1, 0.82, 0.06), 0.85)),
    ],
    front: [],
    feet: site.size.height * 0.91,
  };
}

function acacia(kit: Kit, x: number, y: number, size: number): string {
  const { b } = kit;
  return (
    kit.lines(
      [
        [x, y, x + 0.01 * size, y - 0.2 * size],
        [x + 0.006 * size, y - 0.14 * size, x + 0.07 * size, y - 0.27 * size],
        [x + 0.006 * size, y - 0.16 * size, x - 0.06 * size, y - 0.27 * size],
      ],
      '#4a3424',
      0.02 * size,
    ) +
    (
      [
        [0, -0.3, 0.15],
        [-0.1, -0.27, 0.1],
        [0.11, -0.28, 0.11],
      ] as const
    )
      .map(([dx, dy, r]) =>
        kit.oval([x + dx * size, y + dy * size, r * size, 0.035 * size], b.fall('#5a7a34', 1.2, 0.6)),
      )
      .join('')
  );
}

export async function savanna(site: Site): Promise<Place> {
  const dry = {
    ...site,
    scene: {
      ...site.scene,
      palette: { ...site.scene.palette, ground: lit(site, [176, 138, 60]), crest: lit(site, [226, 196, 110]) },
    },
  };
  const [back, kit] = [kitOf(site, 'savb', 0.3), kitOf(site, 'sav')];
  const land = await desert(dry);
  const tufts = Array.from({ length: 90 }, () => {
    const near = kit.random();
    const [x, y, s] = [kit.left + kit.random() * 1.3, 0.7 + 0.4 * near, 0.02 + 0.05 * near];
    return [-1, -0.4, 0.3, 0.9].map((lean): [number, number, number, number] => [x, y, x + lean * s * 0.3, y - s]);
  }).flat();
  const plain = kit.band(0.66, 1, kit.b.fall('#d0aa58', 1.12, 0.75)) + kit.lines(tufts, '#b08a3c', 0.004);
  return {
    behind: [
      land.behind[0]!,
      ...(await layer(
        site,
        back,
        back.band(0.6, 0.7, back.b.ink('#c9a860')) + acacia(back, 0.3, 0.64, 0.4) + acacia(back, 0.62, 0.63, 0.34),
        0.4,
      )),
      ...(await layer(site, kit, plain + acacia(kit, 0.08, 0.76, 1.25) + acacia(kit, 0.93, 0.73, 0.9), 0.85)),
    ],
    front: [],
    feet: site.size.height * 0.9,
  };
}

export async function moon(site: Site): Promise<Place> {
  const kit = kitOf(site, 'moon');
  const { b, random } = kit;
  const stars = Array.from({ length: 220 }, () =>
    kit.oval(
      [kit.left + random() * 1.3, -0.12 + 0.8 * random(), 0.0009 + 0.001 * random(), 0.0016 + 0.0018 * random()],
      '#ffffff',
      `fill-opacity="${(0.3 + 0.7 * random()).toFixed(2)}"`,
    ),
  );
  const round = kit.h / kit.w;
  const earth =
    kit.glow([0.78, 0.22, 0.2 * round * 1.2, 0.24], '#7ab8ff', 0.5) +
    kit.oval([0.78, 0.22, 0.12 * round, 0.12], b.lamp('#2f6fc0')) +
    kit.poly(
      [
        [0.75, 0.16],
        [0.79, 0.14],
        [0.8, 0.2],
        [0.77, 0.24],
        [0.75, 0.22],
      ],
      b.lamp('#4f9a5a'),
    ) +
    kit.poly(
      [
        [0.79, 0.26],
        [0.82, 0.25],
        [0.81, 0.31],
      ],
      b.lamp('#5aa062'),
    ) +
    kit.oval([0.77, 0.19, 0.04, 0.012], '#ffffff', 'fill-opacity="0.6"') +
    kit.oval([0.805, 0.235, 0.1 * round, 0.115], '#02040c', 'fill-opacity="0.35"');
  const ridge = kit.poly(
    [
      [kit.left, 0.66],
      [0.06, 0.6],
      [0.2, 0.65],
      [0.36, 0.58],
      [0.52, 0.64],
      [0.7, 0.6],
      [0.86, 0.65],
      [1, 0.61],
      [kit.right, 0.66],
      [kit.right, 0.8],
      [kit.left, 0.8],
    ],
    b.lamp('#5a5c64'),
  );
  const craters = Array.from({ length: 18 }, () => {
    const near = random();
    const [x, y, r] = [kit.left + random() * 1.3, 0.72 + 0.4 * near, 0.015 + 0.07 * near * random()];
    return (
      kit.oval([x, y, r, r * 0.34], b.lamp('#5f6168')) +
      kit.oval([x + r * 0.06, y + r * 0.07, r * 0.84, r * 0.26], b.lamp('#85878e'))
    );
  });
  const ground = `<defs><linearGradient id="regolith" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8a8c92"/><stop offset="1" stop-color="#b8bac0"/></linearGradient></defs>${kit.band(0.68, 1, 'url(#regolith)')}`;
  return {
    behind: [
      ...(await layer(site, kit, kit.band(0, 1, '#04050c') + stars.join('') + earth, 0.15)),
      ...(await rows(site, kit, ridge, { from: 0.5, to: 0.82, depth: 0.4 })),
      ...(await rows(site, kit, ground + craters.join(''), { from: 0.6, to: 1.2, depth: 0.95 })),
    ],
    front: [],
    feet: site.size.height * 0.88,
  };
}

/** High up: a sea of clouds below. */
export async function clouds(site: Site): Promise<Place> {
  const bank = (name: string, haze: number, at: { y: number; size: number; count: number; depth: number }) => {
    const kit = kitOf(site, name, haze);
    const puffs = across(kit, at.count, (x, index) =>
      [0, 1, 2]
        .map((step) =>
          kit.oval(
            [
              x + at.size * (step - 1) * 0.8,
              at.y + at.size * (0.2 - 0.5 * kit.random()),
              at.size * (0.8 + 0.4 * kit.random()),
              at.size * (0.8 + 0.3 * ((index + step) % 2)),
            ],
            kit.b.fall('#ffffff', 1.05, 0.86),
          ),
        )
        .join(''),
    );
    return rows(site, kit, puffs + kit.band(at.y, 1, kit.b.fall('#f4f8fc', 1, 0.9)), {
      from: at.y - at.size * 2.4,
      to: 1.2,
      depth: at.depth,
    });
  };
  return {
    behind: [
      ...(await bank('ca', 0.4, { y: 0.64, size: 0.05, count: 14, depth: 0.3 })),
      ...(await bank('cb', 0.2, { y: 0.76, size: 0.08, count: 9, depth: 0.55 })),
      ...(await bank('cc', 0.04, { y: 0.92, size: 0.12, count: 7, depth: 0.9 })),
    ],
    front: [],
    feet: site.size.height * 0.86,
  };
}
