/** Wild country: a rainforest and its waterfall, a swamp, a temple in the woods, snow, a canyon, the savanna, the moon, clouds. */

import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { createRandom } from '../../picture/random.ts';
import { flipbookLayer } from '../flipbook.ts';
import { type Place, type Site, strip } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { forest } from './forest.ts';
import { mountains } from './highlands.ts';
import { across, type Kit, kitOf, layer, rows } from './kit.ts';
import { desert } from './open-country.ts';
import { ocean } from './waters.ts';

const GREENS = ['#2f6a34', '#3c7f3a', '#24582c', '#4a9244'];

function leaf(
  kit: Kit,
  [x, y]: [number, number],
  { long, turn, paint }: { long: number; turn: number; paint: string },
): string {
  const { w, h, b } = kit;
  const size = h * long;
  return `<g transform="translate(${w * x} ${h * y}) rotate(${turn})"><path d="M0 0 C${size * 0.3} ${-size * 0.34} ${size * 0.8} ${-size * 0.26} ${size} 0 C${size * 0.8} ${size * 0.26} ${size * 0.3} ${size * 0.34} 0 0 Z" fill="${b.fall(paint, 1.15, 0.6)}"/><path d="M0 0 H${size * 0.94}" stroke="${b.ink('#8fc765')}" stroke-width="${size * 0.02}" fill="none"/></g>`;
}

function foliage(kit: Kit, look: { base: number; tall: number; count: number }): string {
  return across(kit, look.count, (x, at) =>
    [0, 1, 2]
      .map((up) =>
        kit.oval(
          [
            x + 0.03 * (kit.random() - 0.5),
            look.base - look.tall * (0.3 + 0.3 * up),
            0.07 * (1 - 0.16 * up),
            look.tall * 0.28,
          ],
          kit.b.ball(GREENS[(at + up) % 4]!),
        ),
      )
      .join(''),
  );
}

async function jungleLayers(site: Site): Promise<StageLayer[]> {
  const [far, middle, kit] = [kitOf(site, 'jungleb', 0.5), kitOf(site, 'junglem', 0.22), kitOf(site, 'jungle')];
  const trunks = [0.02, 0.2, 0.8, 0.97].map((x, at) =>
    kit.box([x - 0.022, -0.14, 0.044 + 0.01 * (at % 2), 0.96], kit.b.side('#5a4430', 1.15, 0.55)),
  );
  const vines = [0.1, 0.29, 0.68, 0.88].map(
    (x, at) =>
      `<path d="M${kit.w * x} ${-kit.h * 0.14} q${kit.w * 0.03} ${kit.h * (0.3 + 0.08 * at)} ${-kit.w * 0.01} ${kit.h * (0.5 + 0.06 * (at % 3))}" fill="none" stroke="${kit.b.ink('#4a7a34')}" stroke-width="${kit.h * 0.009}"/>`,
  );
  return [
    ...(await layer(
      site,
      far,
      far.band(0.1, 1, far.b.fall('#3f7a4a', 1.1, 0.9)) + foliage(far, { base: 0.72, tall: 0.7, count: 10 }),
      0.3,
    )),
    ...(await layer(
      site,
      middle,
      foliage(middle, { base: 0.76, tall: 0.4, count: 14 }) + middle.band(0.72, 1, middle.b.fall('#3a6a34', 1, 0.8)),
      0.55,
    )),
    ...(await layer(
      site,
      kit,
      trunks.join('') +
        vines.join('') +
        kit.band(0.78, 1, kit.b.fall('#4a7a3a', 1.05, 0.7)) +
        across(kit, 30, (x, at) =>
          leaf(kit, [x, 0.84 + 0.05 * (at % 3)], { long: 0.09, turn: -60 - 60 * (at % 2), paint: GREENS[at % 4]! }),
        ),
      0.85,
    )),
  ];
}

async function jungleFront(site: Site): Promise<StageLayer[]> {
  const kit = kitOf(site, 'junglef');
  const leaves = (
    [
      [-0.08, 0.1, 30],
      [-0.1, 0.3, 8],
      [1.08, 0.08, 150],
      [1.1, 0.28, 172],
      [-0.08, 1.04, -40],
      [0.02, 1.1, -70],
      [1.06, 1.04, 220],
      [0.96, 1.1, 250],
    ] as const
  ).map(([x, y, turn], at) => leaf(kit, [x, y], { long: 0.42, turn, paint: GREENS[at % 4]! }));
  return layer(site, kit, leaves.join(''), 1.2);
}

export async function rainforest(site: Site): Promise<Place> {
  return { behind: await jungleLayers(site), front: await jungleFront(site), feet: site.size.height * 0.9 };
}

const FALL_POSES = 6;

