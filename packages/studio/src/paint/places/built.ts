/** Places people made: a city by its water, a room with a window, a plain backdrop for one thing. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { type Colour, dim, mix } from '../../picture/colour.ts';
import { SUBJECTS } from '../../scene/subject-words.ts';
import { type Brush, box, css, line, oval, shape } from '../brush.ts';
import type { Place, Site } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';
import { createWater } from '../water.ts';

const NEON = ['#ff3fa4', '#3fe0ff', '#b45aff', '#ffd24a', '#5aff9a'];

export async function city(site: Site, sky: StageLayer[]): Promise<Place> {
  const { size, horizon, area, scene } = site;
  const towers = [
    ...(await towerRow(site, { name: 'a', base: horizon + 2, tall: 0.44, count: 22, haze: 0.55, depth: 0.3 })),
    ...(await towerRow(site, {
      name: 'b',
      base: horizon + size.height * 0.015,
      tall: 0.36,
      count: 17,
      haze: 0.26,
      depth: 0.42,
    })),
    ...(await towerRow(site, {
      name: 'c',
      base: horizon + size.height * 0.03,
      tall: 0.24,
      count: 13,
      haze: 0.06,
      depth: 0.55,
    })),
  ];
  const wet = createWater(
    { ...site, scene: { ...scene, palette: { ...scene.palette, ground: dim(scene.palette.ground, 0.6) } } },
    [...sky, ...towers],
    { from: horizon + size.height * 0.03, to: area.top + area.height, waves: 0.3, body: 0.45, depth: 0.6 },
  );
  return { behind: [...towers, wet, ...(await quay(site))], front: [], feet: size.height * 0.93 };
}

/** A promenade with lamps in front of the water: where people and cars of a city stand. */
async function quay(site: Site): Promise<StageLayer[]> {
  const { size, area, scene } = site;
  const b = site.brush('q', 0);
  const top = size.height * 0.84;
  const lit = b.lamps === 'lit';
  const lamps = [0.12, 0.5, 0.88].map((at) => {
    const x = area.left + at * area.width;
    const head = top - size.height * 0.24;
    return (
      line(
        `M${x} ${top} V${head} q0 ${-size.height * 0.03} ${size.height * 0.04} ${-size.height * 0.02}`,
        b.ink('#23262e'),
        size.height * 0.008,
      ) +
      (lit
        ? oval(
            [x + size.height * 0.045, head - size.height * 0.01, size.height * 0.13, size.height * 0.13],
            b.glow('#ffd88a', 0.75),
          ) + oval([x, top + size.height * 0.06, size.height * 0.2, size.height * 0.04], b.glow('#ffd88a', 0.3))
        : '') +
      oval(
        [x + size.height * 0.045, head - size.height * 0.012, size.height * 0.016, size.height * 0.01],
        lit ? b.lamp('#fff3cf') : b.ink('#e8e6da'),
      )
    );
  });
  const rail = Array.from(
    { length: 40 },
    (_, at) => `M${area.left + (at * area.width) / 39} ${top} v${-size.height * 0.05}`,
  ).join(' ');
  const slabs = Array.from(
    { length: 16 },
    (_, at) =>
      `M${size.width / 2 + (at - 7.5) * size.width * 0.07} ${top} L${size.width / 2 + (at - 7.5) * size.width * 0.22} ${area.top + area.height}`,
  ).join(' ');
  const stone = mix(scene.palette.crest, [90, 92, 100], 0.5);
  const body =
    box(
      [area.left, top, area.width, area.top + area.height - top],
      b.fall(
        stone.map((value, at) => value / Math.max(0.4, scene.palette.ambient[at]!)) as unknown as Colour,
        0.9,
        0.5,
      ),
    ) +
    line(`${slabs} M${area.left} ${top + size.height * 0.07} h${area.width}`, b.ink('#30343c'), 1.4) +
    line(
      `${rail} M${area.left} ${top - size.height * 0.05} h${area.width} M${area.left} ${top - size.height * 0.025} h${area.width}`,
      b.ink('#23262e'),
      size.height * 0.004,
    ) +
    lamps.join('');
  return layerOf(cutOut(await drawShapes(b.defs() + body, area)), 1);
}

interface TowerRow {
  name: string;
  base: number;
  tall: number;
  count: number;
  haze: number;
  depth: number;
}

