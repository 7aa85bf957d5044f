/** A swamp, a temple in the woods, and a field of snow. */
import type { Place, Site } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { forest } from './forest.ts';
import { mountains } from './highlands.ts';
import { across, type Kit, kitOf, layer, rows } from './kit.ts';
import { ocean } from './waters.ts';

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

export function lit({ scene }: Site, [red, green, blue]: readonly [number, number, number]) {
  const { ambient } = scene.palette;
  return [red * ambient[0], green * ambient[1], blue * ambient[2]] as const;
}
