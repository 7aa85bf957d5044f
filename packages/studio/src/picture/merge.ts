/** Fewer and smaller layers for the same picture: neighbours become one, and rows that are always hidden are dropped. */
import type { Cutout } from './blit.ts';
import { createLayer, type Layer } from './picture.ts';
import { runsOf, solidFromRow } from './runs.ts';

/** Lays one cut-out over another for good. */
export function mergeCutouts(lower: Cutout, upper: Cutout): Cutout {
  const left = Math.min(lower.left, upper.left);
  const top = Math.min(lower.top, upper.top);
  const right = Math.max(lower.left + lower.layer.width, upper.left + upper.layer.width);
  const bottom = Math.max(lower.top + lower.layer.height, upper.top + upper.layer.height);
  const layer = createLayer(right - left, bottom - top);
  const placeOf = (part: Cutout) => ({ x: part.left - left, y: part.top - top });
  copyPlanes(layer, lower.layer, placeOf(lower));
  layPlanes(layer, upper.layer, placeOf(upper));
  return { layer, left, top };
}

interface Place {
  x: number;
  y: number;
}

/** Onto nothing, whole rows can simply be copied. */
function copyPlanes(onto: Layer, part: Layer, { x, y }: Place): void {
  for (const [plane, size] of [
    ['y', 1],
    ['alpha', 1],
    ['u', 2],
    ['v', 2],
    ['chromaAlpha', 2],
  ] as const) {
    const [from, to] = [part.width / size, onto.width / size];
    for (let row = 0; row < part.height / size; row++) {
      const source = part[plane].subarray(row * from, (row + 1) * from);
      onto[plane].set(source, (y / size + row) * to + x / size);
    }
  }
}

function layPlanes(onto: Layer, part: Layer, { x, y }: Place): void {
  const luma = {
    width: part.width,
    target: onto.width,
    start: y * onto.width + x,
    cover: part.alpha,
    alpha: onto.alpha,
  };
  layOver(onto.y, part.y, luma);
  addCover(luma);
  const half = part.width / 2;
  const start = (y / 2) * (onto.width / 2) + x / 2;
  const chroma = { width: half, target: onto.width / 2, start, cover: part.chromaAlpha, alpha: onto.chromaAlpha };
  layOver(onto.u, part.u, chroma);
  layOver(onto.v, part.v, chroma);
  addCover(chroma);
}

interface Part {
  width: number;
  target: number;
  start: number;
  cover: Uint8Array;
  alpha: Uint8Array;
}

function layOver(onto: Uint8Array, plane: Uint8Array, { width, target, start, cover, alpha }: Part): void {
  for (let row = 0, from = 0; from < cover.length; row++) {
    for (let to = start + row * target; from < (row + 1) * width; to++, from++) {
      const over = cover[from]!;
      const under = alpha[to]!;
      if (over === 255 || under === 0) onto[to] = plane[from]!;
      else if (over !== 0) {
        const rest = (under * (255 - over)) / 255;
        onto[to] = (plane[from]! * over + onto[to]! * rest) / (over + rest) + 0.5;
      }
    }
  }
}

function addCover({ width, target, start, cover, alpha }: Part): void {
  for (let row = 0, from = 0; from < cover.length; row++) {
    for (let to = start + row * target; from < (row + 1) * width; to++, from++) {
      const over = cover[from]!;
      if (over !== 0) alpha[to] = over + (alpha[to]! * (255 - over)) / 255 + 0.5;
    }
  }
}

/** The first row, in pixels of the frame, from which a cut-out hides everything behind it; none if it has holes below. */
export function solidFrom({ layer, top }: Cutout): number {
  const row = solidFromRow(runsOf(layer).luma);
  return row === layer.height ? Number.POSITIVE_INFINITY : top + row;
}

/** Drops the rows from `bottom` on. */
export function cropBelow(cutout: Cutout, bottom: number): Cutout {
  const { layer, left, top } = cutout;
  const rows = Math.max(2, 2 * Math.ceil((bottom - top) / 2));
  if (rows >= layer.height) return cutout;
  const cropped = createLayer(layer.width, rows);
  for (const plane of ['y', 'u', 'v', 'alpha', 'chromaAlpha'] as const) {
    cropped[plane].set(layer[plane].subarray(0, cropped[plane].length));
  }
  return { layer: cropped, left, top };
}
