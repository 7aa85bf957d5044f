/** Reference images laid out so that each is wholly seen: cut out where they can be, else as framed panels. */
import { loadToFit } from '../media/images.ts';
import { toLuma } from '../picture/colour.ts';
import { createLayer, type Layer, settleAlpha } from '../picture/picture.ts';
import { smooth } from '../picture/random.ts';
import { even, type Size } from './painting.ts';
import { cutSubject } from './reference-subject.ts';

export interface Panel {
  layer: Layer;
  kind: 'cut-out' | 'framed';
  /** Where its middle goes, and how much larger it is drawn than it was loaded. */
  x: number;
  y: number;
  scale: number;
}

/** Columns and rows that come nearest to the shape of the picture. */
export function arrange(count: number, size: Size): { columns: number; rows: number } {
  const columns = Math.min(count, Math.max(1, Math.round(Math.sqrt((count * size.width) / size.height))));
  return { columns, rows: Math.ceil(count / columns) };
}

export async function layPanels(files: string[], size: Size): Promise<Panel[]> {
  const { columns, rows } = arrange(files.length, size);
  const cell = { width: size.width / columns, height: size.height / rows };
  const room = { width: even(cell.width * 0.8), height: even(cell.height * 0.8) };
  const panels: Panel[] = [];
  for (const [index, file] of files.entries()) {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, files.length - row * columns);
    const column = index - row * columns;
    const middle = { x: (size.width * (column + 0.5)) / inRow, y: cell.height * (row + 0.5) };
    panels.push({ ...(await panelOf(file, room)), ...middle });
  }
  return panels;
}

/** A cut-out is a part of its image: it is drawn up to so much larger, to fill the room the whole would have had. */
const CUT_OUT_SCALE_MAX = 1.8;

async function panelOf(file: string, room: Size): Promise<Pick<Panel, 'layer' | 'kind' | 'scale'>> {
  const image = await loadToFit(file, room);
  const subject = cutSubject(image);
  if (subject === null) return { layer: framePanel(image), kind: 'framed', scale: 1 };
  const layer = withShadow(subject);
  const scale = Math.min(CUT_OUT_SCALE_MAX, room.width / layer.width, room.height / layer.height);
  return { layer, kind: 'cut-out', scale };
}

/** A soft dark oval under the subject: what is pasted without one seems to float. */
function withShadow(subject: Layer): Layer {
  const below = even(subject.height * 0.06);
  const layer = createLayer(subject.width, subject.height + below);
  layer.y.fill(16);
  layer.u.fill(128);
  layer.v.fill(128);
  const [x, y] = [layer.width / 2, subject.height - below * 0.1];
  for (let at = 0; at < layer.alpha.length; at++) {
    const away = Math.hypot(((at % layer.width) - x) / (x * 0.96), (Math.floor(at / layer.width) - y) / below);
    layer.alpha[at] = 120 * smooth(1 - away);
  }
  for (let at = 0; at < subject.alpha.length; at++) {
    if (subject.alpha[at] === 0) continue;
    layer.y[at] = subject.y[at]!;
    layer.alpha[at] = Math.max(layer.alpha[at]!, subject.alpha[at]!);
  }
  layer.u.set(subject.u);
  layer.v.set(subject.v);
  return settleAlpha(layer);
}

const FRAME = [248, 247, 243] as const;

function framePanel(image: Layer): Layer {
  const unit = Math.max(2, even(Math.min(image.width, image.height) * 0.03));
  const margin = unit * 3;
  const layer = createLayer(image.width + 2 * margin, image.height + 2 * margin);
  layer.u.fill(128);
  layer.v.fill(128);
  layer.y.fill(16);
  const half = { width: layer.width / 2, height: layer.height / 2 };
  for (let row = 0; row < layer.height; row++) {
    for (let column = 0; column < layer.width; column++) {
      const x = Math.abs(column + 0.5 - half.width);
      const y = Math.abs(row + 0.5 - half.height);
      const card = beyondCard(x, y, {
        width: image.width / 2 + unit,
        height: image.height / 2 + unit,
        radius: unit * 1.5,
      });
      const at = row * layer.width + column;
      const solid = smooth(0.5 - card);
      if (solid > 0) layer.y[at] = toLuma(FRAME);
      layer.alpha[at] = Math.max(255 * solid, 105 * smooth(1 - card / (unit * 2)));
    }
  }
  pastePlane(layer.y, image.y, { from: image.width, to: layer.width, margin });
  pastePlane(layer.u, image.u, { from: image.width / 2, to: layer.width / 2, margin: margin / 2 });
  pastePlane(layer.v, image.v, { from: image.width / 2, to: layer.width / 2, margin: margin / 2 });
  return settleAlpha(layer);
}

/** Distance to the edge of a card with round corners, negative inside. */
function beyondCard(x: number, y: number, card: { width: number; height: number; radius: number }): number {
  const over = { x: x - card.width + card.radius, y: y - card.height + card.radius };
  const outside = Math.hypot(Math.max(0, over.x), Math.max(0, over.y));
  return outside + Math.min(0, Math.max(over.x, over.y)) - card.radius;
}

function pastePlane(onto: Uint8Array, plane: Uint8Array, place: { from: number; to: number; margin: number }): void {
  for (let at = 0, row = place.margin; at < plane.length; at += place.from, row++) {
    onto.set(plane.subarray(at, at + place.from), row * place.to + place.margin);
  }
}
