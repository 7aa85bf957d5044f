/** Places of land: mountains, meadow, desert, forest, village and road. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { type Colour, dim, mix } from '../../picture/colour.ts';
import { multiply } from '../../scene/palette.ts';
import { css, line, oval, shape } from '../brush.ts';
import { isWintry, type Place, type Site } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';
import { house, windmill } from '../subjects/buildings.ts';
import { paintRidge, type Ridge } from '../terrain.ts';
import { createWater } from '../water.ts';

function ridgeLayer(site: Site, ridge: Ridge, depth: number): StageLayer[] {
  return layerOf(cutOut(paintRidge(site, ridge).canvas), depth);
}

/** Far mountains in the haze, behind almost every open country. */
export function farMountains(site: Site, rise: number): StageLayer[] {
  const { scene, size, horizon } = site;
  const rock = mix(multiply([118, 122, 138], scene.palette.ambient), scene.palette.crest, 0.35);
  const shared = {
    foot: horizon + 2,
    cells: 5,
    form: 'peaks',
    snowFrom: isWintry(scene) ? 0.1 : 0.62,
    depth: size.height * 0.05,
  } as const;
  return [
    ...ridgeLayer(
      site,
      {
        ...shared,
        seed: 0xfa2,
        rise: size.height * rise,
        dark: dim(rock, 0.5),
        lit: mix(rock, scene.palette.light, 0.3),
        haze: 0.45,
      },
      0.22,
    ),
    ...ridgeLayer(
      site,
      {
        ...shared,
        seed: 0xfa3,
        rise: size.height * rise * 0.55,
        cells: 7,
        snowFrom: 1,
        dark: dim(scene.palette.ground, 0.7),
        lit: mix(rock, scene.palette.ground, 0.5),
        haze: 0.34,
      },
      0.3,
    ),
  ];
}

export async function mountains(site: Site, sky: StageLayer[]): Promise<Place> {
  const country = await highlands(site);
  if (site.scene.lake === 'absent') return country;
  const { size, horizon, area } = site;
  const shore = country.behind.slice(0, 3);
  const options = { from: horizon + size.height * 0.1, to: area.top + area.height, waves: 0.12, body: 0.3, depth: 0.6 };
  return { ...country, behind: [...shore, createWater(site, [...sky, ...shore], options)] };
}

async function highlands(site: Site): Promise<Place> {
  const { scene, size, horizon } = site;
  const { ground, crest, light, ambient } = scene.palette;
  const rock = mix(crest, multiply([120, 118, 130], ambient), 0.35);
  const snowFrom = isWintry(scene) ? 0.05 : 0.58;
  const shared = { form: 'peaks', depth: size.height * 0.1, snowFrom } as const;
  return {
    behind: [
      ...ridgeLayer(
        site,
        {
          ...shared,
          seed: 0xa1,
          foot: horizon,
          rise: size.height * 0.46,
          cells: 3,
          dark: dim(rock, 0.42),
          lit: mix(rock, light, 0.4),
          haze: 0.4,
        },
        0.2,
      ),
      ...ridgeLayer(
        site,
        {
          ...shared,
          seed: 0xa2,
          foot: horizon + size.height * 0.05,
          rise: size.height * 0.32,
          cells: 5,
          dark: dim(rock, 0.36),
          lit: mix(rock, light, 0.25),
          haze: 0.2,
        },
        0.35,
      ),
      ...(await pineRow(site, { base: horizon + size.height * 0.1, height: 0.1, count: 60, haze: 0.28, depth: 0.5 })),
      ...ridgeLayer(
        site,
        {
          ...shared,
          seed: 0xa3,
          form: 'hills',
          foot: horizon + size.height * 0.14,
          rise: size.height * 0.07,
          cells: 4,
          snowFrom: 1,
          depth: size.height,
          dark: dim(ground, 0.75),
          lit: mix(ground, crest, 0.55),
          haze: 0.06,
        },
        0.8,
      ),
      ...(await grass(site, { from: horizon + size.height * 0.16, to: size.height * 1.05, count: 700, depth: 0.9 })),
    ],
    front: await pineRow(site, { base: size.height * 1.06, height: 0.34, count: 7, haze: 0, depth: 1.15, edges: true }),
    feet: size.height * 0.86,
  };
}

