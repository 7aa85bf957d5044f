/** Places of water: the open ocean, a coast with its beach, and the sea from below. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { dim, mix } from '../../picture/colour.ts';
import { css, line, oval, shape } from '../brush.ts';
import { isWintry, type Place, type Site, strip } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';
import { paintRidge } from '../terrain.ts';
import { createWater, SHORE } from '../water.ts';
import { farCountry } from './ridges.ts';

function wavesOf({ scene }: Site): number {
  return scene.weather === 'storm' ? 1 : scene.weather === 'rain' ? 0.55 : 0.22;
}

export async function ocean(site: Site, sky: StageLayer[]): Promise<Place> {
  const { size, horizon, area } = site;
  const land = site.random() < 0.7 || site.scene.beyond !== null ? await farCountry(site, 0.09) : [];
  const sea = createWater(site, [...sky, ...land], {
    from: horizon,
    to: area.top + area.height,
    waves: wavesOf(site),
    body: 0.42,
    depth: 0.7,
  });
  return { behind: [...land, sea], front: [], feet: horizon + size.height * 0.2 };
}

export async function coast(site: Site, sky: StageLayer[]): Promise<Place> {
  const { size, horizon, area } = site;
  const land = await farCountry(site, 0.12);
  const shore = size.height * SHORE;
  const sea = createWater(site, [...sky, ...land], {
    from: horizon,
    to: shore + size.height * 0.08,
    waves: wavesOf(site),
    body: 0.55,
    depth: 0.7,
  });
  const b = site.brush('c', 0);
  const edge = (lift: number) =>
    `M${area.left} ${shore - lift} C${size.width * 0.2} ${shore - size.height * 0.05 - lift} ${size.width * 0.45} ${shore + size.height * 0.045 - lift} ${size.width * 0.7} ${shore - lift} S${size.width} ${shore - size.height * 0.03 - lift} ${area.left + area.width} ${shore - lift}`;
  const close = ` V${area.top + area.height} H${area.left} Z`;
  const stones = Array.from({ length: 26 }, () =>
    oval(
      [
        area.left + site.random() * area.width,
        shore + size.height * (0.07 + 0.2 * site.random()),
        size.height * 0.006 * (0.5 + site.random()),
        size.height * 0.004,
      ],
      b.ink('#8a7a62'),
    ),
  );
  const beach =
    shape(edge(size.height * 0.012) + close, '#ffffff', 'fill-opacity="0.55"') +
    shape(edge(0) + close, b.ink(isWintry(site.scene) ? '#a9c0d4' : '#b89a6a')) +
    shape(edge(-size.height * 0.018) + close, b.fall(isWintry(site.scene) ? '#eef4fa' : '#ecd5a4', 1.05, 0.78)) +
    stones.join('');
  return {
    behind: [
      ...land,
      sea,
      ...layerOf(
        cutOut(await drawShapes(b.defs() + beach, strip(area, shore - size.height * 0.12, area.top + area.height))),
        1,
        ({ seconds }) => ({
          x: 0,
          y: size.height * 0.004 * Math.sin(seconds * 1.3),
        }),
      ),
    ],
    front: [],
    feet: size.height * 0.9,
  };
}

export async function underwater(site: Site): Promise<Place> {
  const { scene, size, area, random } = site;
  const { ground, crest } = scene.palette;
  const floor = paintRidge(site, {
    seed: 0xe1,
    foot: size.height * 0.96,
    rise: size.height * 0.16,
    cells: 3,
    form: 'hills',
    dark: dim(ground, 0.5),
    lit: mix(crest, [230, 220, 180], 0.35),
    snowFrom: 1,
    haze: 0.1,
    depth: size.height,
  });
  const rocks = paintRidge(site, {
    seed: 0xe2,
    foot: size.height * 0.95,
    rise: size.height * 0.3,
    cells: 4,
    form: 'peaks',
    dark: dim(ground, 0.5),
    lit: mix(ground, crest, 0.35),
    snowFrom: 1,
    haze: 0.3,
    depth: size.height,
  });
  const rays = Array.from({ length: 7 }, (_, at) => {
    const x = size.width * (at / 6 + 0.08 * (random() - 0.5));
    return shape(
      `M${x} ${area.top} h${size.width * 0.05} L${x + size.width * (0.16 + 0.1 * random())} ${size.height} h${-size.width * 0.16} Z`,
      css(mix(crest, [255, 255, 255], 0.5)),
      `fill-opacity="${0.06 + 0.07 * random()}"`,
    );
  });
  return {
    behind: [
      ...layerOf(cutOut(rocks.canvas), 0.4),
      ...layerOf(cutOut(await drawShapes(rays.join(''), area)), 0.3, ({ seconds }) => ({
        x: size.width * 0.02 * Math.sin(seconds * 0.5),
        y: 0,
      })),
      ...layerOf(cutOut(floor.canvas), 0.9),
      ...(await corals(site)),
    ],
    front: [],
    feet: size.height * 0.93,
  };
}

const CORALS = ['#f06a6a', '#f2a03a', '#d85ab0', '#8a6ae0', '#f2d05a'];

async function corals(site: Site): Promise<StageLayer[]> {
  const { size, area, random } = site;
  const b = site.brush('k', 0.12);
  const body = Array.from({ length: 22 }, (_, at) => {
    const x = area.left + ((at + random()) / 22) * area.width;
    const y = size.height * (0.9 + 0.14 * random());
    const tall = size.height * (0.08 + 0.14 * random());
    const colour = CORALS[Math.floor(random() * CORALS.length)]!;
    if (at % 3 === 0) {
      const blades = [-2, -1, 0, 1, 2].map(
        (lean) =>
          `M${x + lean * tall * 0.06} ${y} C${x + lean * tall * 0.25} ${y - tall * 0.5} ${x - lean * tall * 0.1} ${y - tall} ${x + lean * tall * 0.2} ${y - tall * 1.5}`,
      );
      return line(blades.join(' '), b.ink('#3f9a5a', 0.8 + 0.4 * random()), tall * 0.06);
    }
    if (at % 3 === 1)
      return Array.from({ length: 7 }, (_, ball) =>
        oval(
          [x + (ball - 3) * tall * 0.12, y - tall * 0.15 * Math.sin(ball), tall * 0.16, tall * 0.15],
          b.ball(colour),
        ),
      ).join('');
    const arms = [-0.5, -0.2, 0.15, 0.5].map(
      (lean) =>
        `M${x} ${y} Q${x + lean * tall * 0.2} ${y - tall * 0.5} ${x + lean * tall} ${y - tall * (1 - Math.abs(lean) * 0.4)} M${x + lean * tall * 0.5} ${y - tall * 0.6} l${lean * tall * 0.1 + tall * 0.12} ${-tall * 0.22}`,
    );
    return line(arms.join(' '), b.ink(colour), tall * 0.09);
  });
  return layerOf(
    cutOut(await drawShapes(b.defs() + body.join(''), strip(area, size.height * 0.4, area.top + area.height))),
    1,
  );
}