async function towerRow(site: Site, row: TowerRow): Promise<StageLayer[]> {
  const { scene, size, area, random } = site;
  const b = site.brush(row.name, row.haze);
  const neon = scene.style === 'neon';
  const { ambient, crest } = scene.palette;
  const wall = crest.map((value, at) => value / Math.max(0.2, ambient[at]!)) as unknown as typeof crest;
  const unit = size.height * 0.011;
  const body = Array.from({ length: row.count }, (_, at) => {
    const wide = (area.width / row.count) * (0.8 + 0.5 * random());
    const x = area.left + (at * area.width) / row.count;
    const tall = size.height * row.tall * (0.35 + 0.75 * random() * random() + 0.2 * random());
    const y = row.base - tall;
    const tone = mix(wall, [random() * 90 + 60, random() * 60 + 80, random() * 70 + 100], 0.4);
    const windows: string[] = [];
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
        windows.push(
          `<rect x="${(x + across).toFixed(1)}" y="${(y + down).toFixed(1)}" width="${(unit * 0.95).toFixed(1)}" height="${(unit * 1.15).toFixed(1)}" fill="${fill}"${lit ? ` opacity="${1 - row.haze}"` : ''}/>`,
        );
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
    return crown + box([x, y, wide, tall + size.height * 0.04], b.side(tone, 1.12, 0.62)) + windows.join('') + sign;
  });
  return layerOf(cutOut(await drawShapes(b.defs() + body.join('') + b.defs(), area)), row.depth);
}

export async function interior(site: Site): Promise<Place> {
  const { size, area, scene } = site;
  const { skyTop, skyLow, ground, crest, ambient } = scene.palette;
  const raw = (colour: typeof crest) =>
    colour.map((value, at) => value / Math.max(0.3, ambient[at]!)) as unknown as typeof crest;
  const b = site.brush('i', 0);
  const { width: w, height: h } = size;
  const floor = h * 0.74;
  const warm = b.lamps === 'lit';
  const laid = scene.subjects.some(({ kind }) => SUBJECTS[kind].footing === 'table');
  const planks = Array.from(
    { length: 15 },
    (_, at) => `M${w / 2 + (at - 7) * w * 0.09} ${floor} L${w / 2 + (at - 7) * w * 0.24} ${area.top + area.height}`,
  ).join(' ');
  const pane = { x: w * 0.12, y: h * 0.12, width: w * 0.26, height: h * 0.4 };
  const sky = `<defs><linearGradient id="out" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${css(skyTop)}"/><stop offset="1" stop-color="${css(skyLow)}"/></linearGradient></defs>`;
  const window =
    box([pane.x - w * 0.012, pane.y - w * 0.012, pane.width + w * 0.024, pane.height + w * 0.024], b.ink('#f6f1e6')) +
    `<rect x="${pane.x}" y="${pane.y}" width="${pane.width}" height="${pane.height}" fill="url(#out)"/>` +
    shape(
      `M${pane.x} ${pane.y + pane.height} v${-h * 0.09} q${pane.width * 0.3} ${-h * 0.08} ${pane.width * 0.55} ${-h * 0.01} q${pane.width * 0.25} ${-h * 0.05} ${pane.width * 0.45} ${h * 0.01} v${h * 0.09} Z`,
      b.ink('#5f8a5a'),
    ) +
    line(
      `M${pane.x + pane.width / 2} ${pane.y} v${pane.height} M${pane.x} ${pane.y + pane.height * 0.45} h${pane.width}`,
      b.ink('#f6f1e6'),
      w * 0.008,
    ) +
    shape(
      `M${pane.x - w * 0.05} ${pane.y - h * 0.04} h${w * 0.09} q${-w * 0.01} ${h * 0.3} ${-w * 0.06} ${h * 0.52} h${-w * 0.03} Z M${pane.x + pane.width + w * 0.05} ${pane.y - h * 0.04} h${-w * 0.09} q${w * 0.01} ${h * 0.3} ${w * 0.06} ${h * 0.52} h${w * 0.03} Z`,
      b.side('#d8c9b4', 1.1, 0.75),
    );
  const light = warm
    ? ''
    : shape(
        `M${pane.x + w * 0.06} ${floor + h * 0.04} h${w * 0.22} l${w * 0.2} ${h * 0.2} h${-w * 0.3} Z`,
        '#fff4d0',
        'opacity="0.3"',
      );
  const lampX = w * 0.84;
  const lamp =
    line(`M${lampX} ${floor + h * 0.05} V${h * 0.34}`, b.ink('#4a4038'), w * 0.006) +
    oval([lampX, floor + h * 0.055, w * 0.04, h * 0.012], b.ink('#4a4038')) +
    (warm ? oval([lampX, h * 0.32, w * 0.34, h * 0.5], b.glow('#ffc46a', 0.6)) : '') +
    shape(
      `M${lampX - w * 0.03} ${h * 0.22} h${w * 0.06} l${w * 0.03} ${h * 0.15} h${-w * 0.12} Z`,
      warm ? b.lamp('#ffe2a4') : b.fall('#efe0c2', 1.05, 0.8),
    );
  const frame =
    box([w * 0.52, h * 0.14, w * 0.17, h * 0.24], b.ink('#6a4a30')) +
    box([w * 0.53, h * 0.158, w * 0.15, h * 0.204], b.fall('#8ab4c8', 1.2, 0.9)) +
    shape(
      `M${w * 0.53} ${h * 0.362} l${w * 0.05} ${-h * 0.12} l${w * 0.04} ${h * 0.06} l${w * 0.03} ${-h * 0.05} l${w * 0.03} ${h * 0.11} Z`,
      b.ink('#4f7a5a'),
    );
  const rug =
    oval([w * 0.5, h * 0.92, w * 0.36, h * 0.09], b.ink('#a8483c')) +
    `<ellipse cx="${w * 0.5}" cy="${h * 0.92}" rx="${w * 0.32}" ry="${h * 0.076}" fill="none" stroke="${b.ink('#e8c98a')}" stroke-width="${h * 0.008}"/>`;
  const body =
    box([area.left, area.top, area.width, floor - area.top], b.side(raw(crest), 1.08, 0.8)) +
    box([area.left, floor, area.width, area.top + area.height - floor], b.fall(raw(ground), 1.15, 0.66)) +
    line(planks, b.ink(raw(ground), 0.62), 2) +
    box([area.left, floor - h * 0.025, area.width, h * 0.028], b.ink('#f2ebdc')) +
    window +
    frame +
    light +
    rug +
    lamp +
    (laid ? tabletop(site, b) : '');
  return {
    behind: layerOf(cutOut(await drawShapes(sky + b.defs() + body, area)), 0.8),
    front: [],
    feet: size.height * 0.93,
  };
}

