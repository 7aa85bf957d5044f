/** The colours of a scene: those of its place and hour, bent by weather, season and the colours a prompt names. */
import { type Colour, dim, fromHex, fromHue, mix, tinted } from '../picture/colour.ts';
import { createRandom } from '../picture/random.ts';
import type { Daytime, Season, Setting, Weather } from './place-words.ts';

export interface Palette {
  skyTop: Colour;
  skyMiddle: Colour;
  skyLow: Colour;
  /** What distance fades into. */
  haze: Colour;
  ground: Colour;
  /** Highlights of the ground: crests, snow, grass in the sun. */
  crest: Colour;
  /** The sun, the moon, a lamp. */
  light: Colour;
  /** What a white wall looks like in this light, from 0 to 1 a channel. */
  ambient: Colour;
  accents: Colour[];
}

interface Hour {
  skyTop: string;
  skyMiddle: string;
  skyLow: string;
  haze: string;
  light: string;
  ambient: Colour;
}

const HOURS: Record<Daytime, Hour> = {
  noon: hour('#2f78d6', '#6fb1ee', '#d5ebf7', '#c4dcec', '#fff6d8', [1, 1, 0.98]),
  dawn: hour('#5f82c8', '#c3a9d9', '#ffcfb6', '#e3c2c9', '#ffe6bd', [0.86, 0.78, 0.8]),
  sunset: hour('#3b3478', '#cf5a7c', '#ffb45a', '#e08a66', '#ffdc9a', [0.86, 0.62, 0.52]),
  dusk: hour('#131f55', '#4a4f9a', '#c08ab0', '#5d5f9a', '#e6e2ff', [0.46, 0.44, 0.62]),
  night: hour('#040818', '#0d1a3c', '#22386a', '#16264a', '#f1f4fb', [0.36, 0.43, 0.64]),
};

function hour(skyTop: string, skyMiddle: string, skyLow: string, haze: string, light: string, ambient: Colour): Hour {
  return { skyTop, skyMiddle, skyLow, haze, light, ambient };
}

const GROUNDS: Record<Setting, { ground: string; crest: string }> = {
  coast: { ground: '#0d5a80', crest: '#5cb6c8' },
  ocean: { ground: '#0a4a78', crest: '#58acc4' },
  mountains: { ground: '#456b35', crest: '#8f98a4' },
  forest: { ground: '#1c4426', crest: '#5f9a52' },
  desert: { ground: '#b06a30', crest: '#f2cb8a' },
  city: { ground: '#2b3244', crest: '#8b96ac' },
  village: { ground: '#44752f', crest: '#a3c25c' },
  meadow: { ground: '#2f7a2c', crest: '#a9cf5c' },
  space: { ground: '#241d45', crest: '#8f7fd0' },
  underwater: { ground: '#0b4f7d', crest: '#4cc3d9' },
  interior: { ground: '#8a5f3c', crest: '#d8c3a2' },
  road: { ground: '#5c7a3c', crest: '#b9b46a' },
};

const SEASON_TINTS: Record<Season, { ground: string; crest: string; share: number }> = {
  spring: { ground: '#4d8f3a', crest: '#c6df86', share: 0.35 },
  summer: { ground: '#3f8030', crest: '#c9cc5c', share: 0.25 },
  autumn: { ground: '#a3561f', crest: '#e8a33a', share: 0.75 },
  winter: { ground: '#bfd0e0', crest: '#f8fbfe', share: 0.95 },
};

export interface PlaceAndTime {
  setting: Setting;
  daytime: Daytime;
  weather: Weather;
  season: Season | null;
  /** The country around a road or a village gives them their ground. */
  beyond: Setting | null;
}

export function placePalette({ setting, daytime, weather, season, beyond }: PlaceAndTime): Palette {
  const hours = HOURS[setting === 'space' ? 'night' : daytime];
  const grey = weather === 'storm' ? 0.75 : weather === 'rain' || weather === 'cloudy' ? 0.55 : 0;
  const grow = season !== null && setting !== 'underwater' && setting !== 'space' && setting !== 'interior';
  const tint = grow ? SEASON_TINTS[season] : null;
  const wet = setting === 'ocean' || setting === 'coast' || setting === 'city';
  const strength = tint === null ? 0 : wet ? tint.share * 0.3 : tint.share;
  const around = setting === 'road' || setting === 'village' ? beyond : null;
  const { ground, crest } = GROUNDS[around ?? setting];
  const ambient = ambientOf(setting, scaled(hours.ambient, 1 - 0.35 * grey));
  const overcast = (hex: string) => mix(fromHex(hex), scaled([128, 136, 146], 1.1 * hours.ambient[2]), grey);
  const lit = (hex: string, other: string | undefined) =>
    multiply(other === undefined ? fromHex(hex) : mix(fromHex(hex), fromHex(other), strength), ambient);
  const haze =
    weather === 'fog'
      ? mix(overcast(hours.haze), scaled([215, 220, 224], hours.ambient[2]), 0.6)
      : overcast(hours.haze);
  if (setting === 'underwater') return depths(lit(ground, undefined), lit(crest, undefined), ambient);
  return {
    skyTop: weather === 'storm' ? dim(overcast(hours.skyTop), 0.55) : overcast(hours.skyTop),
    skyMiddle: weather === 'fog' ? mix(fromHex(hours.skyMiddle), haze, 0.7) : overcast(hours.skyMiddle),
    skyLow: weather === 'fog' ? haze : overcast(hours.skyLow),
    haze,
    ground: lit(ground, tint?.ground),
    crest: lit(crest, tint?.crest),
    light: fromHex(hours.light),
    ambient,
    accents: [fromHex(hours.light), fromHex(crest)],
  };
}

