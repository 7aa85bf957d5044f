/** Prompts as small pictures, and what can be measured in them. Pictures are drawn once and kept for the whole file. */
import { type Moment, STILL_MOMENT } from '../../src/paint/painting.ts';
import { paintPrompt } from '../../src/paint/prompt-picture.ts';
import { createPicture, writeRgb } from '../../src/picture/picture.ts';
import { readScene, type SceneWords } from '../../src/scene/scene.ts';
import { meanColour } from './studio.ts';

export const SIZE = { width: 160, height: 90 };

export type Words = Partial<Omit<SceneWords, 'prompt'>>;

const kept = new Map<string, Promise<Uint8Array>>();

/** The picture a prompt gives, as RGB. */
export function draw(prompt: string, words: Words = {}): Promise<Uint8Array> {
  const key = JSON.stringify([prompt, words]);
  const drawn = kept.get(key) ?? drawAt(prompt, [STILL_MOMENT], words).then(([picture]) => picture!);
  kept.set(key, drawn);
  return drawn;
}

/** The same painting at several moments. */
export async function drawAt(prompt: string, moments: Moment[], words: Words = {}): Promise<Uint8Array[]> {
  const scene = readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 3, ...words });
  const painting = await paintPrompt(scene, SIZE, moments.length === 1 ? 'one' : 'many');
  const picture = createPicture(SIZE.width, SIZE.height);
  return moments.map((moment) => {
    painting.paint(picture, moment);
    return Uint8Array.from(writeRgb(picture));
  });
}

export function upper(rgb: Uint8Array): Uint8Array {
  return rgb.subarray(0, SIZE.width * Math.round(SIZE.height * 0.45) * 3);
}

export function lower(rgb: Uint8Array): Uint8Array {
  return rgb.subarray(SIZE.width * Math.round(SIZE.height * 0.68) * 3);
}

export function light(rgb: Uint8Array): number {
  const { red, green, blue } = meanColour(rgb);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How much more of one colour there is than of the strongest other. */
export function redness(rgb: Uint8Array): number {
  const { red, green, blue } = meanColour(rgb);
  return red - Math.max(green, blue);
}

export function blueness(rgb: Uint8Array): number {
  const { red, green, blue } = meanColour(rgb);
  return blue - Math.max(red, green);
}

type Question = (red: number, green: number, blue: number) => boolean;

/** The percentage of pixels for which a question about red, green and blue is answered with yes. */
export function percent(question: Question): (rgb: Uint8Array) => number {
  return (rgb) => {
    let found = 0;
    for (let at = 0; at < rgb.length; at += 3) if (question(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!)) found++;
    return (300 * found) / rgb.length;
  };
}

export const redPercent = percent((red, green, blue) => red > 110 && red > 1.8 * green && red > 1.8 * blue);
export const yellowPercent = percent((red, green, blue) => red > 150 && green > 110 && blue < 0.5 * green);
export const bluePercent = percent((red, green, blue) => blue > 90 && blue > 1.5 * red && blue > 1.25 * green);
export const greenPercent = percent((red, green, blue) => green > 70 && green > 1.3 * red && green > 1.3 * blue);
export const whitePercent = percent((red, green, blue) => Math.min(red, green, blue) > 200);
export const blackPercent = percent((red, green, blue) => Math.max(red, green, blue) < 50);
export const vividPercent = percent((red, green, blue) => Math.max(red, green, blue) - Math.min(red, green, blue) > 90);
export const tintedPercent = percent((red, green, blue) => Math.max(red, green, blue) - Math.min(red, green, blue) > 6);

/** Mean difference between neighbours: how much detail there is. */
export function detail(rgb: Uint8Array): number {
  let sum = 0;
  for (let at = 1; at + 3 < rgb.length; at += 3) sum += Math.abs(rgb[at]! - rgb[at + 3]!);
  return sum / (rgb.length / 3);
}

/** Connected regions of at least so many pixels that are brighter than the bound. */
export function brightDiscs(brighterThan: number, pixels: number): (rgb: Uint8Array) => number {
  return (rgb) => {
    const open = new Set<number>();
    for (let at = 0; at < rgb.length / 3; at++) if (rgb[at * 3 + 1]! > brighterThan) open.add(at);
    let discs = 0;
    for (const start of open) {
      const reached = [start];
      open.delete(start);
      for (const at of reached)
        for (const next of [at - 1, at + 1, at - SIZE.width, at + SIZE.width])
          if (open.delete(next)) reached.push(next);
      if (reached.length >= pixels) discs++;
    }
    return discs;
  };
}

/** By how many pixels one picture must be moved to look like the other. */
export function findShift(one: Uint8Array, other: Uint8Array): { x: number; y: number } {
  let best = { x: 0, y: 0, difference: Number.POSITIVE_INFINITY };
  for (let y = -7; y <= 7; y++) {
    for (let x = -7; x <= 7; x++) {
      let difference = 0;
      for (let row = 20; row < 70; row += 2) {
        for (let column = 10; column < SIZE.width - 10; column += 2) {
          const from = (row * SIZE.width + column) * 3 + 1;
          difference += Math.abs(one[from]! - other[from + (y * SIZE.width + x) * 3]!);
        }
      }
      if (difference < best.difference) best = { x, y, difference };
    }
  }
  return { x: best.x, y: best.y };
}
