/** What is seen through the window of a room: the sky of the hour, and the place the words put outside. */
import type { Setting } from '../../scene/place-words.ts';
import { box, css, line, oval, shape } from '../brush.ts';
import type { Site } from '../site.ts';

/** The pane in pixels of the frame. */
export interface Pane {
  x: number;
  y: number;
  width: number;
  height: number;
}

type View = (site: Site, pane: Pane) => string;

const hills: View = (site, { x, y, width: w, height: h }) =>
  shape(
    `M${x} ${y + h} v${-h * 0.2} q${w * 0.3} ${-h * 0.2} ${w * 0.55} ${-h * 0.02} q${w * 0.25} ${-h * 0.12} ${w * 0.45} ${h * 0.02} v${h * 0.2} Z`,
    site.brush('o', 0.1).ink('#5f8a5a'),
  );

const peaks: View = (site, { x, y, width: w, height: h }) => {
  const b = site.brush('o', 0.2);
  const ridge = `M${x} ${y + h} v${-h * 0.3} l${w * 0.25} ${-h * 0.34} l${w * 0.16} ${h * 0.18} l${w * 0.24} ${-h * 0.34} l${w * 0.35} ${h * 0.46} v${h * 0.34} Z`;
  const snow = `M${x + w * 0.18} ${y + h * 0.46} l${w * 0.07} ${-h * 0.1} l${w * 0.08} ${h * 0.09} l${-w * 0.06} ${h * 0.03} Z M${x + w * 0.56} ${y + h * 0.33} l${w * 0.09} ${-h * 0.13} l${w * 0.1} ${h * 0.14} l${-w * 0.08} ${h * 0.03} Z`;
  return (
    shape(ridge, b.ink('#7d8798')) +
    shape(snow, b.ink('#f4f7fb')) +
    hills(site, { x, y: y + h * 0.12, width: w, height: h * 0.88 })
  );
};

const towers: View = (site, { x, y, width: w, height: h }) => {
  const b = site.brush('o', 0.1);
  return Array.from({ length: 9 }, (_, at) => {
    const [left, wide] = [x + (at * w) / 9, w / 9.5];
    const tall = h * (0.3 + 0.5 * (((at * 37) % 11) / 11));
    const lights = Array.from({ length: 10 }, (_, light) =>
      box(
        [
          left + wide * (0.2 + 0.4 * (light % 2)),
          y + h - tall + (tall * (Math.floor(light / 2) + 0.4)) / 5.5,
          wide * 0.2,
          h * 0.02,
        ],
        b.lamps === 'lit' && (at * 7 + light * 3) % 5 < 3 ? b.lamp('#ffd68a') : b.ink('#b8c4d4'),
      ),
    );
    return box([left, y + h - tall, wide, tall], b.ink('#5a6478', 0.8 + 0.05 * (at % 4))) + lights.join('');
  }).join('');
};

const pines: View = (site, { x, y, width: w, height: h }) => {
  const b = site.brush('o', 0.1);
  return Array.from({ length: 11 }, (_, at) => {
    const [middle, tall] = [x + ((at + 0.5) * w) / 11, h * (0.4 + 0.3 * (((at * 5) % 7) / 7))];
    return shape(
      `M${middle - w * 0.07} ${y + h} L${middle} ${y + h - tall} L${middle + w * 0.07} ${y + h} Z`,
      b.ink('#2f5a38', 0.8 + 0.08 * (at % 4)),
    );
  }).join('');
};

const sea: View = (site, { x, y, width: w, height: h }) => {
  const b = site.brush('o', 0.1);
  const sail = `M${x + w * 0.66} ${y + h * 0.66} v${-h * 0.24} l${w * 0.1} ${h * 0.24} Z`;
  return (
    box([x, y + h * 0.62, w, h * 0.38], b.fall('#2a7ab0', 1.25, 0.8)) +
    line(`M${x} ${y + h * 0.78} h${w * 0.4} M${x + w * 0.5} ${y + h * 0.86} h${w * 0.4}`, b.ink('#bfe0ec'), h * 0.008) +
    shape(sail, b.ink('#fdfaf2')) +
    shape(`M${x + w * 0.58} ${y + h * 0.68} h${w * 0.2} l${-w * 0.04} ${h * 0.05} h${-w * 0.12} Z`, b.ink('#7a4526'))
  );
};

const stars: View = (site, { x, y, width: w, height: h }) =>
  Array.from({ length: 26 }, (_, at) =>
    oval(
      [x + w * (((at * 61) % 97) / 97), y + h * (((at * 43) % 89) / 89), w * 0.006, w * 0.006],
      site.brush('o', 0).lamp('#ffffff'),
    ),
  ).join('');

const VIEWS: Partial<Record<Setting, View>> = {
  mountains: peaks,
  city: towers,
  forest: pines,
  ocean: sea,
  coast: sea,
  space: stars,
};

export function windowView(site: Site, pane: Pane): string {
  const { scene } = site;
  const { skyTop, skyLow } = scene.palette;
  const sky = `<defs><linearGradient id="out" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${css(skyTop)}"/><stop offset="1" stop-color="${css(skyLow)}"/></linearGradient><clipPath id="pane"><rect x="${pane.x}" y="${pane.y}" width="${pane.width}" height="${pane.height}"/></clipPath></defs>`;
  const moon =
    scene.daytime === 'night'
      ? oval(
          [pane.x + pane.width * 0.72, pane.y + pane.height * 0.2, pane.height * 0.07, pane.height * 0.07],
          '#f4f2e2',
        ) + stars(site, { ...pane, height: pane.height * 0.6 })
      : '';
  const view = VIEWS[scene.beyond ?? 'meadow'] ?? hills;
  return `${sky}<g clip-path="url(#pane)">${box([pane.x, pane.y, pane.width, pane.height], 'url(#out)')}${moon}${view(site, pane)}</g>`;
}
