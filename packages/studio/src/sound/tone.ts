/** A lasting tone: a pointer turned on from sample to sample, which costs far less than a sine for each. */
import { SAMPLE_RATE } from '../encoders/encoder.ts';

/** Samples that share one loudness: 1.3 ms, in which no swell of seconds changes by anything to be heard. */
export const SWELL_SAMPLES = 64;

export interface Tone {
  /** The angle from one sample to the next, and that of the first. */
  turn: number;
  start: number;
  /** The loudness at a second of the clip. */
  swell(seconds: number): number;
}

/** Rounding lengthens or shortens the pointer by less than a millionth in a minute. */
export function addTone(onto: Float32Array, { turn, start, swell }: Tone): void {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  let x = Math.cos(start);
  let y = Math.sin(start);
  let loud = 0;
  for (let at = 0; at < onto.length; at++) {
    if (at % SWELL_SAMPLES === 0) loud = swell(at / SAMPLE_RATE);
    onto[at]! += loud * y;
    const next = x * cosine - y * sine;
    y = x * sine + y * cosine;
    x = next;
  }
}