/** A table close to the camera, for things that would look like giants on the floor. */
function tabletop({ size, area }: Site, b: Brush): string {
  const top = size.height * 0.78;
  const grain = [0.83, 0.9, 0.98].map((at) => `M${area.left} ${size.height * at} h${area.width}`).join(' ');
  return (
    box([area.left, top, area.width, area.top + area.height - top], b.fall('#a8713f', 1.2, 0.6)) +
    box([area.left, top, area.width, size.height * 0.008], b.ink('#d9a66c')) +
    line(grain, b.ink('#7d5230'), 1.4)
  );
}

/** A backdrop that curves into the table, lit from above, as photographers use for a single thing. */
export async function backdrop(site: Site): Promise<Place> {
  const { size, area, scene } = site;
  const { ground, crest, light, skyTop } = scene.palette;
  const { width: w, height: h } = size;
  const x = 0.35 + 0.3 * site.random();
  const defs = `<defs><radialGradient id="spot" cx="${x}" cy="0.34" r="0.75"><stop offset="0" stop-color="${css(mix(crest, light, 0.5))}"/><stop offset="0.45" stop-color="${css(crest)}"/><stop offset="1" stop-color="${css(dim(mix(skyTop, ground, 0.7), 0.62))}"/></radialGradient><linearGradient id="top" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${css(mix(crest, light, 0.22))}"/><stop offset="1" stop-color="${css(dim(ground, 0.8))}"/></linearGradient><radialGradient id="pool"><stop offset="0" stop-color="#fff" stop-opacity="0.35"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>`;
  const bokeh = Array.from({ length: 14 }, () => {
    const radius = h * (0.02 + 0.05 * site.random());
    const spot: [number, number, number, number] = [
      area.left + site.random() * area.width,
      site.random() * h * 0.6,
      radius,
      radius,
    ];
    return oval(spot, css(mix(light, crest, 0.4)), `opacity="${0.06 + 0.12 * site.random()}"`);
  });
  const body = `<rect x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}" fill="url(#spot)"/>${bokeh.join('')}<rect x="${area.left}" y="${h * 0.76}" width="${area.width}" height="${area.height}" fill="url(#top)"/><ellipse cx="${w / 2}" cy="${h * 0.88}" rx="${w * 0.5}" ry="${h * 0.12}" fill="url(#pool)"/>`;
  return { behind: layerOf(cutOut(await drawShapes(defs + body, area)), 0.6), front: [], feet: h * 0.88 };
}
