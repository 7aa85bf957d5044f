/** Another engine's picture as it was asked for: a JPEG of the exact size, without anything that was written into it. */
import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Still } from '../child/poster.ts';
import { asInvalidMedia, IMAGE_PIXELS_MAX } from '../media/invalid-media.ts';
import { STILL_MOMENT } from '../paint/painting.ts';
import { withWatermark } from '../paint/watermark.ts';
import { createPicture, readRgb, writeRgb } from '../picture/picture.ts';
import type { FinishRequest } from '../request.ts';
import { bareJpeg } from './bare-jpeg.ts';
import type { Remade } from './remade.ts';

/** A 4k PNG with grain has 40 MB. */
export const PICTURE_BYTES_MAX = 64 * 1024 * 1024;
const DECODE_SECONDS_MAX = 20;
/** Higher than what we draw ourselves: it is compressed for the second time. */
const QUALITY = 92;
/** A poster's. */
const STILL_WIDTH = 480;

// A process that stays would keep files open that are long gone.
sharp.cache(false);

export async function remakePicture(request: FinishRequest, part: string): Promise<Remade> {
  const { file, width, height, watermark } = request;
  try {
    const asItIs = watermark === null ? await bareIfFit(request) : null;
    if (asItIs !== null) await writeFile(part, asItIs.bytes);
    else if (watermark === null) await jpeg(fill(file, { width, height })).toFile(part);
    else await jpeg(await marked(request, watermark)).toFile(part);
    return { width, height, milliseconds: null, still: asItIs?.still ?? (await stillOf(part)), notes: [] };
  } catch (error) {
    throw asInvalidMedia('image', error);
  }
}

function open(file: string): Sharp {
  return sharp(file, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error', sequentialRead: true }).timeout({
    seconds: DECODE_SECONDS_MAX,
  });
}

function fill(file: string, { width, height }: { width: number; height: number }): Sharp {
  return open(file)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover', kernel: 'lanczos3' });
}

const jpeg = (picture: Sharp): Sharp => picture.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' });

/** A JPEG that is what was asked for loses what was written into it, and not a pixel. */
async function bareIfFit({ file, width, height }: FinishRequest): Promise<{ bytes: Buffer; still: Still } | null> {
  const { format, orientation = 1, space, ...header } = await open(file).metadata();
  const fits = format === 'jpeg' && header.width === width && header.height === height;
  if (!fits || orientation !== 1 || space !== 'srgb') return null;
  // Read to its last byte: what is cut off fails here, and not at the caller's.
  const still = await stillOf(file);
  const bytes = bareJpeg(await readFile(file));
  return bytes && { bytes, still };
}

/** By the same hand as on what is drawn here. */
async function marked({ file, width, height }: FinishRequest, text: string): Promise<Sharp> {
  const rgb = await fill(file, { width, height }).removeAlpha().raw().toBuffer();
  const picture = createPicture(width, height);
  const painting = await withWatermark({ paint: (onto) => readRgb(onto, rgb) }, text, { width, height });
  painting.paint(picture, STILL_MOMENT);
  return sharp(writeRgb(picture), { raw: { width, height, channels: 3 } });
}

async function stillOf(file: string): Promise<Still> {
  // A JPEG that is shrunk while it loads is still read to its end: what is cut off fails.
  const small = open(file).resize({ width: STILL_WIDTH, withoutEnlargement: true });
  const { data, info } = await small.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}
