/** Ridges of land: a line of noise against the sky, lit from one side, fading into haze towards its foot. */
import { type Canvas, createCanvas } from '../picture/canvas.ts';
import { type Colour, mix } from '../picture/colour.ts';
import { createNoiseField, createNoiseLine, createRandom, smooth } from '../picture/random.ts';
import type { Site } from './site.ts';

export interface Ridge {
  seed: number;
  /** Where it stands and how high its highest point rises, in pixels of the frame. */
  foot: number;
  rise: number;
  cells: number;
  /** 'peaks' are sharp and faceted, 'hills' soft, 'dunes' have one lit and one dark flank. */
  form: 'peaks' | 'hills' | 'dunes';
  dark: Colour;
  lit: Colour;
  /** Snow on whatever is higher than this share of the rise; 1 for none. */
  snowFrom: number;
  haze: number;
  /** Pixels below the foot that are filled too. */
  depth: number;
}

const SNOW: Colour = [244, 248, 253];

export function paintRidge({ area, scene, size }: Site, ridge: Ridge): { canvas: Canvas; line: Float32Array } {
  const random = createRandom(scene.seed ^ ridge.seed);
  const line = ridgeLine(
    ridge,
    createNoiseLine(random, {
      length: area.width,
      cells: ridge.cells,
      octaves: ridge.form === 'peaks' ? 6 : ridge.form === 'hills' ? 3 : 2,
    }),
  );
  const top = Math.floor(Math.min(...line)) - 2;
  const canvas = createCanvas({ ...area, top: Math.max(area.top, top), height: 0 });
  const bottom = Math.min(area.top + area.height, ridge.foot + ridge.depth);
  const sized = createCanvas({ ...area, top: canvas.top, height: Math.max(2, Math.ceil(bottom - canvas.top)) });
  const noise = createNoiseField(random, { cells: 8, octaves: 5 });
  const { haze, ambient } = scene.palette;
  const snow: Colour = [SNOW[0] * ambient[0], SNOW[1] * ambient[1], SNOW[2] * ambient[2]];
  const unit = 1 / size.height;
  for (let column = 0; column < sized.width; column++) {
    const crest = line[column]!;
    const slope = (line[Math.min(column + 3, sized.width - 1)]! - line[Math.max(0, column - 3)]!) / 6;
    for (let row = Math.max(0, Math.floor(crest - sized.top)); row < sized.height; row++) {
      const y = row + sized.top;
      const u = column * unit;
      const v = y * unit;
      const light = lightAt(ridge, { u, v, slope, below: (y - crest) * unit, noise });
      let colour = mix(ridge.dark, ridge.lit, light);
      const height = (ridge.foot - y) / ridge.rise;
      const white = smooth((height - ridge.snowFrom + 0.5 * (noise.at(u * 2.3, v * 2.3) - 0.5)) / 0.12);
      if (ridge.snowFrom < 1 && white > 0) colour = mix(colour, mix(mix(snow, ridge.dark, 0.45), snow, light), white);
      colour = mix(colour, haze, Math.min(0.95, ridge.haze + 0.35 * ridge.haze * smooth(1 - height)));
      const at = (row * sized.width + column) * 4;
      sized.rgba[at] = colour[0];
      sized.rgba[at + 1] = colour[1];
      sized.rgba[at + 2] = colour[2];
      sized.rgba[at + 3] = 255 * Math.min(1, Math.max(0, y - crest + 0.5));
    }
  }
  return { canvas: sized, line };
}

function ridgeLine(ridge: Ridge, noise: Float32Array): Float32Array {
  const low = Math.min(...noise);
  const span = Math.max(0.001, Math.max(...noise) - low);
  return noise.map((value) => {
    const share = (value - low) / span;
    return (
      ridge.foot - ridge.rise * (ridge.form === 'peaks' ? 0.12 + 0.88 * share ** 1.5 : 0.05 + 0.95 * smooth(share))
    );
  });
}

type Spot = { u: number; v: number; slope: number; below: number; noise: ReturnType<typeof createNoiseField> };

function lightAt(ridge: Ridge, { u, v, slope, below, noise }: Spot): number {
  if (ridge.form === 'peaks') {
    // Ridged noise leans downhill, which reads as gullies and faces of rock.
    const fold = (x: number, y: number) => 1 - Math.abs(2 * noise.at(x, y) - 1);
    const [x, y] = [u * 0.55 + v * 0.3, v * 0.42 + u * 0.08];
    const face = fold(x, y) - fold(x + 0.016, y - 0.01);
    const crag = noise.at(u * 1.7, v * 1.5) - noise.at(u * 1.7 + 0.012, v * 1.5 - 0.008);
    return smooth(0.45 + 3.4 * face + 1.6 * crag - 0.7 * slope * (1 - smooth(below * 5)));
  }
  if (ridge.form === 'dunes') {
    const x = u * 0.1 + v * 0.16;
    const swell = noise.at(x, v * 0.3) - noise.at(x + 0.012, v * 0.3 - 0.01);
    const ripples = 0.05 * Math.sin((v + 0.25 * noise.at(u * 0.4, v)) * 420) * smooth(below * 6);
    return smooth(0.5 + 9 * swell + 0.25 * smooth(1 - below * 14) - 0.5 * below - 0.3 * slope + ripples);
  }
  return smooth(0.62 - slope * 0.8 - below * 1.2 + 0.5 * (noise.at(u * 1.6, v * 4) - 0.5));
}
