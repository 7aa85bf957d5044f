/** A room with a window, a lamp and a rug; a table in front when the subject belongs on one. */
import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { SUBJECTS } from '../../scene/subject-words.ts';
import { type Brush, box, css, line, oval, shape } from '../brush.ts';
import { type Place, type Site, unlit } from '../site.ts';
import { layerOf } from '../stage.ts';

export async function interior(site: Site): Promise<Place> {
  const { size, area, scene } = site;
  const { skyTop, skyLow, ground, crest, ambient } = scene.palette;
  const raw = (colour: typeof crest) => unlit(colour, ambient);
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
