/** Per-frame ways to put pixels on a picture: place a turned layer, look through a camera, dissolve. */
import { kernels } from '../simd/kernels.ts';
import { addressOf, sparing } from '../simd/memory.ts';
import { COLUMNS_PIXELS } from '../simd/sampling.ts';
import { WHOLE } from '../simd/vectors.ts';
import { layColumns, STEP_MAX, UNIT } from './columns.ts';
import type { Layer, Picture } from './picture.ts';

/** Where the middle of a layer goes, how far it is turned (radians), how large and how solid (0 to 1). */
export interface Placing {
  x: number;
  y: number;
  turn: number;
  scale: number;
  opacity: number;
}

export function placeOver(onto: Picture, layer: Layer, placing: Placing): void {
  const cosine = Math.cos(placing.turn) / placing.scale;
  const sine = Math.sin(placing.turn) / placing.scale;
  const reach = (placing.scale * Math.hypot(layer.width, layer.height)) / 2;
  const halfWidth = layer.width / 2;
  const halfHeight = layer.height / 2;
  const view = {
    a: cosine,
    b: sine,
    x: halfWidth - cosine * placing.x - sine * placing.y,
    y: halfHeight + sine * placing.x - cosine * placing.y,
  };
  const turned = placing.turn !== 0;
  const reachX = turned ? reach : halfWidth * placing.scale;
  const reachY = turned ? reach : halfHeight * placing.scale;
  const area = {
    left: Math.max(0, Math.floor((placing.x - reachX) / 2) * 2),
    right: Math.min(onto.width, Math.ceil((placing.x + reachX) / 2) * 2),
    top: Math.max(0, Math.floor((placing.y - reachY) / 2) * 2),
    bottom: Math.min(onto.height, Math.ceil((placing.y + reachY) / 2) * 2),
  };
  const luma = { view, area, width: onto.width, layerWidth: layer.width, layerHeight: layer.height };
  const strength = Math.round(placing.opacity * 256);
  placePlane(onto.y, { plane: layer.y, alpha: layer.alpha, strength, ...luma });
  const chroma = halved(luma);
  placePlane(onto.u, { plane: layer.u, alpha: layer.chromaAlpha, strength, ...chroma });
  placePlane(onto.v, { plane: layer.v, alpha: layer.chromaAlpha, strength, ...chroma });
}

/** From a place on the target to a place on the source: (a·X + b·Y + x, −b·X + a·Y + y), edges at whole numbers. */
export interface View {
  a: number;
  b: number;
  x: number;
  y: number;
}

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Mapping {
  view: View;
  area: Area;
  width: number;
  layerWidth: number;
  layerHeight: number;
}

function halved(mapping: Mapping): Mapping {
  const { view, area } = mapping;
  return {
    view: { a: view.a, b: view.b, x: view.x / 2, y: view.y / 2 },
    area: { left: area.left / 2, right: area.right / 2, top: area.top / 2, bottom: area.bottom / 2 },
    width: mapping.width / 2,
    layerWidth: mapping.layerWidth / 2,
    layerHeight: mapping.layerHeight / 2,
  };
}

interface Placed extends Mapping {
  plane: Uint8Array;
  alpha: Uint8Array;
  strength: number;
}

const SOLID_CORNERS = 4 * 255;

function placePlane(onto: Uint8Array, placed: Placed): void {
  const { plane, alpha, strength, view, area, layerWidth, layerHeight } = placed;
  const stepX = Math.round(view.a * UNIT);
  const stepY = Math.round(-view.b * UNIT);
  const whole = { from: 0, to: area.right - area.left };
  for (let row = area.top; row < area.bottom; row++) {
    const startX = Math.round((view.a * (area.left + 0.5) + view.b * (row + 0.5) + view.x - 0.5) * UNIT);
    const startY = Math.round((-view.b * (area.left + 0.5) + view.a * (row + 0.5) + view.y - 0.5) * UNIT);
    const wide = within(whole, { start: startX, step: stepX, limit: (layerWidth - 1) * UNIT });
    const { from, to } = within(wide, { start: startY, step: stepY, limit: (layerHeight - 1) * UNIT });
    let x = startX + stepX * from;
    let y = startY + stepY * from;
    const start = row * placed.width + area.left;
    for (let target = start + from; target < start + to; target++, x += stepX, y += stepY) {
      const at = (y >> 16) * layerWidth + (x >> 16);
      const below = at + layerWidth;
      const across = (x >> 8) & 255;
      const down = (y >> 8) & 255;
      const corners = alpha[at]! + alpha[at + 1]! + alpha[below]! + alpha[below + 1]!;
      if (corners === 0) continue;
      let cover = strength;
      // Most of a layer is solid, and there nothing lies between its corners.
      if (corners !== SOLID_CORNERS) {
        const upperAlpha = alpha[at]! * (256 - across) + alpha[at + 1]! * across;
        const lowerAlpha = alpha[below]! * (256 - across) + alpha[below + 1]! * across;
        cover = (((upperAlpha * (256 - down) + lowerAlpha * down) >> 16) * strength) >> 8;
      }
      const upper = plane[at]! * (256 - across) + plane[at + 1]! * across;
      const lower = plane[below]! * (256 - across) + plane[below + 1]! * across;
      const tone = (upper * (256 - down) + lower * down + 32768) >> 16;
      const under = onto[target]!;
      onto[target] = cover > 253 ? tone : under + (((tone - under) * cover + 128) >> 8);
    }
  }
}

