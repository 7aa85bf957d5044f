/** Land against the sky: single ridges, and the far country behind almost every open place. */
import { cutOut } from '../../picture/canvas.ts';
import { dim, mix } from '../../picture/colour.ts';
import { multiply } from '../../scene/palette.ts';
import { isWintry, type Site } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';
import { paintRidge, type Ridge } from '../terrain.ts';
import { pineRow } from './growth.ts';
import { towerRow } from './towers.ts';

export function ridgeLayer(site: Site, ridge: Ridge, depth: number): StageLayer[] {
  return layerOf(cutOut(paintRidge(site, ridge).canvas), depth);
}

/** How much higher mountains rise when the words name them beside the place in front of them. */
const NAMED_RISE = 2.3;

/** Mountains in the haze; a city or a forest there when the words put one behind the place. */
export async function farCountry(site: Site, rise: number): Promise<StageLayer[]> {
  const { scene, horizon } = site;
  const named = scene.beyond === 'mountains';
  const ridges = farMountains(site, named ? Math.min(0.4, rise * NAMED_RISE) : rise);
  if (scene.beyond === 'city') {
    const row = { name: 'f', base: horizon + 3, tall: 0.3, count: 26, haze: 0.42, depth: 0.3 };
    return [...ridges.slice(0, 1), ...(await towerRow(site, row))];
  }
  if (scene.beyond === 'forest' && scene.setting !== 'road')
    return [
      ...ridges,
      ...(await pineRow(site, { base: horizon + 3, height: 0.13, count: 60, haze: 0.3, depth: 0.36 })),
    ];
  return ridges;
}

function farMountains(site: Site, rise: number): StageLayer[] {
  const { scene, size, horizon } = site;
  const rock = mix(multiply([118, 122, 138], scene.palette.ambient), scene.palette.crest, 0.35);
  const shared = {
    foot: horizon + 2,
    cells: 5,
    form: 'peaks',
    snowFrom: isWintry(scene) ? 0.1 : 0.62,
    depth: size.height * 0.05,
  } as const;
  const far: Ridge = {
    ...shared,
    seed: 0xfa2,
    rise: size.height * rise,
    dark: dim(rock, 0.5),
    lit: mix(rock, scene.palette.light, 0.3),
    haze: 0.45,
  };
  const near: Ridge = {
    ...shared,
    seed: 0xfa3,
    rise: size.height * rise * 0.55,
    cells: 7,
    snowFrom: 1,
    dark: dim(scene.palette.ground, 0.7),
    lit: mix(rock, scene.palette.ground, 0.5),
    haze: 0.34,
  };
  return [...ridgeLayer(site, far, 0.22), ...ridgeLayer(site, near, 0.3)];
}
