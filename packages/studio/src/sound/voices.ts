/** What is heard now and then in a place: birds, crickets, gulls, bubbles, a horn far off, a clock, thunder. */
import { SAMPLE_RATE, type StereoSamples } from '../encoders/encoder.ts';
import { createRandom, type Random } from '../picture/random.ts';
import type { Scene } from '../scene/scene.ts';

/** One sound with its own length; `tone` is its sample at a second of it. */
export interface Voice {
  lengthSeconds: number;
  /** Mean pause between two of them. */
  everySeconds: number;
  loud: number;
  tone(seconds: number, pitch: number): number;
}

const sine = (turns: number) => Math.sin(2 * Math.PI * turns);
const hill = (share: number) => Math.sin(Math.PI * Math.min(1, Math.max(0, share))) ** 2;

/** Three notes that slide upwards, as small birds sing. */
const SONGBIRD: Voice = {
  lengthSeconds: 0.5,
  everySeconds: 0.9,
  loud: 0.05,
  tone: (at, pitch) => {
    const note = (at * 6) % 1;
    return hill(note) * sine(at * (2600 + 900 * pitch) + 90 * note * note);
  },
};

/** A pulsed high tone: crickets never stop for long. */
const CRICKET: Voice = {
  lengthSeconds: 0.7,
  everySeconds: 0.35,
  loud: 0.022,
  tone: (at, pitch) => hill(at / 0.7) * hill((at * 28) % 1) * sine(at * (4100 + 300 * pitch)),
};

const GULL: Voice = {
  lengthSeconds: 0.6,
  everySeconds: 2.2,
  loud: 0.045,
  tone: (at, pitch) => {
    const fall = 1250 + 150 * pitch - 420 * (at / 0.6);
    return hill(at / 0.6) * (sine(at * fall) + 0.4 * sine(at * fall * 2));
  },
};

const OWL: Voice = {
  lengthSeconds: 0.9,
  everySeconds: 2.6,
  loud: 0.07,
  tone: (at, pitch) => (hill(at / 0.25) + hill((at - 0.4) / 0.5)) * sine(at * (330 + 20 * pitch)),
};

/** A bubble's note rises while it shrinks. */
const BUBBLE: Voice = {
  lengthSeconds: 0.13,
  everySeconds: 0.24,
  loud: 0.15,
  tone: (at, pitch) => Math.exp(-at * 24) * sine(at * (380 + 500 * pitch) + 3200 * at * at),
};

const HORN: Voice = {
  lengthSeconds: 0.5,
  everySeconds: 2.4,
  loud: 0.03,
  tone: (at, pitch) => hill(at / 0.5) * (sine(at * (392 + 60 * pitch)) + 0.6 * sine(at * (494 + 60 * pitch))),
};

const PASSING: Voice = {
  lengthSeconds: 1.8,
  everySeconds: 1.6,
  loud: 0.07,
  tone: (at, pitch) => {
    const hertz = (82 + 24 * pitch) * (at < 0.9 ? 1.06 : 0.94);
    return hill(at / 1.8) * (sine(at * hertz) + 0.5 * sine(at * hertz * 2.01) + 0.3 * sine(at * hertz * 3.02));
  },
};

const TICK: Voice = {
  lengthSeconds: 0.03,
  everySeconds: 0.5,
  loud: 0.05,
  tone: (at, pitch) => Math.exp(-at * 180) * sine(at * (1900 + 500 * pitch)),
};

const BEACON: Voice = {
  lengthSeconds: 1.4,
  everySeconds: 1.8,
  loud: 0.045,
  tone: (at, pitch) => Math.exp(-at * 3) * sine(at * (520 + 260 * pitch)),
};

/** Many low tones that beat against each other rumble. */
const THUNDER: Voice = {
  lengthSeconds: 2.2,
  everySeconds: 2.6,
  loud: 0.16,
  tone: (at, pitch) => {
    const rolls = sine(at * 37) + sine(at * 43.7 + pitch) + sine(at * 51.3) + 0.6 * sine(at * 29 + 2 * sine(at * 3.1));
    return hill(Math.min(1, at / 0.3) / 2) * Math.exp(-at * 1.3) * rolls * 0.4;
  },
};

export function voicesOf(scene: Scene): Voice[] {
  const dark = scene.daytime === 'night' || scene.daytime === 'dusk';
  if (scene.weather === 'storm') return scene.setting === 'underwater' ? [BUBBLE] : [THUNDER];
  switch (scene.setting) {
    case 'underwater':
      return [BUBBLE];
    case 'space':
      return [BEACON];
    case 'interior':
      return [TICK];
    case 'city':
      return [PASSING, HORN];
    case 'road':
      return [PASSING];
    case 'coast':
    case 'ocean':
      return dark ? [] : [GULL];
    case 'forest':
      return dark ? [OWL, CRICKET] : [SONGBIRD];
    case 'meadow':
    case 'village':
      return scene.season === 'winter' ? [] : dark ? [CRICKET] : [SONGBIRD];
    default:
      return [];
  }
}

export function addVoice(samples: StereoSamples, voice: Voice, seed: number): void {
  const random = createRandom(seed);
  const seconds = samples.left.length / SAMPLE_RATE;
  // The first comes early: a clip of a few seconds must not end before its place is heard.
  for (let start = 0.2 + 0.3 * random(); start < seconds - 0.1; start += voice.everySeconds * (0.6 + 0.8 * random()))
    sound(samples, voice, { start, random });
}

function sound({ left, right }: StereoSamples, voice: Voice, { start, random }: { start: number; random: Random }) {
  const pitch = random() * 2 - 1;
  const side = random();
  const first = Math.floor(start * SAMPLE_RATE);
  const last = Math.min(left.length, first + Math.floor(voice.lengthSeconds * SAMPLE_RATE));
  for (let at = first; at < last; at++) {
    const tone = voice.loud * voice.tone((at - first) / SAMPLE_RATE, pitch);
    left[at]! += tone * (1 - 0.7 * side);
    right[at]! += tone * (0.3 + 0.7 * side);
  }
}