/** Space has a sun of its own, and a dark room its lamps. */
function ambientOf(setting: Setting, outside: Colour): Colour {
  if (setting === 'space') return [0.95, 0.95, 1];
  return setting === 'interior' && outside[1] < 0.5 ? mix(outside, [0.78, 0.58, 0.4], 0.75) : outside;
}

/** Under water the light comes from above and is lost in the blue. */
function depths(deep: Colour, bright: Colour, ambient: Colour): Palette {
  return {
    skyTop: mix(bright, multiply([255, 255, 255], ambient), 0.3),
    skyMiddle: mix(deep, bright, 0.5),
    skyLow: dim(deep, 0.8),
    haze: mix(deep, bright, 0.3),
    ground: deep,
    crest: bright,
    light: multiply([235, 250, 255], ambient),
    ambient,
    accents: [bright, deep],
  };
}

function scaled(colour: Colour, by: number): Colour {
  return dim(colour, by);
}

export function multiply(colour: Colour, ambient: Colour): Colour {
  return [colour[0] * ambient[0], colour[1] * ambient[1], colour[2] * ambient[2]];
}

/** Named colours take most of the ground and some of the sky; accents are the colours themselves. */
export function tintPalette(base: Palette, tints: Colour[], strength: { ground: number; sky: number }): Palette {
  const tint = tints[0];
  if (tint === undefined) return base;
  const second = tints[1] ?? tint;
  return {
    skyTop: tinted(base.skyTop, second, strength.sky),
    skyMiddle: tinted(base.skyMiddle, second, strength.sky),
    skyLow: tinted(base.skyLow, second, strength.sky),
    haze: tinted(base.haze, second, strength.sky),
    ground: tinted(base.ground, tint, strength.ground),
    crest: tinted(base.crest, tint, strength.ground),
    light: mix(base.light, tint, strength.sky * 0.4),
    ambient: base.ambient,
    accents: tints.slice(0, 4),
  };
}

/** A colour named for the sky takes it and the light that comes from it. */
export function tintSky(base: Palette, tint: Colour, strength: number): Palette {
  const share = 0.35 + 0.6 * strength;
  return {
    ...base,
    skyTop: tinted(base.skyTop, tint, share),
    skyMiddle: tinted(base.skyMiddle, tint, share),
    skyLow: tinted(base.skyLow, tint, share * 0.8),
    haze: tinted(base.haze, tint, share * 0.7),
    light: mix(base.light, tint, 0.15),
  };
}

/** Without a place the colours are the picture; without colours the words choose a hue. */
export function emblemPalette(tints: Colour[], from: { daytime: Daytime; seed: number }): Palette {
  const random = createRandom(from.seed ^ 0x51ab1e);
  const hue = random() * 360;
  const chosen = [fromHue(hue, 0.62, 0.52), fromHue((hue + 35 + random() * 60) % 360, 0.6, 0.58)];
  const main = tints[0] ?? chosen[0]!;
  const second = tints[1] ?? (tints.length > 0 ? mix(main, [255, 255, 255], 0.35) : chosen[1]!);
  const hours = HOURS[from.daytime];
  const daylight = 0.2 + 0.8 * hours.ambient[1];
  return {
    skyTop: dim(tinted(fromHex(hours.skyTop), main, 0.9), 0.75 * daylight),
    skyMiddle: dim(tinted(fromHex(hours.skyMiddle), main, 0.85), 0.9 * daylight),
    skyLow: dim(tinted(fromHex(hours.skyLow), main, 0.8), daylight),
    haze: tinted(fromHex(hours.haze), main, 0.75),
    ground: dim(main, 0.5 * daylight),
    crest: dim(mix(main, [255, 255, 255], 0.12), daylight),
    light: dim(mix(fromHex(hours.light), second, 0.3), 0.4 + 0.6 * daylight),
    ambient: mix([1, 1, 1], hours.ambient, 0.75),
    accents: tints.length > 0 ? tints.slice(0, 4) : [main, second],
  };
}
