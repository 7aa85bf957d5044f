/** Pixel art: a picture drawn at half its size, because nobody sees more of it, and laid in blocks of few tones. */
import { createPicture } from '../picture/picture.ts';
import type { Painting, Size } from './painting.ts';

/** Blocks along the shorter edge, at most and roughly. */
const BLOCKS = 48;
const TONE_STEP = 9;

export async function paintInBlocks(size: Size, paintSmall: (small: Size) => Promise<Painting>): Promise<Painting> {
  // A chroma plane is half as wide again, and blocks stand in it too: hence fours.
  const small = createPicture(2 * Math.ceil(size.width / 4), 2 * Math.ceil(size.height / 4));
  const block = Math.max(4, Math.round(Math.min(size.width, size.height) / BLOCKS / 4) * 4);
  const painting = await paintSmall({ width: small.width, height: small.height });
  const luma = { ...size, block, fromWidth: small.width };
  const chroma = { width: size.width / 2, height: size.height / 2, block: block / 2, fromWidth: small.width / 2 };
  return {
    paint(onto, moment) {
      painting.paint(small, moment);
      layBlocks(onto.y, small.y, luma);
      layBlocks(onto.u, small.u, chroma);
      layBlocks(onto.v, small.v, chroma);
    },
  };
}

interface BlockGrid {
  width: number;
  height: number;
  /** An even edge: it is half as long in the plane the tones come from. */
  block: number;
  fromWidth: number;
}

function layBlocks(onto: Uint8Array, from: Uint8Array, { width, height, block, fromWidth }: BlockGrid): void {
  for (let top = 0; top < height; top += block) {
    const bottom = Math.min(height, top + block);
    const start = top * width;
    for (let left = 0; left < width; left += block) {
      const right = Math.min(width, left + block);
      const mean = meanOf(from, {
        left: left / 2,
        right: Math.ceil(right / 2),
        top: top / 2,
        bottom: Math.ceil(bottom / 2),
        width: fromWidth,
      });
      onto.fill(Math.round((mean - 128) / TONE_STEP) * TONE_STEP + 128, start + left, start + right);
    }
    for (let row = top + 1; row < bottom; row++) onto.copyWithin(row * width, start, start + width);
  }
}

interface Field {
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
}

function meanOf(plane: Uint8Array, { left, right, top, bottom, width }: Field): number {
  let sum = 0;
  for (let row = top * width; row < bottom * width; row += width)
    for (let at = row + left; at < row + right; at++) sum += plane[at]!;
  return sum / ((right - left) * (bottom - top));
}
