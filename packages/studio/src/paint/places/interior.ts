/** A room with a window, a lamp and a rug. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { type Brush, box, line, oval, shape, turned } from '../brush.ts';
import { type Place, type Site, unlessShown, unlit } from '../site.ts';
import { layerOf } from '../stage.ts';
import { isLaid } from '../table.ts';
import { type Pane, windowView } from './window-view.ts';

/** Where the wall meets the floor, as a share of the height. */
const FLOOR = 0.74;

export async function interior(site: Site): Promise<Place> {
  const { size, area, scene } = site;
  const b = site.brush('i', 0);
  const { width: w, height: h } = size;
  const pane = { x: w * 0.12, y: h * 0.12, width: w * 0.26, height: h * 0.4 };
  const laid = isLaid(scene);
  const body = [
    shell(site, b),
    corners(site),
    windowIn(site, b, pane),
    unlessShown(site, /^framed-picture$/, pictureFrame(site, b)),
    b.lamps === 'lit' ? '' : sunlight(site, pane),
    laid ? '' : rug(site, b),
    unlessShown(site, /^potted-plant$/, pottedPlant(site, b)),
    unlessShown(site, /^(couch-and-lamp|table-lamp)$/, floorLamp(site, b)),
    b.lamps === 'lit' ? evening(site, laid) : '',
  ].join('');
  return { behind: layerOf(cutOut(await drawShapes(b.defs() + body, area)), 0.8), front: [], feet: h * 0.93 };
}

function shell({ size, area, scene }: Site, b: Brush): string {
  const { width: w, height: h } = size;
  const { ground, crest, ambient } = scene.palette;
  const [wall, wood] = [unlit(crest, ambient), unlit(ground, ambient)];
  const floor = h * FLOOR;
  const planks = Array.from(
    { length: 15 },
    (_, at) => `M${w / 2 + (at - 7) * w * 0.09} ${floor} L${w / 2 + (at - 7) * w * 0.24} ${area.top + area.height}`,
  ).join(' ');
  return (
    // The wall goes on behind the floor: where two shapes only meet, the frame before would shine through the seam.
    box([area.left, area.top, area.width, area.height], b.side(wall, 1.08, 0.8)) +
    box([area.left, floor, area.width, area.top + area.height - floor], b.fall(wood, 1.15, 0.66)) +
    line(planks, b.ink(wood, 0.62), 2) +
    box([area.left, floor - h * 0.025, area.width, h * 0.028], b.ink('#f2ebdc'))
  );
}

function windowIn(site: Site, b: Brush, pane: Pane): string {
  const { width: w, height: h } = site.size;
  const { x, y, width, height } = pane;
  const rim = w * 0.012;
  const folds = [0.02, 0.045]
    .flatMap((at) => [
      `M${x - w * 0.05 + w * at} ${y - h * 0.04} q0 ${h * 0.28} ${-w * at * 0.5} ${h * 0.5}`,
      `M${x + width + w * 0.05 - w * at} ${y - h * 0.04} q0 ${h * 0.28} ${w * at * 0.5} ${h * 0.5}`,
    ])
    .join(' ');
  return (
    box([x - rim, y - rim, width + 2 * rim, height + 2 * rim], b.ink('#f6f1e6')) +
    windowView(site, pane) +
    line(`M${x + width / 2} ${y} v${height} M${x} ${y + height * 0.45} h${width}`, b.ink('#f6f1e6'), w * 0.008) +
    shape(
      `M${x - w * 0.05} ${y - h * 0.04} h${w * 0.09} q${-w * 0.01} ${h * 0.3} ${-w * 0.06} ${h * 0.52} h${-w * 0.03} Z M${x + width + w * 0.05} ${y - h * 0.04} h${-w * 0.09} q${w * 0.01} ${h * 0.3} ${w * 0.06} ${h * 0.52} h${w * 0.03} Z`,
      b.side('#d8c9b4', 1.1, 0.75),
    ) +
    line(folds, b.ink('#b5a48c'), w * 0.003) +
    line(`M${x - w * 0.08} ${y - h * 0.045} h${width + w * 0.16}`, b.ink('#5a4432'), w * 0.008)
  );
}

function pictureFrame({ size: { width: w, height: h } }: Site, b: Brush): string {
  return (
    box([w * 0.52, h * 0.14, w * 0.17, h * 0.24], b.ink('#6a4a30')) +
    box([w * 0.53, h * 0.158, w * 0.15, h * 0.204], b.fall('#8ab4c8', 1.2, 0.9)) +
    shape(
      `M${w * 0.53} ${h * 0.362} l${w * 0.05} ${-h * 0.12} l${w * 0.04} ${h * 0.06} l${w * 0.03} ${-h * 0.05} l${w * 0.03} ${h * 0.11} Z`,
      b.ink('#4f7a5a'),
    )
  );
}

/** The window's light on the floor. */
function sunlight({ size: { width: w, height: h } }: Site, pane: Pane): string {
  return shape(
    `M${pane.x + w * 0.06} ${h * (FLOOR + 0.04)} h${w * 0.22} l${w * 0.2} ${h * 0.2} h${-w * 0.3} Z`,
    '#fff4d0',
    'fill-opacity="0.3"',
  );
}