export async function meadow(site: Site): Promise<Place> {
  const { scene, size, horizon } = site;
  const { ground, crest } = scene.palette;
  const hill = (seed: number, foot: number, rise: number, haze: number, depth: number) =>
    ridgeLayer(
      site,
      {
        seed,
        foot: horizon + size.height * foot,
        rise: size.height * rise,
        cells: 3,
        form: 'hills',
        snowFrom: 1,
        depth: size.height,
        dark: dim(ground, 0.72),
        lit: crest,
        haze,
      },
      depth,
    );
  return {
    behind: [
      ...farMountains(site, 0.2),
      ...hill(0xb1, 0.03, 0.09, 0.3, 0.4),
      ...(await pineRow(site, { base: horizon + size.height * 0.05, height: 0.05, count: 40, haze: 0.3, depth: 0.45 })),
      ...hill(0xb2, 0.12, 0.08, 0.12, 0.65),
      ...hill(0xb3, 0.24, 0.05, 0, 0.95),
      ...(await grass(site, { from: horizon + size.height * 0.2, to: size.height * 0.9, count: 1100, depth: 1 })),
    ],
    front: await grass(site, { from: size.height * 0.95, to: size.height * 1.1, count: 420, depth: 1.15 }),
    feet: size.height * 0.87,
  };
}

const BLOOMS = ['#ffffff', '#f7d24a', '#e8507a', '#b07ae0', '#f28a3a'];

async function grass(
  site: Site,
  field: { from: number; to: number; count: number; depth: number },
): Promise<StageLayer[]> {
  const { scene, size, area, random } = site;
  const b = site.brush('g', 0);
  const named =
    scene.palette.accents.length > 0 && scene.subjects.length === 0
      ? scene.palette.accents.map((accent) => css(accent))
      : [];
  const blades: { y: number; svg: string }[] = Array.from({ length: field.count }, () => {
    const near = random() ** 0.7;
    const y = field.from + (field.to - field.from) * near;
    const x = area.left + random() * area.width;
    const tall = size.height * (0.012 + 0.04 * near) * (0.6 + 0.7 * random());
    const lean = (random() - 0.5) * tall * 0.8;
    const tone = b.ink(
      mix(scene.palette.ground, scene.palette.crest, random()).map(
        (value, at) => value / Math.max(0.2, scene.palette.ambient[at]!),
      ) as unknown as Colour,
      0.85 + 0.3 * random(),
    );
    const bloom =
      random() < (isWintry(scene) ? 0 : 0.16)
        ? oval(
            [x + lean, y - tall, tall * 0.13, tall * 0.11],
            b.ink([...named, ...BLOOMS][Math.floor(random() * (named.length + BLOOMS.length))]!),
          )
        : '';
    return {
      y,
      svg: line(`M${x} ${y} Q${x} ${y - tall * 0.6} ${x + lean} ${y - tall}`, tone, tall * 0.05 + 0.4) + bloom,
    };
  });
  const body = blades.sort((one, other) => one.y - other.y).map(({ svg }) => svg);
  return layerOf(cutOut(await drawShapes(body.join(''), area)), field.depth);
}

