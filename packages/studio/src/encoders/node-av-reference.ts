/** A reference video as small grey frames, decoded by node-av under the caps that hostile input needs. */
import { Decoder, FilterAPI } from 'node-av/api';
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { InvalidMedia, refuseFaults, VIDEO_FRAMES_MAX, VIDEO_PIXELS_MAX } from '../media/invalid-media.ts';
import type { GreyImage, ReferenceFrame } from './encoder.ts';
import { openVideoFile } from './node-av-files.ts';

/** Wide enough to see a pan of a hundredth of the picture, small enough to search in milliseconds. */
const GREY_LONG_EDGE = 192;

export function readReference(file: string): AsyncGenerator<ReferenceFrame> {
  return refuseFaults(decodeGrey(file));
}

async function* decodeGrey(file: string): AsyncGenerator<ReferenceFrame> {
  const input = await openVideoFile(file);
  const stream = input.video();
  if (stream === undefined) throw new InvalidMedia('The video has no picture.');
  const { width, height } = stream.codecpar;
  if (width <= 0 || height <= 0 || width * height > VIDEO_PIXELS_MAX) {
    throw new InvalidMedia(`The video is ${width} by ${height}; at most ${VIDEO_PIXELS_MAX} pixels are read.`);
  }
  const quarters = quarterTurns(stream);
  const scale = GREY_LONG_EDGE / Math.max(width, height);
  const size = { width: Math.max(16, Math.round(width * scale)), height: Math.max(16, Math.round(height * scale)) };
  const decoder = await Decoder.create(stream, { threadCount: 2 });
  const filter = FilterAPI.create(`scale=${size.width}:${size.height}:flags=area,format=gray`);
  let count = 0;
  for await (const frame of filter.frames(decoder.frames(input.packets(stream.index)))) {
    if (frame === null) break;
    if (++count > VIDEO_FRAMES_MAX) throw new InvalidMedia(`The video has more than ${VIDEO_FRAMES_MAX} frames.`);
    const seconds = (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den;
    const pixels = new Uint8Array(frame.toBuffer().subarray(0, size.width * size.height));
    frame.free();
    yield { seconds, grey: turned({ ...size, pixels }, quarters) };
  }
  filter.close();
  decoder.close();
  const announced = Number(stream.nbFrames);
  await input.close();
  // A cut file still carries its full table of contents: believing it would bill seconds that are not there.
  if (count < 2 || count < announced * 0.95) throw new InvalidMedia(`The video breaks off after ${count} frames.`);
}

/** Phones store portrait video lying down and note the turn in a matrix. */
export function quarterTurns(stream: Stream): number {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (matrix === null || matrix.length < 36) return 0;
  const a = matrix.readInt32LE(0);
  const b = matrix.readInt32LE(4);
  return (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
}

function turned(image: GreyImage, quarters: number): GreyImage {
  let result = image;
  for (let turn = 0; turn < quarters; turn++) {
    const { width, height, pixels } = result;
    const next = new Uint8Array(pixels.length);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++)
        next[column * height + height - 1 - row] = pixels[row * width + column]!;
    }
    result = { width: height, height: width, pixels: next };
  }
  return result;
}
