/** A contact sheet: pictures in rows with their words underneath, in letters that look alike on every machine. */
import sharp from 'sharp';
import { letter } from '../../packages/studio/src/picture/stroke-font.ts';
import type { Pixels } from './drawn.ts';

export interface Tile {
  /** Side by side: one picture, or the frames of a clip. */
  frames: Pixels[];
  caption: string;
}

export interface SheetLook {
  columns: number;
  /** Width of one picture in pixels. */
  pictureWidth: number;
  quality: number;
}

const GAP = 10;
const CAPTION_HEIGHT = 22;
const LETTER_UNIT = 1.35;

export async function writeSheet(file: string, tiles: Tile[], look: SheetLook): Promise<void> {
  const across = Math.max(...tiles.map(({ frames }) => frames.length));
  const first = tiles[0]!.frames[0]!;
  const picture = { width: look.pictureWidth, height: Math.round((look.pictureWidth * first.height) / first.width) };
  const cell = { width: across * (picture.width + 2) + GAP, height: picture.height + CAPTION_HEIGHT + GAP };
  const rows = Math.ceil(tiles.length / look.columns);
  const placed = await Promise.all(
    tiles.flatMap(({ frames, caption }, at) => {
      const left = GAP + (at % look.columns) * cell.width;
      const top = GAP + Math.floor(at / look.columns) * cell.height;
      const width = cell.width - GAP;
      return [
        ...frames.map(async (frame, index) => ({
          input: await shrink(frame, picture),
          left: left + index * (picture.width + 2),
          top,
        })),
        Promise.resolve({ input: Buffer.from(captionSvg(caption, width)), left, top: top + picture.height + 6 }),
      ];
    }),
  );
  const size = { width: GAP + look.columns * cell.width, height: GAP + rows * cell.height };
  await sharp({ create: { ...size, channels: 3, background: '#16171b' } })
    .composite(placed)
    .jpeg({ quality: look.quality, mozjpeg: true })
    .toFile(file);
}

export async function writeJpeg(file: string, pixels: Pixels, width: number): Promise<void> {
  await image(pixels).resize({ width }).jpeg({ quality: 82 }).toFile(file);
}

function shrink(pixels: Pixels, size: { width: number; height: number }): Promise<Buffer> {
  return image(pixels)
    .resize({ ...size, fit: 'cover' })
    .png()
    .toBuffer();
}

function image({ rgb, width, height }: Pixels) {
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

/** Shrunk rather than cut where it is too long for its picture. */
function captionSvg(text: string, width: number): string {
  const { paths, width: units } = letter(text.normalize('NFD').replace(/\p{M}/gu, ''));
  const unit = Math.min(LETTER_UNIT, (width - 4) / units);
  const pen = 'fill="none" stroke="#d6d8de" stroke-width="0.9" stroke-linecap="round" stroke-linejoin="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${CAPTION_HEIGHT - 6}"><g transform="translate(2 3) scale(${unit})" ${pen}>${paths}</g></svg>`;
}
