/** Rows of towers with lit windows and, in a neon city, signs: a skyline near or far. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { mix } from '../../picture/colour.ts';
import { box, line, oval, shape } from '../brush.ts';
import { type Site, strip, unlit } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';

const NEON = ['#ff3fa4', '#3fe0ff', '#b45aff', '#ffd24a', '#5aff9a'];

export interface TowerRow {
  name: string;
  base: number;
  tall: number;
  count: number;
  haze: number;
  depth: number;
}

export async function towerRow(site: Site, row: TowerRow): Promise<StageLayer[]> {
  const { scene, size, area, random } = site;
  const b = site.brush(row.name, row.haze);
  const neon = scene.style === 'neon';
  const { ambient, crest } = scene.palette;
  const wall = unlit(crest, ambient);
  const unit = size.height * 0.011;
  const body = Array.from({ length: row.count }, (_, at) => {
    const wide = (area.width / row.count) * (0.8 + 0.5 * random());
    const x = area.left + (at * area.width) / row.count;
    const tall = size.height * row.tall * (0.35 + 0.75 * random() * random() + 0.2 * random());
    const y = row.base - tall;
    const tone = mix(wall, [random() * 90 + 60, random() * 60 + 80, random() * 70 + 100], 0.4);
    // One path a colour: thousands of rectangles would each be an element of their own.
    const windows = new Map<string, string[]>();
    for (let down = unit * 1.5; down < tall - unit; down += unit * 2) {
      for (let across = unit; across < wide - unit; across += unit * 1.7) {
        const lit = b.lamps === 'lit' || neon ? random() < (neon ? 0.26 : 0.38) : false;
        const fill = lit
          ? b.lamp(
              neon && random() < 0.5
                ? NEON[Math.floor(random() * NEON.length)]!
                : random() < 0.8
                  ? '#ffd68a'
                  : '#cfe4ff',
            )
          : b.ink(tone, random() < 0.3 ? 1.35 : 0.6);
        const look = `fill="${fill}"${lit ? ` fill-opacity="${1 - row.haze}"` : ''}`;
        const pane = `M${(x + across).toFixed(1)} ${(y + down).toFixed(1)}h${(unit * 0.95).toFixed(1)}v${(unit * 1.15).toFixed(1)}h${(-unit * 0.95).toFixed(1)}z`;
        const same = windows.get(look);
        if (same === undefined) windows.set(look, [pane]);
        else same.push(pane);
      }
    }
    const crown =
      random() < 0.35
        ? shape(`M${x} ${y} L${x + wide / 2} ${y - wide * 0.5} L${x + wide} ${y} Z`, b.ink(tone, 0.8))
        : line(`M${x + wide * 0.6} ${y} v${-tall * 0.14 * random()}`, b.ink(tone, 0.6), unit * 0.3);
    const sign =
      neon && random() < 0.6
        ? box([x + wide * 0.2, y + tall * 0.3, wide * 0.16, tall * 0.3], b.lamp(NEON[at % NEON.length]!), 'rx="2"') +
          oval([x + wide * 0.28, y + tall * 0.45, wide * 0.6, tall * 0.3], b.glow(NEON[at % NEON.length]!, 0.5))
        : '';
    const panes = [...windows].map(([look, paths]) => `<path d="${paths.join('')}" ${look}/>`);
    return crown + box([x, y, wide, tall + size.height * 0.04], b.side(tone, 1.12, 0.62)) + panes.join('') + sign;
  });
  const rows = strip(area, row.base - size.height * (row.tall * 1.7), row.base + size.height * 0.05);
  return layerOf(cutOut(await drawShapes(b.defs() + body.join(''), rows)), row.depth);
}
