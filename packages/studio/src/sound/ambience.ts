/** The sound of a scene: a slow chord, the air of the place, and what is heard in it; the same for the same scene. */
import { AAC_FRAME_SAMPLES, SAMPLE_RATE, type StereoSamples, wholeSoundFrames } from '../encoders/encoder.ts';
import type { Daytime } from '../scene/place-words.ts';
import type { Scene } from '../scene/scene.ts';
import { addAir, airsOf } from './air.ts';
import { addTone } from './tone.ts';
import { addVoice, voicesOf } from './voices.ts';

/** The chord's root in hertz: low and dark at night, higher by day. */
const ROOT_HERTZ: Record<Daytime, number> = {
  noon: 164.8,
  dawn: 146.8,
  sunset: 130.8,
  dusk: 116.5,
  night: 110,
};

const STORM_ROOT_HERTZ = 73.4;

const MAJOR = [1, 1.25, 1.5, 2.25];
const MINOR = [1, 1.2, 1.5, 2.4];

export function composeAmbience(scene: Scene, seconds: number): StereoSamples {
  const length = wholeSoundFrames(seconds) * AAC_FRAME_SAMPLES;
  const samples = { left: new Float32Array(length), right: new Float32Array(length) };
  addChord(samples, scene);
  for (const [index, air] of airsOf(scene).entries()) addAir(samples, air, scene.seed ^ (0xa1a + index));
  for (const [index, voice] of voicesOf(scene).entries()) addVoice(samples, voice, scene.seed ^ (0x701ce + index));
  fadeEnds(samples);
  return samples;
}

function addChord({ left, right }: StereoSamples, scene: Scene): void {
  const lowest = scene.weather === 'storm' ? STORM_ROOT_HERTZ : ROOT_HERTZ[scene.daytime];
  const root = lowest * 2 ** (((scene.seed % 5) - 2) / 12);
  const dark = scene.daytime === 'night' || scene.daytime === 'dusk' || scene.weather === 'storm';
  (dark ? MINOR : MAJOR).forEach((interval, voice) => {
    const loud = 0.08 / (voice + 2);
    const turn = (2 * Math.PI * root * interval) / SAMPLE_RATE;
    const swell = (seconds: number) => loud * (0.6 + 0.4 * Math.sin(seconds * (0.5 + voice * 0.17) + voice));
    addTone(left, { turn, start: 0, swell });
    addTone(right, { turn: turn * 1.003, start: voice, swell });
  });
}

function fadeEnds({ left, right }: StereoSamples): void {
  const fade = Math.min(SAMPLE_RATE / 2, left.length / 2);
  for (let at = 0; at < fade; at++) {
    const gain = at / fade;
    left[at]! *= gain;
    right[at]! *= gain;
    left[left.length - 1 - at]! *= gain;
    right[right.length - 1 - at]! *= gain;
  }
}
