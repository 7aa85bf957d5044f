/** From pixels with transparency, drawn by loops or by the SVG renderer, to a cut-out that can be laid over pictures. */
import sharp from 'sharp';
import { kernels } from '../simd/kernels.ts';
import { addressOf, allocate } from '../simd/memory.ts';
import type { Cutout } from './blit.ts';
import { createLayer, type Layer, settleAlpha } from './picture.ts';

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
  readPixels(canvas, layer, box);
  spreadEdges(layer.y, layer.alpha, layer.width);
  settleAlpha(layer);
  spreadEdges(layer.u, layer.chromaAlpha, layer.width / 2);
  spreadEdges(layer.v, layer.chromaAlpha, layer.width / 2);
  return { layer, left: canvas.left + box.left, top: canvas.top + box.top };
}

function findBox({ rgba, width, height }: Canvas): Area | null {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const isRowEmpty = (row: number) => isEmpty(pixels, { from: row * width, step: 1, count: width });
  let top = 0;
  while (top < height && isRowEmpty(top)) top++;
  if (top === height) return null;
  let bottom = height;
  while (isRowEmpty(bottom - 1)) bottom--;
  const isColumnEmpty = (column: number) =>
    isEmpty(pixels, { from: top * width + column, step: width, count: bottom - top });
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

const PIXEL_BYTES = 4;

/** Two rows at a time pass through a small stretch of the kernels' memory, which then stays in the processor's cache. */
function readPixels({ rgba, width, height }: Canvas, layer: Layer, box: Area): void {
  const room = Math.ceil(box.width / 8) * 8;
  const rows = [allocate(room * PIXEL_BYTES), allocate(room * PIXEL_BYTES)] as const;
  const [y, alpha, u, v] = [allocate(room), allocate(room), allocate(room), allocate(room)];
  const columns = Math.min(box.width, width - box.left);
  const half = box.width / 2;
  for (let row = 0; row < box.height; row++) {
    const source = rows[row % 2]!;
    const from = (Math.min(height - 1, box.top + row) * width + box.left) * PIXEL_BYTES;
    source.set(rgba.subarray(from, from + columns * PIXEL_BYTES));
    kernels.lumaRun(addressOf(y), addressOf(alpha), addressOf(source), room / 8);
    layer.y.set(y.subarray(0, box.width), row * box.width);
    layer.alpha.set(alpha.subarray(0, box.width), row * box.width);
    if (row % 2 === 0) continue;
    kernels.chromaRun(addressOf(u), addressOf(v), addressOf(rows[0]), addressOf(rows[1]), room / 8);
    layer.u.set(u.subarray(0, half), ((row - 1) / 2) * half);
    layer.v.set(v.subarray(0, half), ((row - 1) / 2) * half);
  }
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
