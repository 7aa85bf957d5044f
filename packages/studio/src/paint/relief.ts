/** Gives a flat drawing form: its edges turn into the light on one side and out of it on the other. */
import type { Canvas } from '../picture/canvas.ts';
import type { Light } from './light.ts';
import { blurred, type Corners, coverOf, eachCell, type Grid } from './silhouette.ts';

/** Shares of the subject's edge over which its form turns, and over which its rim catches the light. */
const FORM_REACH = 0.085;
const RIM_REACH = 0.022;

const FORM_SHARE = 0.95;
const RIM_SHARE = 0.55;

/** Shares that the light adds and the shade takes away at most. */
const LIT_MAX = 0.42;
const SHADED_MAX = 0.5;

/** Fainter than one step of eight bits: such cells keep their pixels. */
const VISIBLE = 0.01;

/** Changes the drawing's pixels in place. */
export function modelForm(canvas: Canvas, light: Light, edge: number): void {
  const tone = toneOf(coverOf(canvas, edge), light, edge);
  eachCell(tone, (left, top, corners) =>
    shadeCell(canvas, { left, top, cell: tone.cell, corners, colour: light.colour }),
  );
}

/** From -1, turned away from the light, to 1. */
function toneOf(cover: Grid, light: Light, edge: number): Grid {
  const blur = (reach: number) => blurred(cover, Math.max(1, Math.round((edge * reach) / cover.cell)));
  const [form, rim] = [blur(FORM_REACH), blur(RIM_REACH)];
  const [formShare, rimShare] = [-FORM_SHARE * form.radius, -RIM_SHARE * rim.radius];
  const { width, height } = cover;
  const values = new Float32Array(width * height);
  for (let at = width + 1; at < width * (height - 1) - 1; at++) {
    if (form.values[at]! < 0.12) continue;
    const across = formShare * acrossOf(form.values, at) + rimShare * acrossOf(rim.values, at);
    const down = formShare * downOf(form.values, at, width) + rimShare * downOf(rim.values, at, width);
    const tone = light.strength * (across * light.x + down * light.y);
    if (Math.abs(tone) > VISIBLE) values[at] = tone;
  }
  return { ...cover, values };
}

function acrossOf(values: Float32Array, at: number): number {
  return values[at + 1]! - values[at - 1]!;
}

function downOf(values: Float32Array, at: number, width: number): number {
  return values[at + width]! - values[at - width]!;
}

interface Cell {
  left: number;
  top: number;
  cell: number;
  corners: Corners;
  colour: Light['colour'];
}

function shadeCell({ rgba, width, height }: Canvas, { left, top, cell, corners, colour }: Cell): void {
  const { topLeft, topRight, bottomLeft, bottomRight } = corners;
  const endX = Math.min(width, left + cell);
  const endY = Math.min(height, top + cell);
  for (let y = top; y < endY; y++) {
    const down = (y - top) / cell;
    const from = topLeft + (bottomLeft - topLeft) * down;
    const step = (topRight + (bottomRight - topRight) * down - from) / cell;
    for (let x = left; x < endX; x++) {
      const at = (y * width + x) * 4;
      if (rgba[at + 3] === 0) continue;
      const value = from + step * (x - left);
      if (value > 0) {
        // Half by its own colour and half by the light's: all of the latter would bleach it into the sky.
        const share = 0.5 * Math.min(LIT_MAX, value * LIT_MAX);
        rgba[at] = rgba[at]! + share * colour[0];
        rgba[at + 1] = rgba[at + 1]! + share * colour[1];
        rgba[at + 2] = rgba[at + 2]! + share * colour[2];
      } else {
        const share = Math.min(SHADED_MAX, -value * SHADED_MAX);
        // Blue goes last: what is out of the sun is still under the sky.
        rgba[at] = rgba[at]! * (1 - share);
        rgba[at + 1] = rgba[at + 1]! * (1 - share * 0.96);
        rgba[at + 2] = rgba[at + 2]! * (1 - share * 0.82);
      }
    }
  }
}