/** Water that comes down: the same streaks, a little further in every drawing. */
export async function waterfall(site: Site): Promise<Place> {
  const kit = kitOf(site, 'fall');
  const { b } = kit;
  const cliffs =
    kit.poly(
      [
        [0.26, -0.14],
        [0.74, -0.14],
        [0.7, 0.3],
        [0.73, 0.72],
        [0.27, 0.72],
        [0.3, 0.3],
      ],
      b.side('#5a5a54', 1.1, 0.6),
    ) +
    [0.1, 0.24, 0.4, 0.56]
      .map(
        (y, at) =>
          kit.poly(
            [
              [0.28 + 0.01 * at, y],
              [0.38, y - 0.03],
              [0.4, y + 0.06],
              [0.29, y + 0.09],
            ],
            b.ink('#6f6e66'),
          ) +
          kit.poly(
            [
              [0.62, y],
              [0.72 - 0.01 * at, y - 0.02],
              [0.71, y + 0.08],
              [0.61, y + 0.06],
            ],
            b.ink('#4a4a46'),
          ),
      )
      .join('');
  const basin = kit.oval([0.5, 0.8, 0.4, 0.11], b.fall('#4aa0b0', 1.25, 0.8));
  const random = createRandom(site.scene.seed ^ 0xfa11);
  const streaks = Array.from({ length: 46 }, () => ({
    x: 0.41 + 0.18 * random(),
    y: random(),
    long: 0.08 + 0.14 * random(),
    light: 0.35 + 0.5 * random(),
  }));
  const area = strip(site.area, -site.size.height * 0.14, site.size.height * 0.92);
  const poses = await Promise.all(
    Array.from({ length: FALL_POSES }, async (_, pose) => {
      const moving = streaks.map(({ x, y, long, light }) => {
        const top = ((y + pose / FALL_POSES) % 1) * 0.92 - 0.14;
        return kit.box([x, top, 0.006, Math.min(long, 0.76 - top)], '#ffffff', `opacity="${light.toFixed(2)}" rx="3"`);
      });
      const spray = Array.from({ length: 9 }, (__, at) =>
        kit.oval(
          [0.4 + 0.025 * at, 0.765 + 0.012 * Math.sin(at * 2.2 + pose), 0.034, 0.034],
          '#ffffff',
          'opacity="0.4"',
        ),
      );
      const rings = [0.1, 0.2, 0.3].map((rx, at) =>
        kit.oval(
          [0.5, 0.81, rx + 0.012 * pose, 0.03 + 0.02 * at],
          'none',
          `stroke="#ffffff" stroke-opacity="0.3" stroke-width="${kit.h * 0.004}"`,
        ),
      );
      return cutOut(
        await drawShapes(
          kit.box([0.405, -0.14, 0.19, 0.9], '#bfe4ee', 'opacity="0.85"') +
            moving.join('') +
            spray.join('') +
            rings.join(''),
          area,
        ),
      )!;
    }),
  );
  const [far, middle, near] = await jungleLayers(site);
  const water = flipbookLayer({ poses, cycles: 1.4, depth: 0.7, drift: () => ({ x: 0, y: 0 }) });
  const rock = await layer(site, kit, cliffs, 0.6);
  return {
    behind: [
      far!,
      middle!,
      ...rock,
      ...(near === undefined ? [] : [near]),
      ...(await layer(site, kit, basin, 0.86)),
      water,
    ],
    front: await jungleFront(site),
    feet: site.size.height * 0.93,
  };
}

export async function swamp(site: Site, sky: StageLayer[]): Promise<Place> {
  const murky = {
    ...site,
    scene: {
      ...site.scene,
      palette: { ...site.scene.palette, ground: [52, 66, 40] as const, crest: [96, 110, 70] as const },
    },
  };
  const water = await ocean(murky, sky);
  const [back, kit] = [kitOf(site, 'swampb', 0.35), kitOf(site, 'swamp')];
  const dead = (k: Kit, x: number, y: number, s: number) =>
    k.lines(
      [
        [x, y, x + 0.01 * s, y - 0.4 * s],
        [x + 0.008 * s, y - 0.26 * s, x + 0.07 * s, y - 0.38 * s],
        [x + 0.008 * s, y - 0.2 * s, x - 0.06 * s, y - 0.32 * s],
        [x + 0.01 * s, y - 0.4 * s, x - 0.03 * s, y - 0.5 * s],
        [x + 0.01 * s, y - 0.4 * s, x + 0.05 * s, y - 0.5 * s],
      ],
      '#3c3a2c',
      0.022 * s,
    ) +
    [-0.05, 0.06]
      .map((dx) => k.lines([[x + dx * s, y - 0.34 * s, x + dx * s, y - 0.2 * s]], '#6a7a4a', 0.006 * s))
      .join('');
  const reeds = (k: Kit, x: number, y: number) =>
    Array.from(
      { length: 9 },
      (_, at) =>
        k.lines([[x + at * 0.008, y, x + at * 0.009 - 0.006, y - 0.12 - 0.05 * ((at * 7) % 3)]], '#5a7a3a', 0.005) +
        (at % 3 === 0
          ? k.box([x + at * 0.009 - 0.009, y - 0.16 - 0.02 * (at % 2), 0.007, 0.05], k.b.ink('#6a4424'), 'rx="3"')
          : ''),
    ).join('');
  const pads = (
    [
      [0.14, 0.78],
      [0.3, 0.9],
      [0.7, 0.84],
      [0.88, 0.93],
      [0.56, 0.76],
    ] as const
  ).map(
    ([x, y]) =>
      kit.oval([x, y, 0.05, 0.016], kit.b.fall('#5a8f3c', 1.15, 0.8)) +
      kit.oval([x + 0.014, y - 0.014, 0.01, 0.014], kit.b.ball('#f0a8c8')),
  );
  const trees = across(back, 11, (x) => dead(back, x, 0.63, 0.55 + 0.4 * back.random()));
  const mound = kit.oval([0.5, 0.98, 0.42, 0.09], kit.b.fall('#5a6438', 1.05, 0.7));
  return {
    behind: [
      ...water.behind,
      ...(await layer(site, back, trees, 0.4)),
      ...(await layer(
        site,
        kit,
        dead(kit, 0.06, 0.82, 1.2) +
          dead(kit, 0.95, 0.8, 1.1) +
          pads.join('') +
          reeds(kit, 0.2, 0.82) +
          reeds(kit, 0.8, 0.8) +
          mound +
          kit.band(0.58, 0.72, kit.b.glow('#dfe8d8', 0.3)),
        0.9,
      )),
    ],
    front: await rows(site, kit, reeds(kit, -0.04, 1.1) + reeds(kit, 0.96, 1.1), { from: 0.7, to: 1.2, depth: 1.15 }),
    feet: site.size.height * 0.92,
  };
}

