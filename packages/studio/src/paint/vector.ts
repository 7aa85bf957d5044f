/** A drawing of the index as a subject like our own: its colours lit by the brush, its feet on the ground, looking right. */
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Canvas, drawShapes } from '../picture/canvas.ts';
import { type Colour, dim, mix } from '../picture/colour.ts';
import type { CastSubject, VectorForm } from '../scene/cast.ts';
import { traitsOf } from '../scene/traits.ts';
import { FEET, FIELD, type Subject } from '../subjects/subject.ts';
import { type Brush, shape } from './brush.ts';
import { headOfDrawing, headOfFigure } from './heads.ts';
import { repainted, strongestOf } from './recolour.ts';

const PACK = new URL('../../drawings/vectors.bin', import.meta.url);

/** The set is drawn in a square of this edge. */
const SET_EDGE = 128;

/** How much of our own field the longer edge of a drawing fills, as most of ours do. */
const FILLED = 184;

/** A drawing is measured at this size: enough for its outline and its colours. */
const MEASURED_EDGE = 64;

/** Reads the few kilobytes of one drawing. */
async function readVector({ bytes }: VectorForm): Promise<string> {
  const pack = await open(fileURLToPath(PACK));
  try {
    const packed = Buffer.alloc(bytes.length);
    await pack.read(packed, 0, bytes.length, bytes.offset);
    return (await promisify(brotliDecompress)(packed)).toString();
  } finally {
    await pack.close();
  }
}

/** In a hand a thing is held aslant, as most are drawn; by itself it lies or stands. */
export type Posture = 'held' | 'alone';

export async function vectorSubject(cast: CastSubject, posture: Posture): Promise<Subject> {
  const vector = cast.vector!;
  const drawn = await readVector(vector);
  const body = tilted(cast.verb === 'sleep' ? asleep(drawn) : drawn, posture === 'held' ? 0 : vector.tilt);
  const measured = await drawShapes(`<g transform="scale(${MEASURED_EDGE / SET_EDGE})">${body}</g>`, {
    left: 0,
    top: 0,
    width: MEASURED_EDGE,
    height: MEASURED_EDGE,
  });
  const box = boxOf(measured);
  const strongest = strongestOf(measured);
  const repaint =
    cast.colour === null ? null : (clothesIn(vector.id, cast.colour) ?? repainted(strongest, cast.colour));
  const traits = traitsOf(cast);
  return {
    ...traits,
    words: { en: cast.name },
    colour: vector.tone,
    faces: vector.faces === 'front' ? 'front' : 'side',
    part: vector.part,
    ...handsIn(body, box),
    ...headIn(body, vector.id, box),
    ...(traits.footing === 'sky' ? { way: 'flies' as const } : {}),
    ...(SEATS[vector.id] === undefined ? {} : { seat: SEATS[vector.id]! }),
    draw: (brush) => {
      const art = place(inked(body, { brush, repaint, shines: SHINING.has(vector.id) }), {
        box,
        // Pots and cans have their spout on the left: it pours to the right, as everybody looks.
        faces: cast.verb === 'pour' ? 'left' : vector.faces,
        sunk: traits.footing === 'surface' ? sunkOf(traits.metres) : 0,
      });
      return vector.part === 'head' ? shoulders(brush, cast.colour ?? strongest) + art : art;
    },
  };
}

/** Of whom more is seen than clothes, what those are painted with. */
const CLOTHES: Record<string, string> = {
  'woman-dancing': '#dd1d00 #c01a00 #9d2003',
  'man-dancing': '#c2edf4 #74ccf2',
};

function clothesIn(id: string, to: Colour): ((colour: Colour) => Colour) | null {
  const clothes = CLOTHES[id]?.split(' ').map((hex) => readHex(hex));
  if (clothes === undefined) return null;
  const repaint = repainted(clothes[0]!, to);
  return (colour) => (clothes.some((one) => one.join() === colour.join()) ? repaint(colour) : colour);
}

/** The eyes of the figures that are dressed from one pattern, open and shut. */
const EYES: [open: string, shut: string][] = [
  ['M57 28h3.500v4.500H57zM67.500 28H71v4.500h-3.500z', 'M55.500 30c1 2.500 5 2.500 6 0M66.500 30c1 2.500 5 2.500 6 0'],
  ['M53 35h5v7h-5zM70 35h5v7h-5z', 'M51 38c1.500 3.500 7 3.500 8.500 0M68.500 38c1.500 3.500 7 3.500 8.500 0'],
];

