/** A village or a road in whatever country the words name: meadow, mountains, forest or desert. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { fromHex } from '../../picture/colour.ts';
import { shape } from '../brush.ts';
import { type Place, type Site, strip } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';
import { house, windmill } from '../subjects/buildings.ts';
import { forest } from './forest.ts';
import { mountains } from './highlands.ts';
import { desert, hasLake, meadow, NEAR_BANK } from './open-country.ts';

function countryAround(site: Site, sky: StageLayer[]): Promise<Place> {
  const { beyond } = site.scene;
  if (beyond === 'mountains' && !hasLake(site)) return mountains(site, sky);
  if (beyond === 'forest') return forest(site, sky);
  return beyond === 'desert' ? desert(site) : meadow(site, sky);
}

const ROOFS = ['#b5543c', '#8a4a38', '#6a5a6a', '#c27a3c'];

export async function village(site: Site, sky: StageLayer[]): Promise<Place> {
  const { size, horizon, random, area } = site;
  const country = await countryAround(site, sky);
  // On the near bank of a lake, not in it.
  const bank = hasLake(site) ? NEAR_BANK - 0.02 : 0.09;
  const homes = Array.from({ length: 11 }, (_, at) => ({ at, near: random() })).sort(
    (one, other) => one.near - other.near,
  );
  const body = homes.map(({ at, near }) => {
    const b = { ...site.brush(`v${at}`, 0.22 * (1 - near)), main: fromHex(ROOFS[at % ROOFS.length]!) };
    const edge = size.height * (0.15 + 0.13 * near);
    const x = area.left + (((at * 7) % 11) + 0.5) * (area.width / 11) - edge / 2;
    const y = horizon + size.height * (bank + 0.13 * near);
    const art = at === 3 ? windmill({ ...b, main: fromHex('#efe6d2') }) : house(b);
    return `<g transform="translate(${x} ${y - edge * 0.95}) scale(${edge / 200})">${art}</g>${b.defs()}`;
  });
  return { ...country, behind: [...country.behind, ...layerOf(cutOut(await drawShapes(body.join(''), area)), 0.8)] };
}

const DASHES = 9;

export async function road(site: Site, sky: StageLayer[]): Promise<Place> {
  const { size, horizon, area } = site;
  const country = await countryAround(site, sky);
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
  return {
    behind: [
      ...country.behind,
      ...layerOf(cutOut(await drawShapes(body, strip(area, far, area.top + area.height))), 1),
    ],
    front: site.scene.beyond === 'forest' ? country.front : [],
    feet: size.height * 0.9,
  };
}
