/** Another engine's picture as it was asked for: a JPEG of the exact size, without anything that was written into it. */
import sharp, { type Sharp } from 'sharp';
import type { Still } from '../child/poster.ts';
import { asInvalidMedia, IMAGE_PIXELS_MAX } from '../media/invalid-media.ts';
import { STILL_MOMENT } from '../paint/painting.ts';
import { withWatermark } from '../paint/watermark.ts';
import { createPicture, readRgb, writeRgb } from '../picture/picture.ts';
import type { FinishRequest } from '../request.ts';
import { bareJpeg } from './bare-jpeg.ts';
import type { Remade } from './remade.ts';

const DECODE_SECONDS_MAX = 20;
/** Higher than what we draw ourselves: it is compressed for the second time. */
const QUALITY = 92;
/** A poster's. */
const STILL_WIDTH = 480;

// A process that stays would keep files open that are long gone.
sharp.cache(false);

/** `given`: what is in the request's file. */
export async function remakePicture(request: FinishRequest, given: Buffer): Promise<RemadePicture> {
  const { width, height, watermark } = request;
  try {
    const asItIs = watermark === null ? await bareIfFit(request, given) : null;
    const bytes = asItIs ?? (await drawAnew(request, given));
    return { bytes, still: stillOf(asItIs === null ? bytes : given), width, height, milliseconds: null, notes: [] };
  } catch (error) {
    throw asInvalidMedia('image', error);
  }
}

export interface RemadePicture extends Omit<Remade, 'still'> {
  /** A JPEG. */
  bytes: Buffer;
  /** Rejects where the picture is cut off: only when this is there it is known to be whole. */
  still: Promise<Still>;
}

function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error', sequentialRead: true }).timeout({
    seconds: DECODE_SECONDS_MAX,
  });
}

async function drawAnew(request: FinishRequest, given: Buffer): Promise<Buffer> {
  const { watermark } = request;
  const picture = watermark === null ? fill(given, request) : await marked(given, { ...request, watermark });
  return picture.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
}

function fill(given: Buffer, { width, height }: { width: number; height: number }): Sharp {
  return open(given)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover', kernel: 'lanczos3' });
}

/** A JPEG that is what was asked for loses what was written into it, and not a pixel. */
async function bareIfFit({ width, height }: FinishRequest, given: Buffer): Promise<Buffer | null> {
  const { format, orientation = 1, space, ...header } = await open(given).metadata();
  const fits = format === 'jpeg' && header.width === width && header.height === height;
  if (!fits || orientation !== 1 || space !== 'srgb') return null;
  return bareJpeg(given);
}

/** By the same hand as on what is drawn here. */
async function marked(
  given: Buffer,
  { width, height, watermark }: { width: number; height: number; watermark: string },
): Promise<Sharp> {
  const rgb = await fill(given, { width, height }).removeAlpha().raw().toBuffer();
  const picture = createPicture(width, height);
  const painting = await withWatermark({ paint: (onto) => readRgb(onto, rgb) }, watermark, { width, height });
  painting.paint(picture, STILL_MOMENT);
  return sharp(writeRgb(picture), { raw: { width, height, channels: 3 } });
}

/** Reads it to its last byte: what is cut off fails here, and not at the caller's. */
async function stillOf(bytes: Buffer): Promise<Still> {
  try {
    // A JPEG that is shrunk while it loads is still read to its end.
    const small = open(bytes).resize({ width: STILL_WIDTH, withoutEnlargement: true });
    const { data, info } = await small.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { rgb: data, width: info.width, height: info.height };
  } catch (error) {
    throw asInvalidMedia('image', error);
  }
}
