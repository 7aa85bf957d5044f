/** The small picture that stands for an output, and a placeholder of some twenty bytes for the time before it arrives. */
import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Size } from '../paint/painting.ts';
import { type Picture, writeHalfRgb, writeRgb } from '../picture/picture.ts';
import type { Poster } from '../request.ts';

const WIDTH = 480;
const QUALITY = 78;
/** Far less time than the usual 4 for a file that is somewhat larger: somebody waits for it. */
const EFFORT = 0;
/** The longest edge a thumbhash is made of; more would not change it. */
const HASHED_EDGE = 64;

/** One frame as it was drawn, three bytes a pixel: nothing has to be decoded for a poster. */
export interface Still extends Size {
  rgb: Uint8Array;
}

export function takeStill(picture: Picture): Still {
  const { width, height } = picture;
  // Half of it still has more pixels than the poster.
  if (width >= 2 * WIDTH) return { rgb: writeHalfRgb(picture), width: width / 2, height: height / 2 };
  return { rgb: writeRgb(picture), width, height };
}

export async function writePoster(still: Still, file: string): Promise<Poster> {
  const { rgb, width, height } = await shrink(still);
  const drawn = sharp(rgb, { raw: { width, height, channels: 3 } });
  const [webp, thumbhash] = await Promise.all([
    drawn.clone().webp({ quality: QUALITY, effort: EFFORT }).toBuffer(),
    hash(drawn),
  ]);
  await writeFile(file, webp);
  return {
    file,
    type: 'image/webp',
    bytes: webp.length,
    width,
    height,
    thumbhash,
  };
}

/** What is no wider than a poster is left as it is. */
async function shrink(still: Still): Promise<Still> {
  const { rgb, width, height } = still;
  if (width <= WIDTH) return still;
  const small = sharp(rgb, { raw: { width, height, channels: 3 } }).resize({ width: WIDTH });
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}

async function hash(drawn: Sharp): Promise<string> {
  const tiny = drawn.clone().resize(HASHED_EDGE, HASHED_EDGE, { fit: 'inside' }).ensureAlpha();
  const { data, info } = await tiny.raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