function rug({ size: { width: w, height: h } }: Site, b: Brush): string {
  return (
    oval([w * 0.5, h * 0.926, w * 0.366, h * 0.093], b.ink('#4a1f1a')) +
    oval([w * 0.5, h * 0.92, w * 0.36, h * 0.09], b.fall('#a8483c', 1.1, 0.85)) +
    oval([w * 0.5, h * 0.92, w * 0.2, h * 0.048], b.ink('#8a3a34')) +
    `<ellipse cx="${w * 0.5}" cy="${h * 0.92}" rx="${w * 0.32}" ry="${h * 0.076}" fill="none" stroke="${b.ink('#e8c98a')}" stroke-width="${h * 0.008}"/>`
  );
}

const LAMP_X = 0.84;

function floorLamp({ size: { width: w, height: h } }: Site, b: Brush): string {
  const x = w * LAMP_X;
  return (
    line(`M${x} ${h * (FLOOR + 0.05)} V${h * 0.34}`, b.ink('#4a4038'), w * 0.006) +
    oval([x, h * (FLOOR + 0.055), w * 0.04, h * 0.012], b.ink('#4a4038')) +
    shape(
      `M${x - w * 0.03} ${h * 0.22} h${w * 0.06} l${w * 0.03} ${h * 0.15} h${-w * 0.12} Z`,
      b.lamps === 'lit' ? b.lamp('#ffe8b4') : b.fall('#efe0c2', 1.05, 0.8),
    )
  );
}

/** Darkness that the lamp pushes back: its light lies on the wall and the floor, the corners stay in the dark. */
function evening({ size, area }: Site, laid: boolean): string {
  const { width: w, height: h } = size;
  const [x, y] = [w * LAMP_X, h * 0.32];
  const night = '#0e0c1e';
  const dark = `<radialGradient id="dark" gradientUnits="userSpaceOnUse" cx="${w * 0.66}" cy="${h * 0.5}" r="${w * 0.72}"><stop offset="0" stop-color="${night}" stop-opacity="0"/><stop offset="0.5" stop-color="${night}" stop-opacity="0.22"/><stop offset="1" stop-color="${night}" stop-opacity="0.74"/></radialGradient>`;
  const warm = `<radialGradient id="warm"><stop offset="0" stop-color="#ffdf9a" stop-opacity="0.85"/><stop offset="0.25" stop-color="#ffbe62" stop-opacity="0.42"/><stop offset="1" stop-color="#ff9a3a" stop-opacity="0"/></radialGradient>`;
  return (
    `<defs>${dark}${warm}</defs>` +
    box([area.left, area.top, area.width, area.height], 'url(#dark)') +
    oval([x, y, w * 0.36, h * 0.56], 'url(#warm)') +
    (laid ? '' : oval([w * 0.62, h * 0.9, w * 0.4, h * 0.13], 'url(#warm)', 'fill-opacity="0.5"'))
  );
}

/** Soft darkness where two surfaces meet: under the skirting, in the corners. */
function corners({ size, area }: Site): string {
  const { height: h } = size;
  const stops = (from: number, to: number) =>
    `<stop offset="0" stop-color="#140c08" stop-opacity="${from}"/><stop offset="1" stop-color="#140c08" stop-opacity="${to}"/>`;
  const defs = `<defs><linearGradient id="fade" x1="0" y1="0" x2="0" y2="1">${stops(0, 0.38)}</linearGradient><linearGradient id="under" x1="0" y1="0" x2="0" y2="1">${stops(0.34, 0)}</linearGradient><linearGradient id="ceiling" x1="0" y1="0" x2="0" y2="1">${stops(0.24, 0)}</linearGradient></defs>`;
  const [left, wide] = [area.left, area.width];
  return (
    defs +
    box([left, area.top, wide, h * 0.2 - area.top], 'url(#ceiling)') +
    box([left, h * (FLOOR - 0.12), wide, h * 0.095], 'url(#fade)', 'fill-opacity="0.45"') +
    box([left, h * (FLOOR + 0.003), wide, h * 0.06], 'url(#under)')
  );
}

/** Fills the corner under the window and gives the eye something at the height of the subject. */
function pottedPlant({ size: { width: w, height: h } }: Site, b: Brush): string {
  const [x, y] = [w * 0.055, h * (FLOOR + 0.07)];
  const leaves = [-62, -38, -16, 8, 30, 54].map((degrees, at) =>
    turned(
      shape(
        `M${x} ${y - h * 0.13} C${x - w * 0.03} ${y - h * 0.22} ${x - w * 0.018} ${y - h * 0.32} ${x} ${y - h * 0.38} C${x + w * 0.018} ${y - h * 0.32} ${x + w * 0.03} ${y - h * 0.22} ${x} ${y - h * 0.13} Z`,
        b.side('#3f7a45', 1.1 + 0.05 * (at % 3), 0.6),
      ),
      [degrees, x, y - h * 0.13],
    ),
  );
  return (
    oval([x, y, w * 0.05, h * 0.016], '#140c08', 'fill-opacity="0.4"') +
    leaves.join('') +
    shape(
      `M${x - w * 0.034} ${y - h * 0.13} h${w * 0.068} l${-w * 0.01} ${h * 0.13} h${-w * 0.048} Z`,
      b.side('#c9744a', 1.15, 0.6),
    ) +
    box([x - w * 0.038, y - h * 0.14, w * 0.076, h * 0.024], b.side('#d98557', 1.15, 0.65))
  );
}
