/** From pixels with transparency, drawn by loops or by the SVG renderer, to a cut-out that can be laid over pictures. */
import sharp from 'sharp';
import { kernels } from '../simd/kernels.ts';
import { addressOf } from '../simd/memory.ts';
import type { Cutout } from './blit.ts';
import { createLayer, fill, type Layer, settleAlpha } from './picture.ts';

/** A piece of the stage in pixels of the frame; it may begin left of or above it. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Canvas extends Area {
  /** Four bytes a pixel: red, green, blue, cover. */
  rgba: Uint8ClampedArray;
}

export function createCanvas(area: Area): Canvas {
  return { ...area, rgba: new Uint8ClampedArray(area.width * area.height * 4) };
}

/** Draws SVG shapes (never text: fonts differ between machines) whose coordinates are those of the frame. */
export async function drawShapes(body: string, area: Area): Promise<Canvas> {
  const { left, top, width, height } = area;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}">${body}</svg>`;
  const rgba = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return { ...area, rgba: new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length) };
}

/** Null when nothing was drawn. Empty borders are cut away: they cost memory and time on every frame. */
export function cutOut(canvas: Canvas): Cutout | null {
  const box = findBox(canvas);
  if (box === null) return null;
  const layer = createLayer(box.width, box.height);
  fill(layer, [0, 0, 0]);
  for (let row = 0; row < box.height; row += 2) readRows(canvas, layer, { box, row });
  spreadEdges(layer.y, layer.alpha, layer.width);
  settleAlpha(layer);
  spreadEdges(layer.u, layer.chromaAlpha, layer.width / 2);
  spreadEdges(layer.v, layer.chromaAlpha, layer.width / 2);
  return { layer, left: canvas.left + box.left, top: canvas.top + box.top };
}

function findBox({ rgba, width, height }: Canvas): Area | null {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const isRowEmpty = (row: number) => isEmpty(pixels, { from: row * width, step: 1, count: width });
  const isColumnEmpty = (column: number) => isEmpty(pixels, { from: column, step: width, count: height });
  let top = 0;
  while (top < height && isRowEmpty(top)) top++;
  if (top === height) return null;
  let bottom = height;
  while (isRowEmpty(bottom - 1)) bottom--;
  let left = 0;
  while (isColumnEmpty(left)) left++;
  let right = width;
  while (isColumnEmpty(right - 1)) right--;
  left -= left % 2;
  top -= top % 2;
  return { left, top, width: right - left + ((right - left) % 2), height: bottom - top + ((bottom - top) % 2) };
}

/** The highest byte of a pixel, read as one number, is its cover on every processor Node runs on. */
function isEmpty(pixels: Uint32Array, line: { from: number; step: number; count: number }): boolean {
  const { from, step, count } = line;
  for (let at = from, left = count; left > 0; at += step, left--) if (pixels[at]! >>> 24 !== 0) return false;
  return true;
}

interface Block {
  box: Area;
  row: number;
}

/** Colour is weighted by cover, or the black of empty pixels would darken every edge. */
function readRows({ rgba, width, height }: Canvas, layer: Layer, { box, row }: Block): void {
  const upper = (box.top + row) * width;
  const lower = Math.min(height - 1, box.top + row + 1) * width;
  const wide = layer.width;
  for (let column = 0; column < wide; column += 2) {
    const left = box.left + column;
    const right = left + 1 < width ? left + 1 : left;
    const corners = [(upper + left) * 4, (upper + right) * 4, (lower + left) * 4, (lower + right) * 4] as const;
    const [a, b, c, d] = corners;
    const weight = rgba[a + 3]! + rgba[b + 3]! + rgba[c + 3]! + rgba[d + 3]!;
    if (weight === 0) continue;
    const at = row * wide + column;
    readPixel(rgba, layer, { from: a, at });
    readPixel(rgba, layer, { from: b, at: at + 1 });
    readPixel(rgba, layer, { from: c, at: at + wide });
    readPixel(rgba, layer, { from: d, at: at + wide + 1 });
    const red = sumOf(rgba, corners, 0) / weight;
    const green = sumOf(rgba, corners, 1) / weight;
    const blue = sumOf(rgba, corners, 2) / weight;
    const chroma = (row * wide) / 4 + column / 2;
    layer.u[chroma] = 128.5 - 0.1006 * red - 0.3386 * green + 0.4392 * blue;
    layer.v[chroma] = 128.5 + 0.4392 * red - 0.3989 * green - 0.0403 * blue;
  }
}

function readPixel(rgba: Uint8ClampedArray, layer: Layer, { from, at }: { from: number; at: number }): void {
  layer.alpha[at] = rgba[from + 3]!;
  layer.y[at] = 16.5 + 0.1826 * rgba[from]! + 0.6142 * rgba[from + 1]! + 0.062 * rgba[from + 2]!;
}

function sumOf(
  rgba: Uint8ClampedArray,
  [a, b, c, d]: readonly [number, number, number, number],
  channel: number,
): number {
  return (
    rgba[a + channel]! * rgba[a + 3]! +
    rgba[b + channel]! * rgba[b + 3]! +
    rgba[c + channel]! * rgba[c + 3]! +
    rgba[d + channel]! * rgba[d + 3]!
  );
}

/** Empty pixels take their neighbour's tone, because drawing between pixels reads both. */
function spreadEdges(plane: Uint8Array, alpha: Uint8Array, width: number): void {
  const last = plane.length - width;
  for (let row = 0; row <= last; row += width) {
    const above = row === 0 ? 0 : width;
    const below = row === last ? 0 : width;
    kernels.spreadRun(addressOf(plane) + row, addressOf(alpha) + row, above, below, Math.ceil(width / 16));
  }
}
