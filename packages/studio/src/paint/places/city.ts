/** A city across its water, seen from a promenade with lamps. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { dim, mix } from '../../picture/colour.ts';
import { box, line, oval } from '../brush.ts';
import { type Place, type Site, strip, unlit } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';
import { createWater } from '../water.ts';
import { towerRow } from './towers.ts';

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
      b.fall(unlit(stone, scene.palette.ambient), 0.9, 0.5),
    ) +
    line(`${slabs} M${area.left} ${top + size.height * 0.07} h${area.width}`, b.ink('#30343c'), 1.4) +
    line(
      `${rail} M${area.left} ${top - size.height * 0.05} h${area.width} M${area.left} ${top - size.height * 0.025} h${area.width}`,
      b.ink('#23262e'),
      size.height * 0.004,
    ) +
    lamps.join('');
  const rows = strip(area, top - size.height * 0.45, area.top + area.height);
  return layerOf(cutOut(await drawShapes(b.defs() + body, rows)), 1);
}
