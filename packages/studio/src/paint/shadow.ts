/** The shadow of what stands: its own outline laid on the ground away from the light, darkest where it touches. */
import { type Area, type Canvas, createCanvas } from '../picture/canvas.ts';
import { type Colour, dim, mix } from '../picture/colour.ts';
import type { Light } from './light.ts';
import { even } from './painting.ts';
import { blurred, coverOf, eachCell, type Grid } from './silhouette.ts';

export interface Standing {
  x: number;
  feet: number;
  edge: number;
  light: Light;
  ground: Colour;
}

const CAST_COVER = 0.6;
const TOUCH_COVER = 0.6;

/** Less than one step of eight bits. */
const FAINT = 0.004;

/** Shares of the edge: how high above the ground a foot still darkens it, and how far around. */
const TOUCH_HEIGHT = 0.045;
const TOUCH_SPREAD = 0.03;

/** Shadows lean aside no further than this share of their owner's height: a low sun would lay them across the frame. */
const LEAN_MAX = 0.6;

/** Seen from where people stand, the ground is foreshortened: what touches it is a flat ring. */
const FORESHORTENING = 0.42;

export function castShadow(drawn: Canvas, standing: Standing): Canvas {
  const { feet, edge, light, ground } = standing;
  const lean = Math.min(LEAN_MAX, Math.max(-LEAN_MAX, -light.x * 0.75));
  const area = areaOf(standing, lean);
  const cover = coverOf(drawn, edge);
  const { cell } = cover;
  const grid: Grid = {
    cell,
    width: Math.ceil(area.width / cell),
    height: Math.ceil(area.height / cell),
    values: new Float32Array(Math.ceil(area.width / cell) * Math.ceil(area.height / cell)),
  };
  const touch: Grid = { ...grid, values: new Float32Array(grid.values.length) };
  const soles = solesOf(cover, (feet - drawn.top) / cell, Math.ceil((edge * TOUCH_HEIGHT) / cell));
  const reach = light.shadowReach === 0 ? 0.05 : light.shadowReach;
  for (let row = 0; row < grid.height; row++) {
    const down = area.top + row * cell - feet;
    const high = down / reach;
    for (let column = 0; column < grid.width; column++) {
      const place = area.left + column * cell;
      if (high >= 0) {
        const from = Math.round((place - lean * high - drawn.left) / cell);
        const above = Math.round((feet - high - drawn.top) / cell);
        if (from >= 0 && from < cover.width && above >= 0 && above < cover.height)
          grid.values[row * grid.width + column] =
            cover.values[above * cover.width + from]! * Math.max(0, 1 - (0.75 * high) / edge);
      }
      if (Math.abs(down) < edge * TOUCH_SPREAD * FORESHORTENING)
        touch.values[row * grid.width + column] = soles[Math.round((place - drawn.left) / cell)] ?? 0;
    }
  }
  const cast = blurred(grid, Math.max(1, Math.round((edge * 0.009) / cell)));
  const contact = blurred(touch, Math.max(1, Math.round((edge * TOUCH_SPREAD * 0.6) / cell)));
  const tone = mix(dim(ground, 0.22), [6, 8, 22], 0.5);
  const together = cast.values.map((value, at) => {
    const cover = 1 - (1 - CAST_COVER * light.strength * value) * (1 - TOUCH_COVER * contact.values[at]!);
    return cover < FAINT ? 0 : cover;
  });
  return coloured(area, { ...grid, values: together }, tone);
}

function areaOf({ x, feet, edge, light }: Standing, lean: number): Area {
  const pad = edge * 0.12;
  const wide = edge * 0.62;
  const shift = edge * lean;
  const [left, right] = [x - wide - pad + Math.min(0, shift), x + wide + pad + Math.max(0, shift)];
  const reach = edge * 0.95 * light.shadowReach;
  const [top, bottom] = [feet - pad * 0.7 + Math.min(0, reach), feet + pad * 0.7 + Math.max(0, reach)];
  // Rounded from beyond the frame, so that places left of it and above it stay even too.
  const from = (value: number) => 2 * Math.floor(value / 2);
  return { left: from(left), top: from(top), width: even(right - left), height: even(bottom - top) };
}

/** Which columns of the drawing stand on the ground. */
function solesOf(cover: Grid, feet: number, high: number): Float32Array {
  const soles = new Float32Array(cover.width);
  const [from, to] = [Math.max(0, Math.floor(feet - high)), Math.min(cover.height - 1, Math.ceil(feet))];
  for (let row = from; row <= to; row++)
    for (let column = 0; column < cover.width; column++)
      soles[column] = Math.max(soles[column]!, cover.values[row * cover.width + column]!);
  return soles;
}

function coloured(area: Area, cover: Grid, tone: Colour): Canvas {
  const canvas = createCanvas(area);
  const { rgba, width, height } = canvas;
  const { cell } = cover;
  eachCell(cover, (left, top, { topLeft, topRight, bottomLeft, bottomRight }) => {
    const endX = Math.min(width, left + cell);
    const endY = Math.min(height, top + cell);
    for (let y = top; y < endY; y++) {
      const down = (y - top) / cell;
      const from = topLeft + (bottomLeft - topLeft) * down;
      const step = (topRight + (bottomRight - topRight) * down - from) / cell;
      for (let x = left; x < endX; x++) {
        const at = (y * width + x) * 4;
        rgba[at] = tone[0];
        rgba[at + 1] = tone[1];
        rgba[at + 2] = tone[2];
        rgba[at + 3] = 255 * (from + step * (x - left));
      }
    }
  });
  return canvas;
}
