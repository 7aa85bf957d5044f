/** A plain backdrop for one thing, as photographers use. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { dim, mix } from '../../picture/colour.ts';
import { css, oval } from '../brush.ts';
import type { Place, Site } from '../site.ts';
import { layerOf } from '../stage.ts';

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
    return oval(spot, css(mix(light, crest, 0.4)), `fill-opacity="${0.06 + 0.12 * site.random()}"`);
  });
  const body = `<rect x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}" fill="url(#spot)"/>${bokeh.join('')}<rect x="${area.left}" y="${h * 0.76}" width="${area.width}" height="${area.height}" fill="url(#top)"/><ellipse cx="${w / 2}" cy="${h * 0.88}" rx="${w * 0.5}" ry="${h * 0.12}" fill="url(#pool)"/>`;
  return { behind: layerOf(cutOut(await drawShapes(defs + body, area)), 0.6), front: [], feet: h * 0.88 };
}