/** The part of a run of steps that stays in [0, limit). */
function within(run: { from: number; to: number }, line: { start: number; step: number; limit: number }) {
  const { start, step, limit } = line;
  if (step === 0) return start >= 0 && start < limit ? run : { from: 0, to: 0 };
  const first = Math.ceil((step > 0 ? -start : limit - 1 - start) / step);
  const last = Math.floor((step > 0 ? limit - 1 - start : -start) / step);
  return { from: Math.max(run.from, first), to: Math.min(run.to, last + 1) };
}

/** Fills a whole picture with what a camera sees of a source; beyond its edge the border pixel goes on. */
export function lookThrough(onto: Picture, source: Picture, view: View): void {
  const area = { left: 0, right: onto.width, top: 0, bottom: onto.height };
  const luma = { view, area, width: onto.width, layerWidth: source.width, layerHeight: source.height };
  const look = view.b === 0 && view.a * UNIT <= STEP_MAX ? lookStraight : lookPlane;
  sparing(onto.y, () => look(onto.y, source.y, luma));
  const chroma = halved(luma);
  sparing(onto.u, () => look(onto.u, source.u, chroma));
  sparing(onto.v, () => look(onto.v, source.v, chroma));
}

/** Rows in order: what the last vector of one writes beyond its end, the next paints over. */
function lookStraight(
  onto: Uint8Array,
  plane: Uint8Array,
  { view, area, width, layerWidth, layerHeight }: Mapping,
): void {
  const columns = layColumns({
    start: Math.round((view.a * 0.5 + view.x - 0.5) * UNIT),
    step: Math.round(view.a * UNIT),
    sourceWidth: layerWidth,
    targetWidth: width,
    beyond: 'border',
  });
  const last = (layerHeight - 1) * UNIT - 1;
  for (let row = 0; row < area.bottom; row++) {
    const y = Math.min(last, Math.max(0, Math.round((view.a * (row + 0.5) + view.y - 0.5) * UNIT)));
    kernels.copyRun(
      addressOf(onto) + row * width,
      addressOf(plane) + (y >> 16) * layerWidth,
      layerWidth,
      columns,
      Math.ceil(width / COLUMNS_PIXELS),
      (y & 0xffff) >> 1,
    );
  }
}

function lookPlane(onto: Uint8Array, plane: Uint8Array, mapping: Mapping): void {
  const { view, width, layerWidth } = mapping;
  const stepX = Math.round(view.a * UNIT);
  const stepY = Math.round(-view.b * UNIT);
  const lastX = (layerWidth - 1) * UNIT - 1;
  const lastY = (mapping.layerHeight - 1) * UNIT - 1;
  let target = 0;
  for (let row = 0; row < mapping.area.bottom; row++) {
    let wantedX = Math.round((view.a * 0.5 + view.b * (row + 0.5) + view.x - 0.5) * UNIT);
    let wantedY = Math.round((-view.b * 0.5 + view.a * (row + 0.5) + view.y - 0.5) * UNIT);
    for (let column = 0; column < width; column++, target++, wantedX += stepX, wantedY += stepY) {
      const x = wantedX < 0 ? 0 : wantedX > lastX ? lastX : wantedX;
      const y = wantedY < 0 ? 0 : wantedY > lastY ? lastY : wantedY;
      const at = (y >> 16) * layerWidth + (x >> 16);
      const below = at + layerWidth;
      const across = (x >> 8) & 255;
      const down = (y >> 8) & 255;
      const upper = plane[at]! * (256 - across) + plane[at + 1]! * across;
      const lower = plane[below]! * (256 - across) + plane[below + 1]! * across;
      onto[target] = (upper * (256 - down) + lower * down + 32768) >> 16;
    }
  }
}

/** Mixes a second picture of the same size into the first; a share of 1 leaves only the second. */
export function dissolve(onto: Picture, over: Picture, share: number): void {
  const vectors = Math.ceil(onto.bytes.length / 16);
  kernels.dissolveRun(addressOf(onto.bytes), addressOf(over.bytes), vectors, Math.round(share * WHOLE));
}
