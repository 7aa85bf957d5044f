/** A picture as the text that has a terminal draw it. */
import type { PictureForm } from '@afterimage/server/config/config';
import sharp from 'sharp';

/** Lines of text that it may take; of sixels, which have no lines, the pixels. */
const rowsMax = 20;
const pixelsMax = 360;
/** Of kitty: so much of the text at a time. */
const chunkCharacters = 4_096;

/** @param bytes of any format that the service serves; terminals know PNG best */
export async function terminalPicture(bytes: Uint8Array, form: PictureForm): Promise<string> {
  if (form === 'sixel') return `${await sixels(bytes)}\n`;
  const base64 = (await sharp(bytes).png().toBuffer()).toString('base64');
  return form === 'kitty' ? `${kittyText(base64)}\n` : itermText(base64);
}

const itermText = (base64: string): string =>
  `\x1b]1337;File=inline=1;height=${rowsMax};preserveAspectRatio=1:${base64}\x07\n`;

function kittyText(base64: string): string {
  const chunks = base64.match(new RegExp(`.{1,${chunkCharacters}}`, 'g')) ?? [];
  return chunks
    .map((chunk, at) => {
      const how = at === 0 ? `a=T,f=100,r=${rowsMax},` : '';
      return `\x1b_G${how}m=${at === chunks.length - 1 ? 0 : 1};${chunk}\x1b\\`;
    })
    .join('');
}

/** Six steps of each colour, which every such terminal has room for. */
const steps = 6;
const percent = 100 / (steps - 1);
/** Between two steps, neighbours differ: areas that change slowly would show bands. */
const thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((step) => (step + 0.5) / 16);

async function sixels(bytes: Uint8Array): Promise<string> {
  const inside = { width: pixelsMax * 2, height: pixelsMax, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await sharp(bytes).resize(inside).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const colourAt = (x: number, y: number): number => {
    let colour = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (data[(y * width + x) * channels + Math.min(channel, channels - 1)]! * (steps - 1)) / 255;
      colour = colour * steps + Math.floor(value + thresholds[(y % 4) * 4 + (x % 4)]!);
    }
    return colour;
  };
  const bands: string[] = [];
  for (let top = 0; top < height; top += 6)
    bands.push(band(colourAt, { top, width, bottom: Math.min(top + 6, height) }));
  return `\x1bPq"1;1;${width};${height}${palette}${bands.join('-')}\x1b\\`;
}

const palette = Array.from({ length: steps ** 3 }, (_, colour) => {
  const levels = [Math.floor(colour / steps ** 2), Math.floor(colour / steps) % steps, colour % steps];
  return `#${colour};2;${levels.map((level) => Math.round(level * percent)).join(';')}`;
}).join('');

/** Six lines of the picture: for each colour in them, which of the six each column has. */
function band(
  colourAt: (x: number, y: number) => number,
  { top, bottom, width }: { top: number; bottom: number; width: number },
): string {
  const columns = new Map<number, Uint8Array>();
  for (let y = top; y < bottom; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = colourAt(x, y);
      const column = columns.get(colour) ?? new Uint8Array(width);
      columns.set(colour, column);
      column[x]! |= 1 << (y - top);
    }
  }
  return [...columns].map(([colour, column]) => `#${colour}${inRuns(column)}`).join('$');
}

/** `!5~` is five of the same. */
function inRuns(column: Uint8Array): string {
  const text = String.fromCharCode(...column.map((bits) => bits + 63));
  return text.replace(/(.)\1{3,}/g, (run, one: string) => `!${run.length}${one}`);
}
