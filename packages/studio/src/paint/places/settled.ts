/** A village or a road in whatever country the words name: meadow, mountains, forest or desert. */
import { type Canvas, cutOut, drawShapes } from '../../picture/canvas.ts';
import { fromHex } from '../../picture/colour.ts';
import { ownColour } from '../../scene/subject-words.ts';
import { house } from '../../subjects/house.ts';
import { subjectOf } from '../../subjects/index.ts';
import { FEET, FIELD } from '../../subjects/subject.ts';
import { tree } from '../../subjects/tree.ts';
import { windmill } from '../../subjects/windmill.ts';
import { box, oval, shape } from '../brush.ts';
import { type Place, type Site, strip } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';
import { forest } from './forest.ts';
import { mountains } from './highlands.ts';
import { desert, hasLake, meadow, NEAR_BANK } from './open-country.ts';

function countryAround(site: Site, sky: StageLayer[]): Promise<Place> {
  const { beyond } = site.scene;
  if (beyond === 'mountains' && !hasLake(site)) return mountains(site, sky);
  if (beyond === 'forest') return forest(site, sky);
  return beyond === 'desert' ? desert(site) : meadow(site, sky);
}

const ROOFS = ['#b5543c', '#8a4a38', '#6a5a6a', '#c27a3c', '#7a6a52'];

interface Home {
  x: number;
  /** From 0, at the far end of the village, to 1. */
  near: number;
  art: 'house' | 'windmill' | 'tree';
}

export async function village(site: Site, sky: StageLayer[]): Promise<Place> {
  const { size, horizon, random, area, scene } = site;
  const country = await countryAround(site, sky);
  // On the near bank of a lake, not in it.
  const bank = hasLake(site) ? NEAR_BANK - 0.02 : 0.07;
  const homes: Home[] = Array.from({ length: 16 }, (_, at) => ({
    x: area.left + ((((at * 7) % 16) + 0.2 + 0.6 * random()) * area.width) / 16,
    near: random(),
    art: at === 3 ? 'windmill' : at % 4 === 1 ? 'tree' : 'house',
  }));
  const body = homes
    .sort((one, other) => one.near - other.near)
    .map(({ x, near, art }, at) => {
      const b = { ...site.brush(`v${at}`, 0.24 * (1 - near)), main: fromHex(ROOFS[at % ROOFS.length]!) };
      const edge = size.height * (0.12 + 0.12 * near) * (art === 'tree' ? 0.95 : 1);
      const y = horizon + size.height * (bank + 0.17 * near);
      const [wide, high] = [0.88 + 0.3 * random(), 0.88 + 0.22 * random()];
      const drawn =
        art === 'tree'
          ? tree.draw({ ...b, main: ownColour('tree', scene.season) })
          : art === 'windmill'
            ? windmill.draw({ ...b, main: fromHex('#efe6d2') })
            : house.draw(b);
      const ground = oval([x, y, edge * 0.52 * wide, edge * 0.05], '#0a0e18', 'fill-opacity="0.3"');
      const field = `translate(${x} ${y}) scale(${(edge / FIELD) * wide} ${(edge / FIELD) * high}) translate(${-FIELD / 2} ${-FEET})`;
      return `${ground}<g transform="${field}">${drawn}</g>${b.defs()}`;
    });
  const rows = strip(area, horizon - size.height * 0.3, horizon + size.height * (bank + 0.2));
  return { ...country, behind: [...country.behind, ...layerOf(cutOut(await drawShapes(body.join(''), rows)), 0.8)] };
}

export async function road(site: Site, sky: StageLayer[]): Promise<Place> {
  const country = await countryAround(site, sky);
  const across = site.scene.subjects.some(({ own }) => own !== null && subjectOf(own).road === 'across');
  const drawn = across ? await roadAcross(site) : await roadAhead(site);
  return {
    behind: [...country.behind, ...layerOf(cutOut(drawn), 1)],
    front: across || site.scene.beyond === 'forest' ? country.front : [],
    feet: site.size.height * 0.9,
  };
}

async function roadAcross({ size, area, brush }: Site): Promise<Canvas> {
  const b = brush('r', 0);
  const { height: h } = size;
  const [left, wide] = [area.left, area.width];
  const band = (from: number, to: number, fill: string) => box([left, h * from, wide, h * (to - from)], fill);
  const step = h * 0.3;
  const dashes = Array.from({ length: Math.ceil(wide / step) }, (_, at) => {
    const x = left + at * step;
    return shape(
      `M${x} ${h * 0.852} h${step * 0.5} l${-step * 0.03} ${h * 0.011} h${-step * 0.52} Z`,
      b.ink('#f2d75a'),
    );
  });
  const body =
    band(0.782, 1.01, b.fall('#8f8672', 1, 0.8)) +
    band(0.795, 0.985, b.fall('#666a72', 1.2, 0.78)) +
    band(0.803, 0.809, b.ink('#eef0ee')) +
    band(0.962, 0.972, b.ink('#eef0ee')) +
    dashes.join('');
  return drawShapes(b.defs() + body, strip(area, h * 0.77, h * 1.03));
}

const DASHES = 9;

async function roadAhead(site: Site): Promise<Canvas> {
  const { size, horizon, area } = site;
  const b = site.brush('r', 0);
  const middle = size.width * 0.5;
  const bottom = size.height * 1.14;
  const far = horizon + size.height * (site.scene.beyond === 'forest' ? 0.16 : 0.06);
  const half = size.width * 0.62;
  const dashes = Array.from({ length: DASHES }, (_, at) => {
    const [from, to] = [((at + 0.1) / DASHES) ** 2.2, ((at + 0.6) / DASHES) ** 2.2];
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
  const tar = shape(
    `M${middle - 2} ${far} H${middle + 2} L${middle + half} ${bottom} H${middle - half} Z`,
    b.fall('#5a5e66', 1.25, 0.72),
  );
  const body = b.defs() + tar + edge(1) + edge(-1) + dashes.join('');
  return drawShapes(body, strip(area, far, area.top + area.height));
}
