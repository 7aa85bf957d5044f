/** Open country: rolling meadows, with a lake in them when one is named, and dunes of sand. */
import { cutOut } from '../../picture/canvas.ts';
import { dim, mix } from '../../picture/colour.ts';
import { multiply } from '../../scene/palette.ts';
import { type DuneBand, paintDunes } from '../dunes.ts';
import { lightOn } from '../light.ts';
import type { Place, Site } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';
import { createWater } from '../water.ts';
import { grass, pineRow } from './growth.ts';
import { farCountry, ridgeLayer } from './ridges.ts';

interface Roll {
  seed: number;
  /** Shares of the frame's height below the horizon, and above that. */
  foot: number;
  rise: number;
  haze: number;
  depth: number;
  /** Where the next one in front begins, as `foot`: below that nothing of this one is seen. */
  until: number;
}

/** Near and far move differently: this much more is painted than a still camera would see. */
const HIDDEN = 0.15;

/** Hills and dunes are the same ridges, one before the other, in other forms and colours. */
function rolling(site: Site, { form, dark, lit }: Pick<Parameters<typeof ridgeLayer>[1], 'form' | 'dark' | 'lit'>) {
  const { size, horizon } = site;
  return ({ seed, foot, rise, haze, depth, until }: Roll) =>
    ridgeLayer(
      site,
      {
        seed,
        foot: horizon + size.height * foot,
        rise: size.height * rise,
        cells: 3,
        form,
        snowFrom: 1,
        depth: size.height * (until - foot + HIDDEN),
        dark,
        lit,
        haze,
      },
      depth,
    );
}

export async function meadow(site: Site, sky: StageLayer[]): Promise<Place> {
  const { scene, size, horizon } = site;
  const { ground, crest } = scene.palette;
  const hill = rolling(site, { form: 'hills', dark: dim(ground, 0.72), lit: crest });
  const far = [
    ...(await farCountry(site, 0.2)),
    ...hill({ seed: 0xb1, foot: 0.03, rise: 0.09, haze: 0.3, depth: 0.4, until: 0.12 }),
    ...(await pineRow(site, { base: horizon + size.height * 0.05, height: 0.05, count: 40, haze: 0.3, depth: 0.45 })),
  ];
  const middle = hasLake(site)
    ? [lakeBefore(site, [...sky, ...far])]
    : hill({ seed: 0xb2, foot: 0.12, rise: 0.08, haze: 0.12, depth: 0.65, until: 0.24 });
  return {
    behind: [
      ...far,
      ...middle,
      ...hill({ seed: 0xb3, foot: hasLake(site) ? NEAR_BANK : 0.24, rise: 0.05, haze: 0, depth: 0.95, until: 1 }),
      ...(await grass(site, {
        from: horizon + size.height * (hasLake(site) ? NEAR_BANK : 0.2),
        to: size.height * 0.9,
        count: 1100,
        depth: 1,
      })),
    ],
    front: await grass(site, { from: size.height * 0.95, to: size.height * 1.1, count: 500, depth: 1.15 }),
    feet: size.height * 0.87,
  };
}

/** Where the ground in front of a lake begins, as a share of the height below the horizon. */
export const NEAR_BANK = 0.28;

export function hasLake({ scene }: Site): boolean {
  return scene.lake === 'shown' || scene.beyond === 'ocean' || scene.beyond === 'coast';
}

/** Water between the far country and the ground in front. */
export function lakeBefore(site: Site, far: StageLayer[]): StageLayer {
  const { size, horizon } = site;
  const [from, to] = [horizon + size.height * 0.06, horizon + size.height * 0.34];
  return createWater(site, far, { from, to, waves: 0.14, body: 0.34, depth: 0.6 });
}

export async function desert(site: Site): Promise<Place> {
  const { scene, size } = site;
  const { ground, crest, light, haze, ambient } = scene.palette;
  // By moonlight sand is pale: without it dunes at night would be black.
  const moonlit = scene.daytime === 'night' || scene.daytime === 'dusk' ? 0.55 : 0;
  const shade = mix(dim(ground, 0.66), haze, moonlit);
  const sand = mix(mix(crest, light, 0.15), multiply([196, 204, 232], ambient), moonlit);
  const { x } = lightOn(site, { x: size.width / 2, y: size.height * 0.7 });
  const dunes = (band: Pick<DuneBand, 'seed' | 'from' | 'to' | 'scale' | 'rise' | 'haze'>, depth: number) =>
    layerOf(cutOut(paintDunes(site, { ...band, dark: shade, lit: sand, sunSide: x > 0 ? 1 : -1 })), depth);
  return {
    behind: [
      ...(await farCountry(site, 0.13)),
      ...dunes({ seed: 0xc1, from: 0.015, to: 0.09, scale: 5, rise: 0.2, haze: 0.42 }, 0.4),
      ...dunes({ seed: 0xc2, from: 0.08, to: 0.24, scale: 1.8, rise: 0.28, haze: 0.16 }, 0.65),
      ...dunes({ seed: 0xc3, from: 0.2, to: 0.62, scale: 1, rise: 0.3, haze: 0.04 }, 1),
    ],
    front: [],
    feet: size.height * 0.88,
  };
}
