/** The ground of a landscape: layers of hills, waves or houses that fade with distance and scroll at their own pace. */
import { type Colour, mix, toBlueDifference, toLuma, toRedDifference } from '../picture/colour.ts';
import { scrollOver } from '../picture/compose.ts';
import { createLayer, type Layer, type Picture, settleAlpha } from '../picture/picture.ts';
import {
  createNoiseField,
  createNoiseLine,
  createRandom,
  type NoiseField,
  type Random,
  smooth,
} from '../picture/random.ts';
import type { Setting } from '../scene/lexicon.ts';
import type { Scene } from '../scene/scene.ts';
import { drawSkyline, type Windows } from './houses.ts';
import { even, type Moment, type Size } from './painting.ts';

interface Band {
  layer: Layer;
  top: number;
  /** Below this row the next nearer band hides everything. */
  bottom: number;
  /** Pixels a second, against the camera. */
  pace: number;
  /** Waves also sway. */
  sway: number;
}

export interface Ground {
  paint(onto: Picture, moment: Moment): void;
}

const BANDS = 5;

/** How far a crest rises, as a share of the picture's height: [farthest, nearest]. */
const RISE: Record<Setting, [number, number]> = {
  sea: [0.004, 0.07],
  mountains: [0.34, 0.16],
  forest: [0.16, 0.3],
  desert: [0.08, 0.2],
  city: [0.26, 0.44],
  meadow: [0.07, 0.16],
  space: [0, 0],
  snow: [0.26, 0.14],
};

export function createGround(scene: Scene & { setting: Setting }, size: Size & { horizon: number }): Ground {
  const random = createRandom(scene.seed ^ 0x9207);
  const bands = Array.from({ length: BANDS }, (_, index) => drawBand(scene, { ...size, index, random }));
  bands.forEach((band, index) => {
    const nearer = bands[index + 1];
    if (nearer !== undefined) band.bottom = Math.min(size.height, nearer.top + solidFrom(nearer.layer));
  });
  return {
    paint(onto, moment) {
      for (const band of bands) {
        const left = -band.pace * moment.seconds + band.sway * Math.sin(moment.seconds * 1.3 + band.top);
        scrollOver(onto, band.layer, { left, top: band.top, bottom: band.bottom });
      }
    },
  };
}

/** The first row of a layer without a hole in it or below. */
function solidFrom(layer: Layer): number {
  for (let at = layer.alpha.length - 1; at >= 0; at--) {
    if (layer.alpha[at]! < 255) return even(Math.floor(at / layer.width) + 2);
  }
  return 0;
}

interface BandPlace extends Size {
  horizon: number;
  index: number;
  random: Random;
}

function drawBand(scene: Scene & { setting: Setting }, place: BandPlace): Band {
  const { width, height, horizon, index, random } = place;
  const nearness = index / (BANDS - 1);
  const [far, near] = RISE[scene.setting];
  const rise = (far + (near - far) * nearness) * height;
  const foot = horizon + (height - horizon) * 0.86 * nearness ** 1.5;
  const top = Math.max(0, even(foot - rise));
  const layer = createLayer(even(width * 1.25), even(height - top));
  const profile = drawProfile(scene.setting, { length: layer.width, random, nearness });
  const crests = profile.heights.map((value) => foot - top - value * rise);
  const fade = 0.82 * (1 - nearness) ** 1.2;
  colourBand(layer, {
    crests,
    crest: mix(
      mix(scene.palette.ground, scene.palette.crest, scene.setting === 'sea' ? 0.75 : 0.9),
      scene.palette.haze,
      fade,
    ),
    ground: mix(scene.palette.ground, scene.palette.haze, fade * 0.92),
    extent: Math.max(24, (height - top) * (scene.setting === 'sea' ? 0.3 : 0.6)),
    noise: createNoiseField(random, { cells: scene.setting === 'sea' ? 8 : 16, octaves: 4 }),
    stretch: scene.setting === 'sea' ? 5 : 1,
    windows: profile.windows,
    glow: scene.palette.light,
  });
  const direction = Math.sign(scene.camera.across || 1);
  const sea = scene.setting === 'sea';
  return {
    layer,
    top,
    bottom: height,
    pace: width * (0.004 + 0.03 * nearness ** 1.5) * (sea && index % 2 === 1 ? -direction : direction),
    sway: sea ? width * 0.012 * (0.3 + nearness) : 0,
  };
}

