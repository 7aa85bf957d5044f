/** A forest: rows of pines that fade into haze, a clearing for the subject, and beams of sunlight. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { dim, mix } from '../../picture/colour.ts';
import { css, shape } from '../brush.ts';
import type { Place, Site } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';
import { grass, pineRow } from './growth.ts';
import { hasLake, lakeBefore, NEAR_BANK } from './open-country.ts';
import { farCountry, ridgeLayer } from './ridges.ts';

export async function forest(site: Site, sky: StageLayer[]): Promise<Place> {
  const { size, horizon } = site;
  const row = (below: number, height: number, look: { count: number; haze: number; depth: number }) =>
    pineRow(site, { base: horizon + size.height * below, height, ...look });
  const far = [
    ...(await farCountry(site, 0.16)),
    ...(await row(0.05, 0.26, { count: 34, haze: 0.68, depth: 0.35 })),
    ...(await row(0.1, 0.36, { count: 22, haze: 0.42, depth: 0.5 })),
  ];
  const middle = hasLake(site)
    ? [lakeBefore(site, [...sky, ...far])]
    : [
        ...floor(site, { seed: 0xd1, foot: 0.1, haze: 0.25, depth: 0.6 }),
        ...(await row(0.17, 0.5, { count: 11, haze: 0.16, depth: 0.75 })),
      ];
  return {
    behind: [
      ...far,
      ...middle,
      ...floor(site, { seed: 0xd2, foot: hasLake(site) ? NEAR_BANK : 0.2, haze: 0.02, depth: 1 }),
      ...(await grass(site, {
        from: horizon + size.height * (hasLake(site) ? NEAR_BANK : 0.19),
        to: size.height * 0.95,
        count: 500,
        depth: 1,
      })),
      ...(await sunbeams(site)),
    ],
    front: await pineRow(site, { base: size.height * 1.1, height: 0.85, count: 4, haze: 0, depth: 1.2, edges: true }),
    feet: size.height * 0.88,
  };
}

function floor(site: Site, { seed, foot, haze, depth }: { seed: number; foot: number; haze: number; depth: number }) {
  const { scene, size, horizon } = site;
  const { ground, crest } = scene.palette;
  return ridgeLayer(
    site,
    {
      seed,
      foot: horizon + size.height * foot,
      rise: size.height * 0.03,
      cells: 4,
      form: 'hills',
      snowFrom: 1,
      // The nearest floor ends the picture; the one behind it is hidden soon.
      depth: depth === 1 ? size.height : size.height * 0.26,
      dark: dim(ground, 0.6),
      lit: mix(ground, crest, 0.6),
      haze,
    },
    depth,
  );
}

async function sunbeams({ scene, size, area }: Site): Promise<StageLayer[]> {
  if (scene.daytime === 'night' || scene.weather !== 'clear') return [];
  const beams = [0.2, 0.38, 0.55, 0.74].map((at) =>
    shape(
      `M${size.width * at} ${-size.height * 0.2} l${size.width * 0.05} 0 l${-size.width * 0.16} ${size.height * 1.2} l${-size.width * 0.12} 0 Z`,
      css(scene.palette.light),
      'fill-opacity="0.1"',
    ),
  );
  return layerOf(cutOut(await drawShapes(beams.join(''), area)), 0.9);
}
