/** A drawing of the index as a subject like our own: its colours lit by the brush, its feet on the ground, looking right. */
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Canvas, drawShapes } from '../picture/canvas.ts';
import type { Colour } from '../picture/colour.ts';
import type { CastSubject, VectorForm } from '../scene/cast.ts';
import { traitsOf } from '../scene/traits.ts';
import { FEET, FIELD, type Subject } from '../subjects/subject.ts';
import type { Brush } from './brush.ts';
import { repainted, strongestOf } from './recolour.ts';

const PACK = new URL('../../drawings/vectors.bin', import.meta.url);

/** The set is drawn in a square of this edge. */
const SET_EDGE = 128;

/** How much of our own field the longer edge of a drawing fills, as most of ours do. */
const FILLED = 184;

/** A drawing is measured at this size: enough for its outline and its colours. */
const MEASURED_EDGE = 64;

/** Reads the few kilobytes of one drawing. */
export async function readVector({ bytes }: VectorForm): Promise<string> {
  const pack = await open(fileURLToPath(PACK));
  try {
    const packed = Buffer.alloc(bytes.length);
    await pack.read(packed, 0, bytes.length, bytes.offset);
    return (await promisify(brotliDecompress)(packed)).toString();
  } finally {
    await pack.close();
  }
}

export async function vectorSubject(cast: CastSubject): Promise<Subject> {
  const vector = cast.vector!;
  const body = await readVector(vector);
  const measured = await drawShapes(`<g transform="scale(${MEASURED_EDGE / SET_EDGE})">${body}</g>`, {
    left: 0,
    top: 0,
    width: MEASURED_EDGE,
    height: MEASURED_EDGE,
  });
  const box = boxOf(measured);
  const repaint = cast.colour === null ? null : repainted(strongestOf(measured), cast.colour);
  const traits = traitsOf(cast);
  return {
    ...traits,
    words: { en: cast.name },
    colour: vector.tone,
    faces: vector.faces === 'front' ? 'front' : 'side',
    part: vector.part,
    ...(traits.footing === 'sky' ? { way: 'flies' as const } : {}),
    draw: (brush) => place(inked(body, { brush, repaint, shines: SHINING.has(vector.id) }), box, vector.faces),
  };
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Around what is drawn, in the coordinates of the set. */
function boxOf({ rgba, width, height }: Canvas): Box {
  const box = { left: width, right: 0, top: height, bottom: 0 };
  for (let at = 0; at < width * height; at++) {
    if (rgba[at * 4 + 3]! < 96) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  const unit = SET_EDGE / width;
  return { left: box.left * unit, right: box.right * unit, top: box.top * unit, bottom: box.bottom * unit };
}

function place(body: string, { left, right, top, bottom }: Box, faces: VectorForm['faces']): string {
  const scale = FILLED / Math.max(right - left, bottom - top);
  const across = faces === 'left' ? -scale : scale;
  return `<g transform="translate(${FIELD / 2} ${FEET}) scale(${across} ${scale}) translate(${-(left + right) / 2} ${-bottom})">${body}</g>`;
}

/** What shines by itself and so keeps its colours at night. */
const SHINING = new Set(
  `fire volcano candle light-bulb flashlight sparkles sparkler fireworks firecracker glowing-star star comet meteor lantern
  red-paper-lantern jack-o-lantern crystal-ball high-voltage collision mirror-ball laptop television desktop-computer
  mobile-phone diya-lamp`.split(/\s+/),
);

interface Ink {
  brush: Brush;
  repaint: ((colour: Colour) => Colour) | null;
  shines: boolean;
}

const PAINT = /\b(fill|stroke|stop-color)="(#[0-9a-f]{3,8}|[a-z]+)"/gi;
const WORDS: Record<string, string> = { gray: '#808080', silver: '#c0c0c0', red: '#ff0000' };

/** Light falls from above: a drawing of one flat tone would look pasted on. */
function inked(body: string, { brush, repaint, shines }: Ink): string {
  const lit = body.replace(PAINT, (whole, attribute: string, value: string) => {
    const hex = value.startsWith('#') ? value : WORDS[value];
    if (hex === undefined) return whole;
    const own = readHex(hex);
    const colour = repaint === null ? own : repaint(own);
    const paint = shines && isBright(own) ? brush.lamp(colour) : brush.ink(colour);
    return `${attribute}="${paint}"`;
  });
  return `<g fill="${brush.ink('#000000')}">${lit}</g>`;
}

function readHex(hex: string): Colour {
  const digits = hex.length < 7 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const value = Number.parseInt(digits.slice(0, 6), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function isBright([red, green, blue]: Colour): boolean {
  return Math.max(red, green, blue) > 190;
}
