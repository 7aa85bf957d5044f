/** From pixels with transparency, drawn by loops or by the SVG renderer, to a cut-out that can be laid over pictures. */
import sharp from 'sharp';
import { type Cutout, createCutout } from './blit.ts';
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
  for (let row = 0; row < box.height; row += 2) readRows(canvas, layer, { box, row });
  spreadEdges(layer.y, layer.alpha, layer.width);
  settleAlpha(layer);
  spreadEdges(layer.u, layer.chromaAlpha, layer.width / 2);
  spreadEdges(layer.v, layer.chromaAlpha, layer.width / 2);
  return createCutout(layer, { left: canvas.left + box.left, top: canvas.top + box.top });
}

function findBox({ rgba, width, height }: Canvas): Area | null {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (rgba[(row * width + column) * 4 + 3]! === 0) continue;
      if (column < left) left = column;
      if (column >= right) right = column + 1;
      if (row < top) top = row;
      bottom = row + 1;
    }
  }
  if (right === 0) return null;
  left -= left % 2;
  top -= top % 2;
  return { left, top, width: right - left + ((right - left) % 2), height: bottom - top + ((bottom - top) % 2) };
}

type Block = { box: Area; row: number };

/** Colour is weighted by cover, or the black of empty pixels would darken every edge. */
function readRows({ rgba, width, height }: Canvas, layer: Layer, { box, row }: Block): void {
  for (let column = 0; column < box.width; column += 2) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let weight = 0;
    for (let corner = 0; corner < 4; corner++) {
      const x = column + (corner & 1);
      const y = row + (corner >> 1);
      const from = (Math.min(height - 1, box.top + y) * width + Math.min(width - 1, box.left + x)) * 4;
      const cover = rgba[from + 3]!;
      const at = y * layer.width + x;
      layer.alpha[at] = cover;
      layer.y[at] = 16.5 + 0.1826 * rgba[from]! + 0.6142 * rgba[from + 1]! + 0.062 * rgba[from + 2]!;
      red += rgba[from]! * cover;
      green += rgba[from + 1]! * cover;
      blue += rgba[from + 2]! * cover;
      weight += cover;
    }
    const chroma = (row / 2) * (layer.width / 2) + column / 2;
    const share = 1 / Math.max(1, weight);
    layer.u[chroma] = 128.5 + (-0.1006 * red - 0.3386 * green + 0.4392 * blue) * share;
    layer.v[chroma] = 128.5 + (0.4392 * red - 0.3989 * green - 0.0403 * blue) * share;
  }
}

/** Empty pixels take their neighbour's tone, because drawing between pixels reads both. */
function spreadEdges(plane: Uint8Array, alpha: Uint8Array, width: number): void {
  const spread = (at: number, from: number) => {
    if (alpha[at] === 0 && from >= 0 && from < alpha.length && alpha[from] !== 0) plane[at] = plane[from]!;
  };
  for (let at = 0; at < plane.length; at++) {
    spread(at, at + 1);
    spread(at, at - 1);
    spread(at, at + width);
    spread(at, at - width);
  }
}