export async function temple(site: Site, sky: StageLayer[]): Promise<Place> {
  const woods = await forest(site, sky);
  const kit = kitOf(site, 'temple');
  const { b } = kit;
  const tier = (y: number, half: number) =>
    kit.poly(
      [
        [0.5 - half - 0.05, y],
        [0.5 - half, y - 0.035],
        [0.5 + half, y - 0.035],
        [0.5 + half + 0.05, y],
        [0.5 + half + 0.06, y - 0.018],
        [0.5 + half * 0.86, y - 0.07],
        [0.5 - half * 0.86, y - 0.07],
        [0.5 - half - 0.06, y - 0.018],
      ],
      b.fall('#3c4a4a', 1.3, 0.7),
    ) +
    kit.box([0.5 - half * 0.82, y, half * 1.64, 0.085], b.side('#a8372c', 1.15, 0.7)) +
    [-0.5, 0, 0.5]
      .map((at) =>
        kit.box(
          [0.5 + at * half - 0.018, y + 0.02, 0.036, 0.05],
          b.lamps === 'lit' ? b.lamp('#ffd68a') : b.ink('#e8d8b0'),
        ),
      )
      .join('');
  const stairs = Array.from({ length: 7 }, (_, at) =>
    kit.box(
      [0.5 - 0.1 - 0.03 * at, 0.72 + at * 0.03, 0.2 + 0.06 * at, 0.032],
      b.fall('#a8a498', 1.15 - 0.04 * at, 0.75),
    ),
  );
  const lanterns = [0.24, 0.76].map(
    (x) =>
      kit.box([x - 0.012, 0.74, 0.024, 0.12], b.side('#8a887e', 1.1, 0.6)) +
      kit.box([x - 0.03, 0.68, 0.06, 0.06], b.lamps === 'lit' ? b.lamp('#ffd68a') : b.side('#9a988e', 1.1, 0.6)) +
      kit.poly(
        [
          [x - 0.045, 0.68],
          [x, 0.63],
          [x + 0.045, 0.68],
        ],
        b.ink('#7a786e'),
      ),
  );
  return {
    behind: [
      ...woods.behind,
      ...(await layer(
        site,
        kit,
        kit.lines([[0.5, 0.2, 0.5, 0.1]], '#d8a83a', 0.01) +
          tier(0.26, 0.09) +
          tier(0.42, 0.14) +
          tier(0.6, 0.2) +
          kit.box([0.26, 0.685, 0.48, 0.04], b.fall('#b0aca0', 1.1, 0.8)) +
          stairs.join('') +
          lanterns.join(''),
        0.8,
      )),
    ],
    front: woods.front,
    feet: site.size.height * 0.93,
  };
}

export function snowfield(site: Site, sky: StageLayer[]): Promise<Place> {
  const palette = { ...site.scene.palette, ground: lit(site, [196, 212, 228]), crest: lit(site, [248, 251, 254]) };
  return mountains({ ...site, scene: { ...site.scene, season: 'winter', palette } }, sky);
}

function lit({ scene }: Site, [red, green, blue]: readonly [number, number, number]) {
  const { ambient } = scene.palette;
  return [red * ambient[0], green * ambient[1], blue * ambient[2]] as const;
}

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
      `opacity="${(0.3 + 0.7 * random()).toFixed(2)}"`,
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
    kit.oval([0.77, 0.19, 0.04, 0.012], '#ffffff', 'opacity="0.6"') +
    kit.oval([0.805, 0.235, 0.1 * round, 0.115], '#02040c', 'opacity="0.35"');
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
