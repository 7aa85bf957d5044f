/** Images the caller sent, decoded at the size they are needed and never trusted. */
import type { Sharp } from 'sharp';
import { createLayer, createPicture, type Layer, type Picture, readRgb } from '../picture/picture.ts';
import { asInvalidMedia, IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX } from './invalid-media.ts';
import { identifyImage } from './signature.ts';

const DECODE_SECONDS_MAX = 20;

export interface ImageSize {
  width: number;
  height: number;
}

/** Upright, opaque, in sRGB. Loaded late: a prompt without images never pays for the library's start. */
async function openImage(file: string): Promise<Sharp> {
  await identifyImage(file, IMAGE_BYTES_MAX);
  const { default: sharp } = await import('sharp');
  return sharp(file, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: DECODE_SECONDS_MAX })
    .autoOrient()
    .flatten({ background: '#808080' })
    .toColourspace('srgb');
}

async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asInvalidMedia('image', error);
  }
}

/** Cropped to fill the size, around the middle. */
export async function loadToFill(file: string, size: ImageSize): Promise<Picture> {
  const image = await openImage(file);
  const picture = createPicture(size.width, size.height);
  const resized = image.resize(size.width, size.height, { fit: 'cover', kernel: 'lanczos3' });
  readRgb(picture, await decoded(resized.raw().toBuffer()));
  return picture;
}

/** Whole, as large as it fits into the size; its alpha is left for the caller to draw. */
export async function loadToFit(file: string, size: ImageSize): Promise<Layer> {
  const image = await openImage(file);
  const { data, info } = await decoded(
    image.resize(size.width, size.height, { fit: 'inside' }).raw().toBuffer({ resolveWithObject: true }),
  );
  const width = Math.max(2, info.width - (info.width % 2));
  const height = Math.max(2, info.height - (info.height % 2));
  const layer = createLayer(width, height);
  readRgb(layer, cropRows(data, { from: info.width, width, height }));
  return layer;
}

/** Chroma needs even edges: an odd last column or row is dropped. */
function cropRows(rgb: Buffer, crop: { from: number; width: number; height: number }): Uint8Array {
  if (crop.from === crop.width) return rgb;
  const cropped = new Uint8Array(crop.width * crop.height * 3);
  for (let row = 0; row < crop.height; row++) {
    const start = row * crop.from * 3;
    cropped.set(rgb.subarray(start, start + crop.width * 3), row * crop.width * 3);
  }
  return cropped;
}

/** So blurred that only its light and colours are left: a background that belongs to the image. */
export async function loadBlurred(file: string, size: ImageSize): Promise<Picture> {
  const image = await openImage(file);
  const { default: sharp } = await import('sharp');
  const small = await decoded(image.resize(24, 24, { fit: 'cover' }).blur(1.5).raw().toBuffer());
  const picture = createPicture(size.width, size.height);
  const spread = sharp(small, { raw: { width: 24, height: 24, channels: 3 } });
  readRgb(picture, await spread.resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer());
  return picture;
}
