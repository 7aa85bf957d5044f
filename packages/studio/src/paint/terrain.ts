/** Ridges of land: a line of noise against the sky, lit from one side, fading into haze towards its foot. */
import { type Canvas, createCanvas } from '../picture/canvas.ts';
import type { Colour } from '../picture/colour.ts';
import { createNoiseField, createNoiseLine, createRandom, type NoiseField, smooth } from '../picture/random.ts';
import { grainOf, type Site } from './site.ts';

export interface Ridge {
  seed: number;
  /** Where it stands and how high its highest point rises, in pixels of the frame. */
  foot: number;
  rise: number;
  cells: number;
  /** 'peaks' are sharp and faceted, 'hills' soft. */
  form: 'peaks' | 'hills';
  dark: Colour;
  lit: Colour;
  /** Snow on whatever is higher than this share of the rise; 1 for none. */
  snowFrom: number;
  haze: number;
  /** Pixels below the foot that are filled too. */
  depth: number;
}

const SNOW: Colour = [244, 248, 253];

export function paintRidge(site: Site, ridge: Ridge): { canvas: Canvas; line: Float32Array } {
  const { area, scene } = site;
  const random = createRandom(scene.seed ^ ridge.seed);
  const line = ridgeLine(
    ridge,
    createNoiseLine(random, {
      length: area.width,
      cells: ridge.cells,
      octaves: ridge.form === 'peaks' ? 6 : 3,
    }),
  );
  const top = Math.max(area.top, Math.floor(Math.min(...line)) - 2);
  const bottom = Math.min(area.top + area.height, ridge.foot + ridge.depth);
  const canvas = createCanvas({ ...area, top, height: Math.max(2, Math.ceil(bottom - top)) });
  const noise = createNoiseField(random, { cells: 8, octaves: 5 });
  const deepest = Math.max(...line) - top;
  const pixels = new Uint32Array(canvas.rgba.buffer, canvas.rgba.byteOffset, canvas.rgba.length / 4);
  const grain = grainOf(site.size);
  for (let row = 0; row < canvas.height; row++) {
    // Well inside the ridge an odd row is the even one above it.
    if (row % grain !== 0 && row - 2 > deepest)
      pixels.copyWithin(row * canvas.width, (row - 1) * canvas.width, row * canvas.width);
    else paintRow(site, ridge, { canvas, pixels, line, noise, row });
  }
  return { canvas, line };
}

interface RidgeRow {
  canvas: Canvas;
  /** The canvas, a number a pixel: its lowest byte is red, its highest the cover. */
  pixels: Uint32Array;
  line: Float32Array;
  noise: NoiseField;
  row: number;
}

/** Channel by channel and without colours as arrays: a ridge has a million pixels, and each would make garbage. */
function paintRow({ scene, size }: Site, ridge: Ridge, { canvas, pixels, line, noise, row }: RidgeRow): void {
  const { width } = canvas;
  const { haze, ambient } = scene.palette;
  const unit = 1 / size.height;
  const y = row + canvas.top;
  const v = y * unit;
  const height = (ridge.foot - y) / ridge.rise;
  const veil = Math.min(0.95, ridge.haze + 0.35 * ridge.haze * smooth(1 - height));
  const grain = grainOf(size);
  let paint = 0;
  for (let column = 0; column < width; column++) {
    const crest = line[column]!;
    if (row < Math.floor(crest - canvas.top)) continue;
    if (column % grain === 0 || row < Math.floor(line[column - 1]! - canvas.top)) {
      const slope = (line[Math.min(column + 3, width - 1)]! - line[Math.max(0, column - 3)]!) / 6;
      const u = column * unit;
      const light = lightAt(ridge, { u, v, slope, below: (y - crest) * unit, noise });
      const white =
        ridge.snowFrom < 1 ? smooth((height - ridge.snowFrom + 0.5 * (noise.at(u * 2.3, v * 2.3) - 0.5)) / 0.12) : 0;
      paint = 0;
      for (let channel = 2; channel >= 0; channel--) {
        const dark = ridge.dark[channel]!;
        const snow = SNOW[channel]! * ambient[channel]!;
        const bare = dark + (ridge.lit[channel]! - dark) * light;
        const covered = snow + (dark - snow) * 0.45 * (1 - light);
        const tone = bare + (covered - bare) * white;
        paint = (paint << 8) | Math.min(255, tone + (haze[channel]! - tone) * veil + 0.5);
      }
    }
    const cover = 255 * Math.min(1, Math.max(0, y - crest + 0.5));
    pixels[row * width + column] = paint | (cover << 24);
  }
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

type Spot = { u: number; v: number; slope: number; below: number; noise: NoiseField };

function lightAt(ridge: Ridge, { u, v, slope, below, noise }: Spot): number {
  if (ridge.form === 'peaks') {
    // Ridged noise leans downhill, which reads as gullies and faces of rock.
    const x = u * 0.55 + v * 0.3;
    const y = v * 0.42 + u * 0.08;
    const face = Math.abs(2 * noise.at(x + 0.016, y - 0.01) - 1) - Math.abs(2 * noise.at(x, y) - 1);
    const crag = noise.at(u * 1.7, v * 1.5) - noise.at(u * 1.7 + 0.012, v * 1.5 - 0.008);
    return smooth(0.45 + 3.4 * face + 1.6 * crag - 0.7 * slope * (1 - smooth(below * 5)));
  }
  return smooth(0.62 - slope * 0.8 - below * 1.2 + 0.5 * (noise.at(u * 1.6, v * 4) - 0.5));
}
