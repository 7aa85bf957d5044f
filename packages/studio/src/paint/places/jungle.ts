/** A rainforest, and a waterfall in it. */
import { type Area, cutOut, drawShapes } from '../../picture/canvas.ts';
import { createRandom } from '../../picture/random.ts';
import { flipbookLayer } from '../flipbook.ts';
import { type Place, type Site, strip } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { across, type Kit, kitOf, layer } from './kit.ts';

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

/** Crowns of many small clumps, the lower ones in the shade of the upper. */
function foliage(kit: Kit, look: { base: number; tall: number; count: number }): string {
  const { b, random } = kit;
  return across(kit, look.count, (x, at) =>
    Array.from({ length: 9 }, (_, up) => {
      const y = look.base - look.tall * (0.06 + 0.11 * up);
      const paint = GREENS[(at + up) % GREENS.length]!;
      const wide = 0.03 + 0.03 * random();
      return kit.oval(
        [x + 0.09 * (random() - 0.5), y, wide, wide * 1.1],
        b.fall(paint, 0.8 + 0.05 * up, 0.62 + 0.03 * up),
      );
    }).join(''),
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
      far.band(0, 1, far.b.fall('#3f7a4a', 1.1, 0.9)) + foliage(far, { base: 0.76, tall: 0.86, count: 20 }),
      0.3,
    )),
    ...(await layer(
      site,
      middle,
      foliage(middle, { base: 0.8, tall: 0.46, count: 18 }) + middle.band(0.72, 1, middle.b.fall('#3a6a34', 1, 0.8)),
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

const FALL_POSES = 4;

/** A piece of the stage by shares of the frame. */
function part({ size, area }: Site, edges: { left: number; right: number; top: number; bottom: number }): Area {
  const left = 2 * Math.floor((size.width * edges.left) / 2);
  const right = 2 * Math.ceil((size.width * edges.right) / 2);
  return { ...strip(area, size.height * edges.top, size.height * edges.bottom), left, width: right - left };
}

async function flowing(draw: (pose: number) => string, area: Area): Promise<StageLayer> {
  const poses = await Promise.all(
    Array.from({ length: FALL_POSES }, async (_, pose) => cutOut(await drawShapes(draw(pose), area))!),
  );
  return flipbookLayer({ poses, cycles: 1.4, depth: 0.7, drift: () => ({ x: 0, y: 0 }) });
}

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
  // Where water moves, and no more: every drawing of it costs what its area does.
  const [fallArea, poolArea] = [
    part(site, { left: 0.36, right: 0.64, top: -0.14, bottom: 0.84 }),
    part(site, { left: 0.14, right: 0.86, top: 0.73, bottom: 0.9 }),
  ];
  const fall = (pose: number) => {
    const moving = streaks.map(({ x, y, long, light }) => {
      const top = ((y + pose / FALL_POSES) % 1) * 0.92 - 0.14;
      return kit.box(
        [x, top, 0.006, Math.min(long, 0.76 - top)],
        '#ffffff',
        `fill-opacity="${light.toFixed(2)}" rx="3"`,
      );
    });
    const spray = Array.from({ length: 9 }, (_, at) =>
      kit.oval(
        [0.4 + 0.025 * at, 0.765 + 0.012 * Math.sin(at * 2.2 + pose), 0.034, 0.034],
        '#ffffff',
        'fill-opacity="0.4"',
      ),
    );
    return kit.box([0.405, -0.14, 0.19, 0.9], '#bfe4ee', 'fill-opacity="0.85"') + moving.join('') + spray.join('');
  };
  const rings = (pose: number) =>
    [0.1, 0.2, 0.3]
      .map((rx, at) =>
        kit.oval(
          [0.5, 0.81, rx + 0.012 * pose, 0.03 + 0.02 * at],
          'none',
          `stroke="#ffffff" stroke-opacity="0.3" stroke-width="${kit.h * 0.004}"`,
        ),
      )
      .join('');
  const water = [await flowing(fall, fallArea), await flowing(rings, poolArea)];
  const [far, middle, near] = await jungleLayers(site);
  const rock = await layer(site, kit, cliffs, 0.6);
  return {
    behind: [
      far!,
      middle!,
      ...rock,
      ...(near === undefined ? [] : [near]),
      ...(await layer(site, kit, basin, 0.86)),
      ...water,
    ],
    front: await jungleFront(site),
    feet: site.size.height * 0.93,
  };
}