interface Profile {
  /** From 0 at the foot to 1 at the highest crest, for every column. */
  heights: Float32Array;
  windows: Windows | null;
}

function drawProfile(setting: Setting, line: { length: number; random: Random; nearness: number }): Profile {
  const { length, random, nearness } = line;
  if (setting === 'city') return drawSkyline(random, { length, nearness });
  const cells = { sea: 7, mountains: 3, forest: 3, desert: 2, meadow: 2, snow: 4, space: 2 }[setting];
  const octaves = { sea: 1, mountains: 6, forest: 3, desert: 1, meadow: 2, snow: 5, space: 1 }[setting];
  const heights = createNoiseLine(random, { length, cells: cells + Math.round(nearness), octaves });
  if (setting === 'mountains' || setting === 'snow') {
    for (let at = 0; at < length; at++) heights[at] = (1 - Math.abs(2 * heights[at]! - 1)) ** 1.3;
  }
  if (setting === 'forest') addTrees(heights, { random, nearness });
  return { heights, windows: null };
}

/** Fir trees: triangles of their own height stand on the line of the hill. */
function addTrees(heights: Float32Array, trees: { random: Random; nearness: number }): void {
  const hill = heights.map((value) => value * 0.45);
  heights.set(hill);
  const step = Math.max(3, Math.round(heights.length * (0.006 + 0.014 * trees.nearness)));
  for (let foot = 0; foot < heights.length; foot += Math.max(2, Math.round(step * (0.4 + 0.8 * trees.random())))) {
    const tall = 0.22 + 0.33 * trees.random();
    for (let side = -step; side <= step; side++) {
      const at = (foot + side + heights.length) % heights.length;
      const notch = 0.04 * ((Math.abs(side) * 5) % step) * (1 / step);
      heights[at] = Math.max(heights[at]!, hill[foot]! + tall * (1 - Math.abs(side) / step) - notch);
    }
  }
}

interface BandColours {
  crests: Float32Array;
  crest: Colour;
  ground: Colour;
  extent: number;
  noise: NoiseField;
  stretch: number;
  windows: Windows | null;
  glow: Colour;
}

const RAMP_STEPS = 256;

function colourBand(layer: Layer, band: BandColours): void {
  const ramp = Array.from({ length: RAMP_STEPS }, (_, step) => mix(band.crest, band.ground, step / (RAMP_STEPS - 1)));
  const luma = Uint8Array.from(ramp, toLuma);
  const blue = Uint8Array.from(ramp, toBlueDifference);
  const red = Uint8Array.from(ramp, toRedDifference);
  // Holes take the crest's colour too: scrolling mixes neighbours, and black holes would leave a dark outline.
  layer.y.fill(luma[0]!);
  layer.u.fill(blue[0]!);
  layer.v.fill(red[0]!);
  const { width, height } = layer;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const below = row + 1 - band.crests[column]!;
      if (below <= 0) continue;
      const at = row * width + column;
      layer.alpha[at] = below >= 1 ? 255 : below * 255;
      const grain = band.noise.at((column / width) * 3, ((row * band.stretch) / width) * 3) - 0.5;
      const depth = smooth(below / band.extent) + grain * 0.55;
      const step = depth <= 0 ? 0 : depth >= 1 ? RAMP_STEPS - 1 : (depth * (RAMP_STEPS - 1)) | 0;
      layer.y[at] = luma[step]!;
      if ((row | column) & 1) continue;
      const chroma = (row / 2) * (width / 2) + column / 2;
      layer.u[chroma] = blue[step]!;
      layer.v[chroma] = red[step]!;
    }
  }
  band.windows?.light(layer, { crests: band.crests, glow: band.glow });
  settleAlpha(layer);
}