function asleep(body: string): string {
  return EYES.reduce(
    (so, [open, shut]) =>
      so.replace(
        `<path fill="#20160f" d="${open}"/>`,
        `<path fill="none" stroke="#20160f" stroke-width="1.800" stroke-linecap="round" d="${shut}"/>`,
      ),
    body,
  );
}

/** Turned about its middle, and small enough that no corner leaves the square. */
function tilted(body: string, degrees: number): string {
  if (degrees === 0) return body;
  const middle = SET_EDGE / 2;
  return `<g transform="translate(${middle} ${middle}) rotate(${degrees}) scale(0.7) translate(${-middle} ${-middle})">${body}</g>`;
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

/** What swims is seen from the waterline up: a bird by less of it than a ship. */
function sunkOf(metres: number): number {
  return metres < 2.5 ? 0.2 : 0.05;
}

interface Placing {
  box: Box;
  faces: VectorForm['faces'];
  /** Share of its height that is under water. */
  sunk: number;
}

function place(body: string, { box: { left, right, top, bottom }, faces, sunk }: Placing): string {
  const scale = FILLED / Math.max(right - left, bottom - top);
  const across = faces === 'left' ? -scale : scale;
  const waterline = bottom - sunk * (bottom - top);
  const field = `<g transform="translate(${FIELD / 2} ${FEET}) scale(${across} ${scale}) translate(${-(left + right) / 2} ${-waterline})">${body}</g>`;
  if (sunk === 0) return field;
  const dry = `<clipPath id="dry"><rect x="${-FIELD}" y="${-FIELD}" width="${3 * FIELD}" height="${FIELD + FEET}"/></clipPath>`;
  return `${dry}<g clip-path="url(#dry)">${field}</g>`;
}

/** The cat and the turtle of the index are not ours, which have the rows of those names. */
const HEADS_OF_THEIR_OWN: Record<string, string> = { cat: 'walking-cat', turtle: 'tortoise' };

function headIn(body: string, id: string, { left, right, top, bottom }: Box): Pick<Subject, 'head'> {
  const scale = FILLED / Math.max(right - left, bottom - top);
  const figure = headOfFigure(body, { scale, x: (left + right) / 2, y: FEET - bottom * scale });
  const head = figure ?? headOfDrawing(HEADS_OF_THEIR_OWN[id] ?? id);
  return head === undefined ? {} : { head };
}

/** The right hand of the figures that are dressed from one pattern: a grown-up's, or a child's. */
const HAND = /<circle cx="(95|93)" cy="(76|88)" r="5(?:\.500)?" fill="(#[0-9a-f]{6})"\/>/;

/** Beyond this, in the coordinates of the set, is what a figure has in its right hand. */
const FILLED_FROM = 102;

function handsIn(body: string, { left, right, top, bottom }: Box): Pick<Subject, 'hands'> {
  const found = HAND.exec(body);
  if (found === null) return {};
  const [x, y, skin] = [Number(found[1]), Number(found[2]), found[3]!];
  const share = FILLED / Math.max(right - left, bottom - top) / FIELD;
  // A child has nothing in hand; its plaits reach as far.
  const filled = right > FILLED_FROM && x === 95;
  const free = filled ? SET_EDGE - x : x;
  const hands = {
    across: (free - (left + right) / 2) * share,
    high: (bottom - y) * share,
    size: 5.5 * share,
    both: !filled,
  };
  return { hands: { ...hands, skin: () => skin } };
}

/** Where somebody sits whose place is not the top: how high, as a share of the edge, and how far behind the middle. */
const SEATS: Record<string, { high: number; back: number }> = {
  chair: { high: 0.42, back: -0.02 },
  seat: { high: 0.4, back: 0 },
  'couch-and-lamp': { high: 0.34, back: 0.1 },
  bed: { high: 0.4, back: 0 },
  bathtub: { high: 0.3, back: 0 },
  toilet: { high: 0.42, back: 0 },
  'motor-scooter': { high: 0.42, back: 0.12 },
  'kick-scooter': { high: 0.1, back: 0 },
  skateboard: { high: 0.26, back: 0 },
  sled: { high: 0.3, back: 0 },
  'manual-wheelchair': { high: 0.42, back: 0.04 },
  camel: { high: 0.66, back: 0 },
  'two-hump-camel': { high: 0.52, back: 0 },
  llama: { high: 0.5, back: 0.1 },
  donkey: { high: 0.54, back: 0.06 },
  ox: { high: 0.56, back: 0 },
  'water-buffalo': { high: 0.56, back: 0 },
  bison: { high: 0.6, back: 0.06 },
  rhinoceros: { high: 0.56, back: 0.06 },
  hippopotamus: { high: 0.56, back: 0.06 },
  mammoth: { high: 0.74, back: 0.1 },
  't-rex': { high: 0.5, back: 0.1 },
  sauropod: { high: 0.38, back: 0.1 },
  crocodile: { high: 0.3, back: 0.1 },
  tractor: { high: 0.6, back: 0.2 },
  'rocking-chair': { high: 0.4, back: 0 },
  'rocking-horse': { high: 0.5, back: -0.04 },
  armchair: { high: 0.4, back: 0 },
  throne: { high: 0.32, back: 0 },
  bench: { high: 0.34, back: 0 },
  tricycle: { high: 0.5, back: 0.14 },
  unicycle: { high: 0.86, back: 0 },
  snowmobile: { high: 0.5, back: 0.2 },
  'jet-ski': { high: 0.42, back: 0.16 },
  hammock: { high: 0.24, back: 0 },
  'swing-set': { high: 0.3, back: 0 },
  sleigh: { high: 0.36, back: 0.08 },
  'wooden-table': { high: 0.74, back: 0 },
  plate: { high: 0.13, back: 0 },
  'market-stall': { high: 0.37, back: 0 },
  'magic-carpet': { high: 0.3, back: 0 },
};

/** A head alone would float: as in a portrait its shoulders go on below the frame. */
function shoulders(brush: Brush, colour: Colour): string {
  return (
    shape('M-34 360 C-30 262 8 204 56 168 L144 168 C192 204 230 262 234 360 Z', brush.fall(colour, 0.92, 0.5)) +
    shape(
      'M52 360 C54 270 76 206 100 206 C124 206 146 270 148 360 Z',
      brush.fall(colour, 1.2, 0.7),
      'fill-opacity="0.5"',
    )
  );
}

/** What shines by itself and so keeps its colours at night. */
const SHINING = new Set(
  `fire volcano candle light-bulb flashlight sparkles sparkler fireworks firecracker glowing-star star comet meteor lantern
  red-paper-lantern jack-o-lantern crystal-ball high-voltage collision mirror-ball laptop television desktop-computer
  mobile-phone diya-lamp eiffel-tower street-lamp table-lamp chandelier fireplace torch oil-lantern jukebox arcade-machine`.split(
    /\s+/,
  ),
);

interface Ink {
  brush: Brush;
  repaint: ((colour: Colour) => Colour) | null;
  shines: boolean;
}

const GLOW: Colour = [255, 140, 80];

const PAINT = /\b(fill|stroke|stop-color)="(#[0-9a-f]{3,8}|[a-z]+)"/gi;
const WORDS: Record<string, string> = { gray: '#808080', silver: '#c0c0c0', red: '#ff0000' };

/** Light falls from above: a drawing of one flat tone would look pasted on. */
function inked(body: string, { brush, repaint, shines }: Ink): string {
  const painted = body.replace(PAINT, (whole, attribute: string, value: string) => {
    const hex = value.startsWith('#') ? value : WORDS[value];
    if (hex === undefined) return whole;
    const own = readHex(hex);
    const colour = repaint === null ? own : repaint(own);
    // What shines lights its own dark parts: at night the foot of a volcano would be lost.
    const lit = shines && (isBright(own) || brush.lamps === 'lit');
    const paint = lit ? brush.lamp(isBright(own) ? colour : dim(mix(colour, GLOW, 0.2), 0.8)) : brush.ink(colour);
    return `${attribute}="${paint}"`;
  });
  return `<g fill="${brush.ink('#000000')}">${painted}</g>`;
}

function readHex(hex: string): Colour {
  const digits = hex.length < 7 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const value = Number.parseInt(digits.slice(0, 6), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function isBright([red, green, blue]: Colour): boolean {
  return Math.max(red, green, blue) > 190;
}
