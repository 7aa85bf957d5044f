/** A line of text as a cut-out, in the fonts that ship with the studio, with a soft dark rim to read on any background. */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Cutout } from './blit.ts';
import { type Canvas, createCanvas, cutOut } from './canvas.ts';
import type { Colour } from './colour.ts';

const FONT_FILE = fileURLToPath(new URL('../../fonts/Inter-Medium.ttf', import.meta.url));
const FONT = 'Inter Medium';

const INK: Colour = [250, 250, 250];
const RIM: Colour = [10, 12, 16];
const INK_COVER = 0.9;
const RIM_COVER = 0.6;
/** In heights of the font: how far the rim fades, and the room it needs for that. */
const RIM_BLUR = 0.08;
const MARGIN = 0.3;
/** A blur spreads thin strokes out to nothing: this brings the rim of a stem back to its full cover. */
const RIM_GAIN = 2.5;

/** Null when there is nothing to see. Smaller than asked where the line would be wider than it may. */
export async function drawLettering(text: string, fit: { pixels: number; widthMax: number }): Promise<Cutout | null> {
  const line = toMarkup(text);
  if (line === '') return null;
  const first = await drawMask(line, fit.pixels);
  const share = Math.min(1, fit.widthMax / first.width);
  const mask = share === 1 ? first : await drawMask(line, fit.pixels * share);
  return cutOut(inked(mask));
}

/** The renderer takes a line of which nothing is to be seen for a fault; U+2800 is a braille cell without dots. */
const unseen = /^[\p{Default_Ignorable_Code_Point}\s\u2800]*$/u;

/**
 * The renderer reads markup; controls would break it, and line breaks would make a paragraph. Format characters stay: Sinhala,
 * Persian, families of emoji and flags of regions are written with them.
 */
function toMarkup(text: string): string {
  const line = text
    .replaceAll(/[[\p{C}--\p{Cf}]\s]+/gv, ' ')
    .trim()
    .toWellFormed();
  if (unseen.test(line)) return '';
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Mask {
  width: number;
  height: number;
  letters: Buffer;
  rim: Buffer;
}

/**
 * The font is named by its file, so that it is the same on a machine without a single one. What it has no letter for is
 * taken from those that `fonts.conf` leads to.
 */
async function drawMask(line: string, pixels: number): Promise<Mask> {
  const text = { text: line, font: `${FONT} ${pixels.toFixed(2)}`, fontfile: FONT_FILE, dpi: 72 };
  const margin = Math.ceil(pixels * MARGIN);
  const room = { top: margin, bottom: margin, left: margin, right: margin, background: '#000' };
  const { data, info } = await sharp({ text })
    .extend(room)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const letters = sharp(data, { raw: { width, height, channels: 1 } });
  const blurred = letters.blur(Math.max(0.5, pixels * RIM_BLUR)).linear(RIM_GAIN, 0);
  return { width, height, letters: data, rim: await blurred.extractChannel(0).raw().toBuffer() };
}

/** The letters over their rim. */
function inked({ width, height, letters, rim }: Mask): Canvas {
  const canvas = createCanvas({ left: 0, top: 0, width, height });
  for (let at = 0; at < letters.length; at++) {
    const ink = (letters[at]! / 255) * INK_COVER;
    const under = (rim[at]! / 255) * RIM_COVER * (1 - ink);
    const cover = ink + under;
    if (cover === 0) continue;
    const share = ink / cover;
    for (let channel = 0; channel < 3; channel++) {
      canvas.rgba[at * 4 + channel] = INK[channel]! * share + RIM[channel]! * (1 - share);
    }
    canvas.rgba[at * 4 + 3] = cover * 255;
  }
  return canvas;
}
