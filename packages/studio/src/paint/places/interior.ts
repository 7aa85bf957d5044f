/** A room with a window, a lamp and a rug; a table in front when the subject belongs on one. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { SUBJECTS } from '../../scene/subject-words.ts';
import { type Brush, box, line, oval, shape } from '../brush.ts';
import { type Place, type Site, unlit } from '../site.ts';
import { layerOf } from '../stage.ts';
import { type Pane, windowView } from './window-view.ts';

/** Where the wall meets the floor, as a share of the height. */
const FLOOR = 0.74;

export async function interior(site: Site): Promise<Place> {
  const { size, area, scene } = site;
  const b = site.brush('i', 0);
  const { width: w, height: h } = size;
  const pane = { x: w * 0.12, y: h * 0.12, width: w * 0.26, height: h * 0.4 };
  const laid = scene.subjects.some(({ kind }) => SUBJECTS[kind].footing === 'table');
  const body = [
    shell(site, b),
    windowIn(site, b, pane),
    pictureFrame(site, b),
    b.lamps === 'lit' ? '' : sunlight(site, pane),
    rug(site, b),
    floorLamp(site, b),
    b.lamps === 'lit' ? evening(site, laid) : '',
    laid ? tabletop(site, b) : '',
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
  return (
    box([x - rim, y - rim, width + 2 * rim, height + 2 * rim], b.ink('#f6f1e6')) +
    windowView(site, pane) +
    line(`M${x + width / 2} ${y} v${height} M${x} ${y + height * 0.45} h${width}`, b.ink('#f6f1e6'), w * 0.008) +
    shape(
      `M${x - w * 0.05} ${y - h * 0.04} h${w * 0.09} q${-w * 0.01} ${h * 0.3} ${-w * 0.06} ${h * 0.52} h${-w * 0.03} Z M${x + width + w * 0.05} ${y - h * 0.04} h${-w * 0.09} q${w * 0.01} ${h * 0.3} ${w * 0.06} ${h * 0.52} h${w * 0.03} Z`,
      b.side('#d8c9b4', 1.1, 0.75),
    )
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
    'opacity="0.3"',
  );
}

function rug({ size: { width: w, height: h } }: Site, b: Brush): string {
  return (
    oval([w * 0.5, h * 0.92, w * 0.36, h * 0.09], b.ink('#a8483c')) +
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
    (laid ? '' : oval([w * 0.62, h * 0.9, w * 0.4, h * 0.13], 'url(#warm)', 'opacity="0.5"'))
  );
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