export async function desert(site: Site): Promise<Place> {
  const { scene, size, horizon } = site;
  const { ground, crest, light } = scene.palette;
  const dune = (seed: number, foot: number, rise: number, haze: number, depth: number) =>
    ridgeLayer(
      site,
      {
        seed,
        foot: horizon + size.height * foot,
        rise: size.height * rise,
        cells: 3,
        form: 'dunes',
        snowFrom: 1,
        depth: size.height,
        dark: dim(ground, 0.66),
        lit: mix(crest, light, 0.15),
        haze,
      },
      depth,
    );
  return {
    behind: [
      ...farMountains(site, 0.13),
      ...dune(0xc1, 0.03, 0.08, 0.3, 0.4),
      ...dune(0xc2, 0.12, 0.12, 0.12, 0.65),
      ...dune(0xc3, 0.34, 0.16, 0, 1),
    ],
    front: [],
    feet: size.height * 0.88,
  };
}

interface PineRow {
  base: number;
  height: number;
  count: number;
  haze: number;
  depth: number;
  /** Only at the sides, so that the middle stays open for a subject. */
  edges?: boolean;
}

function pine([x, y, tall]: [number, number, number], fill: string, random: () => number): string {
  const tiers = 9;
  const side = (sign: number) =>
    Array.from({ length: tiers }, (_, tier) => {
      const down = (tier + 1) / tiers;
      const reach = sign * tall * 0.2 * down * (0.8 + 0.4 * random());
      return {
        out: `${x + reach} ${y - tall * (1 - down * 0.93)}`,
        back: `${x + reach * 0.42} ${y - tall * (1 - down * 0.93) - tall * 0.02}`,
      };
    });
  const right = side(1).map(({ out, back }) => `L${out} L${back}`);
  const left = side(-1)
    .map(({ out, back }) => `L${back} L${out}`)
    .reverse();
  return shape(
    `M${x} ${y - tall} ${right.join(' ')} L${x + tall * 0.02} ${y} L${x - tall * 0.02} ${y} ${left.join(' ')} Z`,
    fill,
  );
}

export async function pineRow(site: Site, row: PineRow): Promise<StageLayer[]> {
  const { scene, size, area, random } = site;
  const { haze, ground } = scene.palette;
  const b = site.brush('p', row.haze);
  const needles = mix(dim(ground, 0.42), haze, row.haze);
  const trees = Array.from({ length: row.count }, (_, at) => {
    const share = (at + 0.2 + 0.6 * random()) / row.count;
    const spread = row.edges ? (share < 0.5 ? share * 0.56 : 1 - (1 - share) * 0.56) : share;
    const tall = size.height * row.height * (0.6 + 0.7 * random());
    const x = area.left + spread * area.width;
    const y = row.base + size.height * 0.015 * random();
    const frost = isWintry(scene)
      ? `<g opacity="0.6" transform="translate(0 ${-tall * 0.03})">${pine([x - tall * 0.02, y - tall * 0.06, tall * 0.9], b.ink('#eef4fa'), random)}</g>`
      : '';
    return frost + pine([x, y, tall], css(dim(needles, 0.85 + 0.3 * random())), random);
  });
  return layerOf(cutOut(await drawShapes(trees.join(''), area)), row.depth);
}

export async function forest(site: Site): Promise<Place> {
  const { scene, size, horizon } = site;
  const { ground, crest, light } = scene.palette;
  const beams =
    scene.daytime === 'night' || scene.weather !== 'clear'
      ? ''
      : [0.2, 0.38, 0.55, 0.74]
          .map((at) =>
            shape(
              `M${size.width * at} ${-size.height * 0.2} l${size.width * 0.05} 0 l${-size.width * 0.16} ${size.height * 1.2} l${-size.width * 0.12} 0 Z`,
              css(light),
              'opacity="0.1"',
            ),
          )
          .join('');
  const floor = (seed: number, foot: number, haze: number, depth: number) =>
    ridgeLayer(
      site,
      {
        seed,
        foot: horizon + size.height * foot,
        rise: size.height * 0.03,
        cells: 4,
        form: 'hills',
        snowFrom: 1,
        depth: size.height,
        dark: dim(ground, 0.6),
        lit: mix(ground, crest, 0.6),
        haze,
      },
      depth,
    );
  return {
    behind: [
      ...farMountains(site, 0.16),
      ...(await pineRow(site, {
        base: horizon + size.height * 0.05,
        height: 0.26,
        count: 34,
        haze: 0.68,
        depth: 0.35,
      })),
      ...(await pineRow(site, { base: horizon + size.height * 0.1, height: 0.36, count: 22, haze: 0.42, depth: 0.5 })),
      ...floor(0xd1, 0.1, 0.25, 0.6),
      ...(await pineRow(site, { base: horizon + size.height * 0.17, height: 0.5, count: 11, haze: 0.16, depth: 0.75 })),
      ...floor(0xd2, 0.2, 0.02, 1),
      ...(await grass(site, { from: horizon + size.height * 0.19, to: size.height * 0.95, count: 500, depth: 1 })),
      ...layerOf(cutOut(await drawShapes(beams || '<g/>', site.area)), 0.9),
    ],
    front: await pineRow(site, { base: size.height * 1.1, height: 0.85, count: 4, haze: 0, depth: 1.2, edges: true }),
    feet: size.height * 0.88,
  };
}

