/** What is known of a medium once it has been looked at, and why looking may end without a result. */
import { imagePixelsMax } from '@afterimage/contract';

export interface ImageFacts {
  type: string;
  bytes: number;
  /** As it is shown: with the camera's orientation applied. Of a video whose pixels are not square, not always whole. */
  width: number;
  height: number;
}

export interface VideoFacts extends ImageFacts {
  /** The video track's length. */
  milliseconds: number;
  frames: number;
  /** The mean over the whole track. */
  framesPerSecond: number;
  hasSound: boolean;
  codec: string;
}

export type LookFault =
  | 'invalid'
  | 'too_many_pixels'
  /** Nobody was free to look, or the machine too loaded to finish: says nothing about the file. */
  | 'busy';

export interface Misfit {
  ok: false;
  fault: LookFault;
  sentence: string;
}

export type Seen<Facts> = { ok: true; facts: Facts } | Misfit;

export function invalid(sentence: string): Misfit {
  return { ok: false, fault: 'invalid', sentence };
}

export function tooManyPixels(width: number, height: number): Misfit {
  const sentence = `It has ${width} x ${height} pixels; at most ${imagePixelsMax / 1_000_000} megapixels are taken.`;
  return { ok: false, fault: 'too_many_pixels', sentence };
}

export function busy(): Misfit {
  return { ok: false, fault: 'busy', sentence: 'The service is too busy to look at the media now; try again shortly.' };
}

/** The account alone is too busy: others are looked after. */
export function accountBusy(): Misfit {
  const sentence = 'Too many pixels of this account wait to be looked at; try again when some of them have been.';
  return { ok: false, fault: 'busy', sentence };
}
