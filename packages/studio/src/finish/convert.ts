/** Makes media what an engine takes: its types, its bytes, its edges. What is that already is left alone. */
import { stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { chooseEncoder, type EncoderChoice } from '../encoders/choose.ts';
import {
  asInvalidMedia,
  IMAGE_PIXELS_MAX,
  InvalidMedia,
  PICTURE_BYTES_MAX,
  VIDEO_BYTES_MAX,
} from '../media/invalid-media.ts';
import { identifyImage, identifyVideo } from '../media/signature.ts';
import { even } from '../paint/painting.ts';
import type { ConvertedFile, ConvertRequest } from '../request.ts';
import { remakeClip } from './clip.ts';

export async function convertMedia(order: {
  requests: readonly ConvertRequest[];
  encoder: EncoderChoice;
}): Promise<ConvertedFile[]> {
  const converted: ConvertedFile[] = [];
  // One after the other: several large pictures at once would take their memory at once.
  for (const request of order.requests) {
    converted.push(await (request.kind === 'image' ? convertImage(request) : convertVideo(request, order.encoder)));
  }
  return converted;
}

const DECODE_SECONDS_MAX = 20;
const TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
type ImageType = (typeof TYPES)[keyof typeof TYPES];
/** What a picture becomes whose own type is not taken; the first that is. */
const PREFERRED: readonly ImageType[] = ['image/jpeg', 'image/png', 'image/webp'];
const QUALITIES = [92, 85, 75];
/** Tried in turn until the file is small enough. */
const SHRINKS = [1, 0.75, 0.5, 0.35, 0.25];

async function convertImage(request: ConvertRequest): Promise<ConvertedFile> {
  const { file } = request;
  try {
    const type = TYPES[await identifyImage(file, PICTURE_BYTES_MAX)];
    const header = await open(file).metadata();
    const { width, height } = header.autoOrient;
    const { size: bytes } = await stat(file);
    const made = sizeFor(request, { width, height });
    const fits = request.types.includes(type) && bytes <= request.bytesMax && (header.orientation ?? 1) === 1;
    if (fits && made.width === width && made.height === height) return { file, type, bytes, width, height };
    return await encode(request, { made, type: typeFor(request, type, header.hasAlpha) });
  } catch (error) {
    throw asInvalidMedia('image', error);
  }
}

function open(file: string): Sharp {
  return sharp(file, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error', sequentialRead: true }).timeout({
    seconds: DECODE_SECONDS_MAX,
  });
}

interface Size {
  width: number;
  height: number;
}

function sizeFor({ size, edgeMin }: ConvertRequest, { width, height }: Size): Size {
  if (size !== null) return size;
  const share = Math.max(1, edgeMin / Math.min(width, height));
  return { width: Math.ceil(width * share), height: Math.ceil(height * share) };
}

function typeFor({ types }: ConvertRequest, own: ImageType, hasAlpha: boolean): ImageType {
  if (types.includes(own)) return own;
  const order = hasAlpha ? PREFERRED.toReversed() : PREFERRED;
  const taken = order.find((type) => types.includes(type));
  if (taken === undefined) throw new InvalidMedia(`None of ${types.join(', ')} can be written.`);
  return taken;
}

/** As good as fits: then a little coarser, then a JPEG, then smaller where the size is free. */
async function encode(request: ConvertRequest, first: { made: Size; type: ImageType }): Promise<ConvertedFile> {
  const { file, outputFile, bytesMax, edgeMin, size } = request;
  const { made } = first;
  const types =
    first.type !== 'image/jpeg' && request.types.includes('image/jpeg') ? [first.type, 'image/jpeg'] : [first.type];
  for (const share of size === null ? SHRINKS : [1]) {
    const width = Math.round(made.width * share);
    const height = Math.round(made.height * share);
    if (share < 1 && Math.min(width, height) < Math.max(1, edgeMin)) break;
    for (const type of types as ImageType[]) {
      for (const quality of type === 'image/png' ? [100] : QUALITIES) {
        const upright = open(file).autoOrient().toColourspace('srgb').resize(width, height, { fit: 'cover' });
        const { size: bytes } = await written(upright, type, quality).toFile(outputFile);
        if (bytes <= bytesMax) return { file: outputFile, type, bytes, width, height };
      }
    }
  }
  throw new InvalidMedia(`The image cannot be made smaller than ${bytesMax} bytes.`);
}

function written(picture: Sharp, type: ImageType, quality: number): Sharp {
  if (type === 'image/png') return picture.png();
  if (type === 'image/webp') return picture.webp({ quality });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality });
}

async function convertVideo(request: ConvertRequest, choice: EncoderChoice): Promise<ConvertedFile> {
  const { file, outputFile, types } = request;
  if (!types.includes('video/mp4')) throw new InvalidMedia(`None of ${types.join(', ')} can be written.`);
  await identifyVideo(file, VIDEO_BYTES_MAX);
  const encoder = await chooseEncoder(choice);
  const source = await encoder.lookAtClip(file);
  const size = source.copyable === 'yes' ? source : { width: even(source.width), height: even(source.height) };
  const { width, height } = size;
  const wanted = { file, width, height, seconds: null, framesPerSecond: null, sound: 'keep', watermark: null } as const;
  await remakeClip(wanted, { part: outputFile, encoder });
  const { size: bytes } = await stat(outputFile);
  return { file: outputFile, type: 'video/mp4', bytes, width, height };
}
