/** Lays a layer over a picture, moved and scaled by fractions of a pixel; wholly solid stretches take the short way. */
import type { Layer, Picture } from './picture.ts';

/** Which part of each row holds anything at all, and its longest stretch without a hole. */
interface Spans {
  first: Int32Array;
  end: Int32Array;
  solidFirst: Int32Array;
  solidEnd: Int32Array;
}

/** A layer whose spans are known, with its corner in the coordinates of the frame. */
export interface Cutout {
  layer: Layer;
  left: number;
  top: number;
  lumaSpans: Spans;
  chromaSpans: Spans;
}

export function createCutout(layer: Layer, corner: { left: number; top: number }): Cutout {
  return {
    layer,
    ...corner,
    lumaSpans: findSpans(layer.alpha, layer.width),
    chromaSpans: findSpans(layer.chromaAlpha, layer.width / 2),
  };
}

const SOLID = 252;

function findSpans(alpha: Uint8Array, width: number): Spans {
  const rows = alpha.length / width;
  const empty = () => new Int32Array(rows);
  const spans = { first: empty(), end: empty(), solidFirst: empty(), solidEnd: empty() };
  for (let row = 0; row < rows; row++) {
    let first = width;
    let end = 0;
    let runFirst = 0;
    for (let column = 0; column < width; column++) {
      const cover = alpha[row * width + column]!;
      if (cover !== 0) {
        if (column < first) first = column;
        end = column + 1;
      }
      if (cover < SOLID) runFirst = column + 1;
      else if (column + 1 - runFirst > spans.solidEnd[row]! - spans.solidFirst[row]!) {
        spans.solidFirst[row] = runFirst;
        spans.solidEnd[row] = column + 1;
      }
    }
    spans.first[row] = first;
    spans.end[row] = end;
  }
  return spans;
}

/** Where the cut-out's corner goes and how much larger it is drawn; opacity from 0 to 1. */
export interface Spot {
  left: number;
  top: number;
  scale: number;
  opacity?: number;
}

export function blit(onto: Picture, cutout: Cutout, spot: Spot): void {
  const { layer } = cutout;
  const strength = Math.round((spot.opacity ?? 1) * 256);
  const luma = { width: onto.width, height: onto.height, ...spot, strength };
  blitPlane(onto.y, { ...luma, plane: layer.y, alpha: layer.alpha, spans: cutout.lumaSpans, layerWidth: layer.width });
  const chroma = {
    width: onto.width / 2,
    height: onto.height / 2,
    left: spot.left / 2,
    top: spot.top / 2,
    scale: spot.scale,
    strength,
    alpha: layer.chromaAlpha,
    spans: cutout.chromaSpans,
    layerWidth: layer.width / 2,
  };
  blitPlane(onto.u, { ...chroma, plane: layer.u });
  blitPlane(onto.v, { ...chroma, plane: layer.v });
}

interface PlaneBlit {
  plane: Uint8Array;
  alpha: Uint8Array;
  spans: Spans;
  layerWidth: number;
  width: number;
  height: number;
  left: number;
  top: number;
  scale: number;
  strength: number;
}

/** Places are counted in 65536ths of a pixel, as in compose.ts. */
const UNIT = 65536;

function blitPlane(onto: Uint8Array, job: PlaneBlit): void {
  const { spans, layerWidth, scale } = job;
  const rows = spans.first.length;
  const step = Math.round(UNIT / scale);
  const startX = Math.round(((0.5 - job.left) / scale - 0.5) * UNIT);
  const top = Math.max(0, Math.floor(job.top));
  const bottom = Math.min(job.height, Math.ceil(job.top + rows * scale) + 1);
  const column = (source: number) => Math.min(job.width, Math.max(0, Math.ceil((source * UNIT - startX) / step)));
  for (let row = top; row < bottom; row++) {
    const y = Math.round(((row + 0.5 - job.top) / scale - 0.5) * UNIT);
    const upper = y >> 16;
    if (upper < 0 || upper >= rows - 1) continue;
    const lower = upper + 1;
    const first = Math.max(0, Math.min(spans.first[upper]!, spans.first[lower]!) - 1);
    const end = Math.min(layerWidth - 1, Math.max(spans.end[upper]!, spans.end[lower]!));
    if (first >= end) continue;
    const from = column(first);
    const to = column(end);
    let solidFrom = column(Math.max(spans.solidFirst[upper]!, spans.solidFirst[lower]!));
    let solidTo = column(Math.min(spans.solidEnd[upper]!, spans.solidEnd[lower]!) - 1);
    if (job.strength < 256 || solidTo <= solidFrom) solidFrom = solidTo = to;
    const run = { row: row * job.width, source: upper * layerWidth, startX, step, down: (y >> 8) & 255 };
    mixRun(onto, job, { ...run, from, to: Math.min(to, solidFrom) });
    copyRun(onto, job, { ...run, from: Math.max(from, solidFrom), to: Math.min(to, solidTo) });
    mixRun(onto, job, { ...run, from: Math.max(from, solidTo), to });
  }
}

interface Run {
  row: number;
  source: number;
  startX: number;
  step: number;
  down: number;
  from: number;
  to: number;
}

function copyRun(onto: Uint8Array, { plane, layerWidth }: PlaneBlit, run: Run): void {
  const { row, source, step, down, from, to } = run;
  let x = run.startX + step * from;
  if (step === UNIT && down === 0 && (x & 0xff00) === 0) {
    const at = source + (x >> 16);
    if (to > from) onto.set(plane.subarray(at, at + to - from), row + from);
    return;
  }
  const rest = 256 - down;
  for (let target = row + from; target < row + to; target++, x += step) {
    const at = source + (x >> 16);
    const across = (x >> 8) & 255;
    const left = plane[at]! * rest + plane[at + layerWidth]! * down;
    const right = plane[at + 1]! * rest + plane[at + layerWidth + 1]! * down;
    onto[target] = (left * (256 - across) + right * across + 32768) >> 16;
  }
}

function mixRun(onto: Uint8Array, { plane, alpha, layerWidth, strength }: PlaneBlit, run: Run): void {
  const { row, source, step, down, from, to } = run;
  let x = run.startX + step * from;
  const rest = 256 - down;
  for (let target = row + from; target < row + to; target++, x += step) {
    const at = source + (x >> 16);
    const below = at + layerWidth;
    const across = (x >> 8) & 255;
    const leftAlpha = alpha[at]! * rest + alpha[below]! * down;
    const rightAlpha = alpha[at + 1]! * rest + alpha[below + 1]! * down;
    const cover = (((leftAlpha * (256 - across) + rightAlpha * across) >> 16) * strength) >> 8;
    if (cover === 0) continue;
    const left = plane[at]! * rest + plane[below]! * down;
    const right = plane[at + 1]! * rest + plane[below + 1]! * down;
    const tone = (left * (256 - across) + right * across + 32768) >> 16;
    const under = onto[target]!;
    onto[target] = cover > 253 ? tone : under + (((tone - under) * cover + 128) >> 8);
  }
}
