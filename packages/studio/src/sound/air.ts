/** The air of a place as filtered noise: surf, rain, wind in leaves, the hum of a city, the weight of deep water. */
import { SAMPLE_RATE, type StereoSamples } from '../encoders/encoder.ts';
import { createRandom } from '../picture/random.ts';
import type { Scene } from '../scene/scene.ts';
import { SWELL_SAMPLES } from './tone.ts';

export interface Air {
  /** How much of a new sample gets through, from 0 (dull) to 1 (bright). */
  cut: number;
  loud: number;
  /** The loudness from 0 to 1 at a second of the clip. */
  swell(seconds: number): number;
}

const wave = (seconds: number, hertz: number) => 0.5 + 0.5 * Math.sin(seconds * hertz * 2 * Math.PI);

const SURF: Air = { cut: 0.09, loud: 0.32, swell: (seconds) => 0.25 + 0.75 * wave(seconds, 0.15) ** 3 };
const BREEZE: Air = { cut: 0.02, loud: 0.3, swell: (seconds) => 0.4 + 0.2 * wave(seconds, 0.1) };
const LEAVES: Air = { cut: 0.16, loud: 0.075, swell: (seconds) => 0.35 + 0.65 * wave(seconds, 0.22) ** 2 };
const WIND: Air = { cut: 0.045, loud: 0.24, swell: (seconds) => 0.3 + 0.7 * wave(seconds, 0.13) * wave(seconds, 0.31) };
const TRAFFIC: Air = { cut: 0.012, loud: 0.75, swell: (seconds) => 0.6 + 0.4 * wave(seconds, 0.19) };
const DEPTH: Air = { cut: 0.006, loud: 1.2, swell: (seconds) => 0.6 + 0.4 * wave(seconds, 0.12) };
const ROOM: Air = { cut: 0.008, loud: 0.3, swell: () => 0.5 };
const VOID: Air = { cut: 0.004, loud: 0.9, swell: (seconds) => 0.5 + 0.5 * wave(seconds, 0.07) };
const RAIN: Air = { cut: 0.35, loud: 0.1, swell: () => 0.9 };

const AIRS: Record<NonNullable<Scene['setting']>, Air> = {
  coast: SURF,
  ocean: SURF,
  mountains: WIND,
  forest: LEAVES,
  desert: WIND,
  city: TRAFFIC,
  village: BREEZE,
  meadow: BREEZE,
  space: VOID,
  underwater: DEPTH,
  interior: ROOM,
  road: TRAFFIC,
  backdrop: ROOM,
};

/** The place's own air, and rain over it where it rains. */
export function airsOf(scene: Scene): Air[] {
  const own = scene.setting === null ? BREEZE : AIRS[scene.setting];
  const rains = scene.weather === 'rain' || scene.weather === 'storm';
  return rains ? [{ ...own, loud: own.loud * 0.6 }, RAIN] : [own];
}

export function addAir({ left, right }: StereoSamples, air: Air, seed: number): void {
  const random = createRandom(seed);
  let [nearLeft, nearRight, softLeft, softRight] = [0, 0, 0, 0];
  let gain = 0;
  for (let at = 0; at < left.length; at++) {
    if (at % SWELL_SAMPLES === 0) gain = air.loud * air.swell(at / SAMPLE_RATE);
    nearLeft += (random() * 2 - 1 - nearLeft) * air.cut;
    nearRight += (random() * 2 - 1 - nearRight) * air.cut;
    softLeft += (nearLeft - softLeft) * 0.5;
    softRight += (nearRight - softRight) * 0.5;
    left[at]! += gain * softLeft;
    right[at]! += gain * softRight;
  }
}
