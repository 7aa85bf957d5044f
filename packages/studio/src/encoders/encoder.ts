/** The port between drawing and codecs: what an encoder must do, whichever library stands behind it. */
import type { Picture } from '../picture/picture.ts';
import type { Surface } from '../picture/surface.ts';

export type EncoderName = 'node-av' | 'wasm';

/** Frames a second as a fraction, because 29.97 is exactly 30000/1001. */
export interface FrameRate {
  numerator: number;
  denominator: number;
}

export interface StereoSamples {
  left: Float32Array;
  right: Float32Array;
}

export type ClipSound =
  | { kind: 'none' }
  | { kind: 'samples'; samples: StereoSamples }
  /** The sound of another file, kept as it is where MP4 can hold it; silent when the file has none. */
  | { kind: 'original'; file: string };

export interface ClipSettings {
  file: string;
  width: number;
  height: number;
  rate: FrameRate;
  frames: number;
  sound: ClipSound;
  /** `faithful` spends more bits, for clips whose first and last frame must equal their inputs. */
  quality: 'ordinary' | 'faithful';
  /** `rough` pictures, hatched or grainy, could take more bits than a clip should have. */
  surface: Surface;
}

export interface ClipWriter {
  /** Takes the frames in order; the picture may be drawn over as soon as this resolves. */
  add(picture: Picture): Promise<void>;
  finish(): Promise<void>;
}

export interface ReferenceFrame {
  seconds: number;
  /** A small grey copy, upright; null where frames can be counted but not decoded. */
  grey: GreyImage | null;
}

export interface GreyImage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A clip that somebody else made. */
export interface SourceClip {
  /** As it is shown: upright, its pixels square. */
  width: number;
  height: number;
  /** The mean over the whole. */
  rate: FrameRate;
  seconds: number;
  /** Whether its pictures can go into an MP4 as they are: H.264 in 4:2:0 that is neither turned nor stretched. */
  copyable: 'yes' | 'no';
}

export interface CopySettings {
  from: string;
  file: string;
  seconds: number;
  sound: ClipSound;
}

export interface FrameTarget {
  width: number;
  height: number;
  rate: FrameRate;
}

/** Every frame of a clip as one piece of Y, U and V: turned upright, cropped to fill the target, at its rate. */
export type FrameReader = (file: string, target: FrameTarget) => AsyncGenerator<Uint8Array>;

export interface Encoder {
  readonly name: EncoderName;
  readonly detail: string;
  openClip(settings: ClipSettings): Promise<ClipWriter>;
  /** Throws InvalidMedia when it is no clip. */
  lookAtClip(file: string): Promise<SourceClip>;
  /** Writes the pictures of a copyable clip as they are, and nothing else that was in its file. */
  copyClip(settings: CopySettings): Promise<void>;
  /** Null where clips can be copied but not decoded. */
  readFrames: FrameReader | null;
  /** Every frame of a hostile video, in the order it is shown; throws InvalidMedia when it is not one. */
  readReference(file: string): AsyncGenerator<ReferenceFrame>;
}

export const SAMPLE_RATE = 48_000;
export const AAC_FRAME_SAMPLES = 1024;

/** Whole AAC frames that end at or before the picture does, so that sound never makes a clip longer. */
export function wholeSoundFrames(seconds: number): number {
  return Math.floor((seconds * SAMPLE_RATE) / AAC_FRAME_SAMPLES + 1e-6);
}

const BROADCAST_RATES = [24, 30, 60, 48, 120];

/** 24 is 24/1, 23.976 is 24000/1001, anything else a thousandth part. */
export function toFrameRate(framesPerSecond: number): FrameRate {
  const candidates: FrameRate[] = [
    { numerator: Math.round(framesPerSecond), denominator: 1 },
    ...BROADCAST_RATES.map((rate) => ({ numerator: rate * 1000, denominator: 1001 })),
    { numerator: Math.round(framesPerSecond * 2), denominator: 2 },
  ];
  const away = (rate: FrameRate) => Math.abs(rate.numerator / rate.denominator / framesPerSecond - 1);
  const nearest = candidates.reduce((best, rate) => (away(rate) < away(best) ? rate : best));
  // Millisecond timestamps (WebM) place a three-second clip within 0.03 %; 24 and 23.976 are 0.1 % apart.
  if (nearest.numerator > 0 && away(nearest) < 0.0004) return nearest;
  return { numerator: Math.round(framesPerSecond * 1000), denominator: 1000 };
}
