/** Mountains: two ridges of rock with snow, pines at their foot, and an alp or a lake in front. */
import { dim, mix } from '../../picture/colour.ts';
import { multiply } from '../../scene/palette.ts';
import { isWintry, type Place, type Site } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import type { Ridge } from '../terrain.ts';
import { createWater } from '../water.ts';
import { grass, pineRow } from './growth.ts';
import { ridgeLayer } from './ridges.ts';
import { towerRow } from './towers.ts';

export async function mountains(site: Site, sky: StageLayer[]): Promise<Place> {
  const { size, horizon, area, scene } = site;
  const far = await peaks(site);
  const front = await pineRow(site, {
    base: size.height * 1.06,
    height: 0.34,
    count: 7,
    haze: 0,
    depth: 1.15,
    edges: true,
  });
  const feet = size.height * 0.86;
  if (scene.lake === 'absent') return { behind: [...far, ...(await alp(site))], front, feet };
  const options = { from: horizon + size.height * 0.1, to: area.top + area.height, waves: 0.12, body: 0.3, depth: 0.6 };
  return { behind: [...far, createWater(site, [...sky, ...far], options)], front, feet };
}

async function peaks(site: Site): Promise<StageLayer[]> {
  const { scene, size, horizon } = site;
  const { crest, light, ambient } = scene.palette;
  const rock = mix(crest, multiply([120, 118, 130], ambient), 0.35);
  const shared = { form: 'peaks', depth: size.height * 0.1, snowFrom: isWintry(scene) ? 0.05 : 0.58 } as const;
  const far: Ridge = {
    ...shared,
    seed: 0xa1,
    foot: horizon,
    rise: size.height * 0.46,
    cells: 3,
    dark: dim(rock, 0.42),
    lit: mix(rock, light, 0.4),
    haze: 0.4,
  };
  const near: Ridge = {
    ...shared,
    seed: 0xa2,
    foot: horizon + size.height * 0.05,
    rise: size.height * 0.32,
    cells: 5,
    dark: dim(rock, 0.36),
    lit: mix(rock, light, 0.25),
    haze: 0.2,
  };
  const base = horizon + size.height * 0.1;
  const foot =
    scene.beyond === 'city'
      ? await towerRow(site, { name: 'f', base, tall: 0.28, count: 24, haze: 0.3, depth: 0.5 })
      : await pineRow(site, { base, height: 0.1, count: 60, haze: 0.28, depth: 0.5 });
  return [...ridgeLayer(site, far, 0.2), ...ridgeLayer(site, near, 0.35), ...foot];
}

async function alp(site: Site): Promise<StageLayer[]> {
  const { scene, size, horizon } = site;
  const { ground, ambient } = scene.palette;
  const slope: Ridge = {
    seed: 0xa3,
    form: 'hills',
    foot: horizon + size.height * 0.14,
    rise: size.height * 0.07,
    cells: 4,
    snowFrom: 1,
    depth: size.height,
    dark: dim(ground, 0.85),
    lit: mix(ground, multiply([158, 186, 96], ambient), isWintry(scene) ? 0 : 0.6),
    haze: 0.06,
  };
  return [
    ...ridgeLayer(site, slope, 0.8),
    ...(await grass(site, { from: horizon + size.height * 0.16, to: size.height * 1.05, count: 700, depth: 0.9 })),
  ];
}