export async function village(site: Site): Promise<Place> {
  const { size, horizon, random, area } = site;
  const country = await meadow(site);
  const roofs = ['#b5543c', '#8a4a38', '#6a5a6a', '#c27a3c'] as const;
  const homes = Array.from({ length: 11 }, (_, at) => ({ at, near: random() })).sort(
    (one, other) => one.near - other.near,
  );
  const body = homes.map(({ at, near }) => {
    const b = { ...site.brush(`v${at}`, 0.22 * (1 - near)), main: hex(roofs[at % roofs.length]!) };
    const edge = size.height * (0.15 + 0.13 * near);
    const x = area.left + (((at * 7) % 11) + 0.5) * (area.width / 11) - edge / 2;
    const y = horizon + size.height * (0.09 + 0.13 * near);
    const art = at === 3 ? windmill({ ...b, main: hex('#efe6d2') }) : house(b);
    return `${`<g transform="translate(${x} ${y - edge * 0.95}) scale(${edge / 200})">${art}</g>`}${b.defs()}`;
  });
  return { ...country, behind: [...country.behind, ...layerOf(cutOut(await drawShapes(body.join(''), area)), 0.8)] };
}

function hex(text: string) {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255] as const;
}

export async function road(site: Site): Promise<Place> {
  const { scene, size, horizon, area } = site;
  const country = await (scene.palette.ground[0] > scene.palette.ground[1] * 1.2
    ? desert(site)
    : meadow({ ...site, horizon }));
  const b = site.brush('r', 0);
  const middle = size.width * 0.5;
  const bottom = size.height * 1.14;
  const far = horizon + size.height * 0.06;
  const half = size.width * 0.62;
  const dashes = Array.from({ length: 9 }, (_, at) => {
    const [from, to] = [((at + 0.1) / 9) ** 2.2, ((at + 0.6) / 9) ** 2.2];
    const y = (share: number) => far + (bottom - far) * share;
    const w = (share: number) => half * 0.022 * share + 0.4;
    return shape(
      `M${middle - w(from)} ${y(from)} H${middle + w(from)} L${middle + w(to)} ${y(to)} H${middle - w(to)} Z`,
      b.ink('#f2d75a'),
    );
  });
  const edge = (sign: number) =>
    shape(
      `M${middle + sign * 1} ${far} L${middle + sign * half * 0.9} ${bottom} L${middle + sign * half * 0.94} ${bottom} Z`,
      b.ink('#eef0ee'),
    );
  const body =
    shape(
      `M${middle - 2} ${far} H${middle + 2} L${middle + half} ${bottom} H${middle - half} Z`,
      b.fall('#5a5e66', 1.25, 0.72),
    ) +
    edge(1) +
    edge(-1) +
    dashes.join('');
  return {
    ...country,
    behind: [...country.behind, ...layerOf(cutOut(await drawShapes(b.defs() + body, area)), 1)],
    front: [],
    feet: size.height * 0.9,
  };
}
