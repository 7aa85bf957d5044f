/** From a prompt to a scene: place, hour, colours, camera and a seed of its own, which painters and sound share. */
import { type Colour, dim, fromHex, fromHue, mix, tinted } from '../picture/colour.ts';
import { createRandom, hashWords } from '../picture/random.ts';
import { type Camera, readCamera } from './camera.ts';
import {
  COLOUR_WORDS,
  DAYTIME_WORDS,
  type Daytime,
  SETTING_WORDS,
  type Setting,
  THING_COLOURS,
  wordsOf,
} from './lexicon.ts';

export interface Palette {
  skyTop: Colour;
  skyLow: Colour;
  /** What distance fades into. */
  haze: Colour;
  ground: Colour;
  /** Highlights of the ground: crests, snow, lit windows. */
  crest: Colour;
  /** The sun, the moon, a lamp. */
  light: Colour;
  accents: Colour[];
}

export interface Scene {
  /** Null: no place was named, and the words become an emblem instead. */
  setting: Setting | null;
  daytime: Daytime;
  palette: Palette;
  camera: Camera;
  seed: number;
}

export interface SceneWords {
  prompt: string;
  negativePrompt: string | null;
  /** From 0 (free) to 1 (strict): how far the named colours take over. */
  cfgScale: number | null;
  seed: number;
}

interface Hour {
  skyTop: string;
  skyLow: string;
  haze: string;
  light: string;
  daylight: number;
}

const HOURS: Record<Daytime, Hour> = {
  noon: { skyTop: '#3d8be0', skyLow: '#cbe6f6', haze: '#cfe0ec', light: '#fff6d8', daylight: 1 },
  dawn: { skyTop: '#6d83bd', skyLow: '#ffd3b4', haze: '#e9cbc2', light: '#ffe3b8', daylight: 0.82 },
  sunset: { skyTop: '#3d3a7a', skyLow: '#ff9c55', haze: '#dd8a6b', light: '#ffd28a', daylight: 0.66 },
  dusk: { skyTop: '#18245c', skyLow: '#8088c2', haze: '#5a659c', light: '#e6e2ff', daylight: 0.42 },
  night: { skyTop: '#050a1f', skyLow: '#1d2d56', haze: '#1a2848', light: '#e9edf7', daylight: 0.26 },
  storm: { skyTop: '#454f59', skyLow: '#8b959b', haze: '#7d878d', light: '#d5dbdf', daylight: 0.5 },
};

const GROUNDS: Record<Setting, { ground: string; crest: string }> = {
  sea: { ground: '#08486f', crest: '#58acc4' },
  mountains: { ground: '#33452f', crest: '#8d9b9f' },
  forest: { ground: '#123a22', crest: '#5f9a52' },
  desert: { ground: '#a8682f', crest: '#f0c985' },
  city: { ground: '#252a38', crest: '#79839a' },
  meadow: { ground: '#2f6b2a', crest: '#a9cf5c' },
  space: { ground: '#241d45', crest: '#8f7fd0' },
  snow: { ground: '#7f9bb8', crest: '#f4f8fc' },
};

export function readScene(words: SceneWords): Scene {
  const unwanted = new Set(wordsOf(words.negativePrompt ?? ''));
  const wanted = wordsOf(words.prompt).filter((word) => !unwanted.has(word));
  const seed = (hashWords(wanted.join(' ')) ^ Math.imul(words.seed + 1, 0x9e3779b1)) >>> 0;
  const setting = firstOf(wanted, SETTING_WORDS);
  const hour = firstOf(wanted, DAYTIME_WORDS);
  const daytime = hour ?? (setting === 'space' ? 'night' : 'noon');
  const named = allOf(wanted, COLOUR_WORDS);
  const strictness = Math.min(1, Math.max(0, words.cfgScale ?? 0.5));
  const tints = named.length > 0 ? named : allOf(wanted, THING_COLOURS);
  const base = setting === null ? emblemPalette(tints, { daytime, seed }) : placePalette(setting, daytime);
  const ground = 0.4 + 0.5 * strictness;
  // An hour that was named keeps its sky: a blue ocean at sunset still has an orange horizon.
  const palette =
    setting === null ? base : tintPalette(base, tints, { ground, sky: ground * (hour === null ? 0.85 : 0.45) });
  return { setting, daytime, palette, camera: readCamera(words.prompt, createRandom(seed ^ 0xca3e7a)), seed };
}

function firstOf<T>(words: string[], lexicon: Map<string, T>): T | null {
  for (const word of words) {
    const found = lexicon.get(word);
    if (found !== undefined) return found;
  }
  return null;
}

function allOf<T>(words: string[], lexicon: Map<string, T>): T[] {
  return words.filter((word) => lexicon.has(word)).map((word) => lexicon.get(word)!);
}

function placePalette(setting: Setting, daytime: Daytime): Palette {
  const hour = HOURS[daytime];
  const sky = setting === 'space' ? HOURS.night : hour;
  const { ground, crest } = GROUNDS[setting];
  const haze = fromHex(hour.haze);
  return {
    skyTop: fromHex(sky.skyTop),
    skyLow: fromHex(sky.skyLow),
    haze,
    ground: mix(dim(fromHex(ground), hour.daylight), haze, 0.06),
    crest: mix(dim(fromHex(crest), hour.daylight), haze, 0.25),
    light: fromHex(hour.light),
    accents: [fromHex(hour.light), fromHex(crest)],
  };
}

/** Named colours take most of the ground and some of the sky; accents are the colours themselves. */
function tintPalette(base: Palette, tints: Colour[], strength: { ground: number; sky: number }): Palette {
  const tint = tints[0];
  if (tint === undefined) return base;
  const second = tints[1] ?? tint;
  return {
    skyTop: tinted(base.skyTop, second, strength.sky),
    skyLow: tinted(base.skyLow, second, strength.sky),
    haze: tinted(base.haze, second, strength.sky),
    ground: tinted(base.ground, tint, strength.ground),
    crest: tinted(base.crest, tint, strength.ground),
    light: mix(base.light, tint, strength.sky * 0.4),
    accents: tints.slice(0, 4),
  };
}

/** Without a place the colours are the picture; without colours the words choose a hue. */
function emblemPalette(tints: Colour[], from: { daytime: Daytime; seed: number }): Palette {
  const random = createRandom(from.seed ^ 0x51ab1e);
  const hue = random() * 360;
  const chosen = [fromHue(hue, 0.62, 0.52), fromHue((hue + 35 + random() * 60) % 360, 0.6, 0.58)];
  const main = tints[0] ?? chosen[0]!;
  const second = tints[1] ?? (tints.length > 0 ? mix(main, [255, 255, 255], 0.35) : chosen[1]!);
  const hour = HOURS[from.daytime];
  const daylight = 0.35 + 0.65 * hour.daylight;
  return {
    skyTop: dim(tinted(fromHex(hour.skyTop), main, 0.9), 0.75 * daylight),
    skyLow: dim(tinted(fromHex(hour.skyLow), main, 0.8), daylight),
    haze: tinted(fromHex(hour.haze), main, 0.75),
    ground: dim(main, 0.5 * daylight),
    crest: mix(dim(main, 0.6 + 0.4 * daylight), [255, 255, 255], 0.12),
    light: mix(fromHex(hour.light), second, 0.3),
    accents: tints.length > 0 ? tints.slice(0, 4) : [main, second],
  };
}
