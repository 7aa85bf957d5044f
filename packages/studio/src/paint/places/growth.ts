/** What grows on the land around a subject: grass with flowers in it, and rows of pines. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { dim, mix } from '../../picture/colour.ts';
import { css, line, oval, shape } from '../brush.ts';
import { isWintry, type Site, strip, unlit } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';

/** Tones of green between the ground's and its crest's, and bands from far to near. */
const TONES = 5;
const BANDS = 7;

const BLOOMS = ['#ffffff', '#f7d24a', '#e8507a', '#b07ae0', '#f28a3a'];

export interface Field {
  from: number;
  to: number;
  count: number;
  depth: number;
}

/** Blades for a frame of 720 rows; a smaller one shows fewer, or they would run into one another. */
function bladesFor(count: number, height: number): number {
  return Math.round(count * Math.min(1, Math.max(0.2, height / 720)));
}

export async function grass(site: Site, field: Field): Promise<StageLayer[]> {
  const { scene, size, area, random } = site;
  const b = site.brush('g', 0);
  const named =
    scene.palette.accents.length > 0 && scene.subjects.length === 0
      ? scene.palette.accents.map((accent) => css(accent))
      : [];
  const colours = [...named, ...BLOOMS];
  const blades = Array.from({ length: bladesFor(field.count, size.height) }, () => {
    const near = random() ** 0.7;
    const y = field.from + (field.to - field.from) * near;
    const x = area.left + random() * area.width;
    const tall = size.height * (0.012 + 0.04 * near) * (0.6 + 0.7 * random());
    const lean = (random() - 0.5) * tall * 0.8;
    const { ground, crest, ambient } = scene.palette;
    const tone = b.ink(
      unlit(mix(ground, crest, Math.floor(random() * TONES) / TONES), ambient),
      0.85 + 0.1 * Math.floor(random() * 3),
    );
    const bloom =
      random() < (isWintry(scene) ? 0 : 0.16)
        ? oval([x + lean, y - tall, tall * 0.13, tall * 0.11], b.ink(colours[Math.floor(random() * colours.length)]!))
        : '';
    const path = `M${x.toFixed(1)} ${y.toFixed(1)}q0 ${(-tall * 0.6).toFixed(1)} ${lean.toFixed(1)} ${(-tall).toFixed(1)}`;
    return { band: Math.min(BANDS - 1, Math.floor(near * BANDS)), tone, width: tall * 0.05 + 0.4, path, bloom };
  });
  // Far to near; within a band one path a tone, because an element costs far more than a blade.
  const body = Array.from({ length: BANDS }, (_, band) => {
    const here = blades.filter((blade) => blade.band === band);
    const width = here.reduce((sum, blade) => sum + blade.width, 0) / Math.max(1, here.length);
    const tones = Map.groupBy(here, ({ tone }) => tone);
    const drawn = [...tones].map(([tone, same]) => line(same.map(({ path }) => path).join(''), tone, width));
    return drawn.join('') + here.map(({ bloom }) => bloom).join('');
  });
  const rows = strip(area, field.from - size.height * 0.08, area.top + area.height);
  return layerOf(cutOut(await drawShapes(body.join(''), rows)), field.depth);
}

export interface PineRow {
  base: number;
  height: number;
  count: number;
  haze: number;
  depth: number;
  /** Only at the sides, so that the middle stays open for a subject. */
  edges?: boolean;
}

/** To a tenth of a pixel: hundreds of trees have thousands of points to be read. */
function point(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function pine([x, y, tall]: [number, number, number], fill: string, random: () => number): string {
  const tiers = 9;
  const side = (sign: number) =>
    Array.from({ length: tiers }, (_, tier) => {
      const down = (tier + 1) / tiers;
      const reach = sign * tall * 0.2 * down * (0.8 + 0.4 * random());
      return {
        out: point(x + reach, y - tall * (1 - down * 0.93)),
        back: point(x + reach * 0.42, y - tall * (1 - down * 0.93) - tall * 0.02),
      };
    });
  const right = side(1).map(({ out, back }) => `L${out} L${back}`);
  const left = side(-1)
    .map(({ out, back }) => `L${back} L${out}`)
    .reverse();
  return shape(
    `M${point(x, y - tall)} ${right.join(' ')} L${point(x + tall * 0.02, y)} L${point(x - tall * 0.02, y)} ${left.join(' ')} Z`,
    fill,
  );
}

/** From beyond either side of the frame to an eighth of it inside. */
function atEdge(share: number): number {
  return share < 0.5 ? 0.52 * share - 0.14 : 1.14 - 0.52 * (1 - share);
}

export async function pineRow(site: Site, row: PineRow): Promise<StageLayer[]> {
  const { scene, size, area, random } = site;
  const { haze, ground } = scene.palette;
  const b = site.brush('p', row.haze);
  const needles = mix(dim(ground, 0.42), haze, row.haze);
  const trees = Array.from({ length: row.count }, (_, at) => {
    const share = (at + 0.2 + 0.6 * random()) / row.count;
    const tall = size.height * row.height * (0.6 + 0.7 * random());
    const x = row.edges ? atEdge(share) * size.width : area.left + share * area.width;
    const y = row.base + size.height * 0.015 * random();
    const frost = isWintry(scene)
      ? `<g fill-opacity="0.6" transform="translate(0 ${-tall * 0.03})">${pine([x - tall * 0.02, y - tall * 0.06, tall * 0.9], b.ink('#eef4fa'), random)}</g>`
      : '';
    return frost + pine([x, y, tall], css(dim(needles, 0.85 + 0.3 * random())), random);
  });
  const rows = strip(area, row.base - size.height * row.height * 1.4, row.base + size.height * 0.03);
  return layerOf(cutOut(await drawShapes(trees.join(''), rows)), row.depth);
}
