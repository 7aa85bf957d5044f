/** Another engine's clip as it was asked for: copied where it is that already, else decoded, marked and encoded anew. */
import { giveWay } from '../child/give-way.ts';
import { type Still, takeStill } from '../child/poster.ts';
import type { ClipSound, Encoder, FrameRate, FrameReader, SourceClip } from '../encoders/encoder.ts';
import { toFrameRate } from '../encoders/encoder.ts';
import { InvalidMedia } from '../media/invalid-media.ts';
import { even, STILL_MOMENT } from '../paint/painting.ts';
import { withWatermark } from '../paint/watermark.ts';
import { createPicture, type Picture } from '../picture/picture.ts';
import type { FinishRequest } from '../request.ts';
import type { Remade } from './remade.ts';

export type ClipRequest = Pick<
  FinishRequest,
  'file' | 'width' | 'height' | 'seconds' | 'framesPerSecond' | 'sound' | 'watermark'
>;

interface Wanted {
  width: number;
  height: number;
  rate: FrameRate;
  frames: number;
  sound: ClipSound;
}

/** Rates that differ by less are the same, written differently. */
const RATE_TOLERANCE = 0.002;
/** Rounding to another rate may lose or win a frame at the end. */
const FRAMES_AMISS_MAX = 2;
/** Wide enough for a poster. */
const STILL_WIDTH = 480;

export async function remakeClip(
  request: ClipRequest,
  { part, encoder }: { part: string; encoder: Encoder },
): Promise<Remade> {
  const source = await encoder.lookAtClip(request.file);
  const wanted = wish(request, source);
  const { readFrames } = encoder;
  if (isThat(source, wanted) && request.watermark === null) {
    await copy(request, { part, encoder, seconds: source.seconds, sound: wanted.sound });
    const still = readFrames && (await stillOf(request.file, wanted, readFrames));
    return { ...facts(wanted), still, notes: [] };
  }
  if (readFrames === null) return withoutDecoder(request, { part, encoder, source, wanted });
  const still = await encodeAnew(request, { part, encoder, wanted, readFrames });
  return { ...facts(wanted), still, notes: [] };
}

function wish(request: ClipRequest, source: SourceClip): Wanted {
  const { width, height, seconds, framesPerSecond, sound, file } = request;
  const rate = framesPerSecond === null ? source.rate : toFrameRate(framesPerSecond);
  const shown = Math.min(seconds ?? Number.POSITIVE_INFINITY, source.seconds);
  const frames = Math.max(1, Math.round((shown * rate.numerator) / rate.denominator));
  return { width, height, rate, frames, sound: sound === 'drop' ? { kind: 'none' } : { kind: 'original', file } };
}

function isThat(source: SourceClip, { width, height, rate, frames }: Wanted): boolean {
  const [is, wanted] = [source.rate, rate].map(({ numerator, denominator }) => numerator / denominator) as [
    number,
    number,
  ];
  return (
    source.copyable === 'yes' &&
    source.width === width &&
    source.height === height &&
    Math.abs(is / wanted - 1) < RATE_TOLERANCE &&
    Math.round(source.seconds * wanted) === frames
  );
}

const secondsOf = ({ frames, rate }: Wanted): number => (frames * rate.denominator) / rate.numerator;

function facts(wanted: Wanted): Pick<Remade, 'width' | 'height' | 'milliseconds'> {
  return { width: wanted.width, height: wanted.height, milliseconds: Math.round(secondsOf(wanted) * 1000) };
}

function copy(
  { file }: ClipRequest,
  { encoder, part, ...clip }: { part: string; encoder: Encoder; seconds: number; sound: ClipSound },
): Promise<void> {
  return encoder.copyClip({ from: file, file: part, ...clip });
}

/** What cannot be decoded stays as it came, and says so. A watermark that was asked for is not left out in silence. */
async function withoutDecoder(
  request: ClipRequest,
  clip: { part: string; encoder: Encoder; source: SourceClip; wanted: Wanted },
): Promise<Remade> {
  const { source, wanted } = clip;
  if (source.copyable === 'no' || request.watermark !== null)
    throw new Error('This video has to be decoded, and node-av, which decodes videos, is not installed.');
  await copy(request, { ...clip, seconds: source.seconds, sound: wanted.sound });
  const { width, height, rate, seconds } = source;
  const note = `The video is as its engine made it: ${width} by ${height}, ${(rate.numerator / rate.denominator).toFixed(2)} frames a second, ${seconds.toFixed(2)} seconds.`;
  return { width, height, milliseconds: Math.round(seconds * 1000), still: null, notes: [note] };
}

async function encodeAnew(
  request: ClipRequest,
  { part, encoder, wanted, readFrames }: { part: string; encoder: Encoder; wanted: Wanted; readFrames: FrameReader },
): Promise<Still> {
  giveWay();
  const { width, height, rate, frames, sound } = wanted;
  const target = { width, height, rate };
  let drawn: Uint8Array = new Uint8Array();
  const shown = { paint: (onto: Picture) => onto.bytes.set(drawn) };
  const painting = request.watermark === null ? shown : await withWatermark(shown, request.watermark, target);
  const writer = await encoder.openClip({
    file: part,
    ...target,
    frames,
    sound,
    // It is compressed for the second time: what the first kept should stay.
    quality: 'faithful',
    surface: 'smooth',
  });
  const stillIndex = Math.round(STILL_MOMENT.share * (frames - 1));
  const picture = createPicture(width, height);
  let still: Still | null = null;
  let index = 0;
  const add = async () => {
    painting.paint(picture, { index, share: index / frames, seconds: (index * rate.denominator) / rate.numerator });
    if (index === stillIndex) still = takeStill(picture);
    await writer.add(picture);
    index++;
  };
  for await (const frame of readFrames(request.file, target)) {
    drawn = frame;
    await add();
    if (index === frames) break;
  }
  if (index < frames - FRAMES_AMISS_MAX || index === 0) {
    throw new InvalidMedia(`The video breaks off after ${index} of ${frames} frames.`);
  }
  while (index < frames) await add();
  await writer.finish();
  return still ?? takeStill(picture);
}

/** At the poster's size: decoding goes as far as the frame that stands for the whole. */
async function stillOf(file: string, { width, height, rate, frames }: Wanted, read: FrameReader): Promise<Still> {
  const share = Math.min(1, STILL_WIDTH / width);
  const size = { width: even(width * share), height: even(height * share) };
  const picture = createPicture(size.width, size.height);
  const wanted = Math.round(STILL_MOMENT.share * (frames - 1));
  let index = 0;
  for await (const frame of read(file, { ...size, rate })) {
    picture.bytes.set(frame);
    if (index++ === wanted) break;
  }
  if (index === 0) throw new InvalidMedia('The video has no frame that can be decoded.');
  return takeStill(picture);
}
