/** Gives a flat drawing form: its edges turn into the light on one side and out of it on the other. */
import type { Canvas } from '../picture/canvas.ts';
import type { Light } from './light.ts';
import { blurred, coverOf, type Grid } from './silhouette.ts';

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
  const cover = coverOf(canvas, edge);
  const tone = toneOf(cover, light, edge);
  const { cell } = cover;
  for (let row = 0; row < cover.height; row++)
    for (let column = 0; column < cover.width; column++)
      if (isTouched(tone, column, row))
        shadeCell(canvas, { tone, left: column * cell, top: row * cell, cell, colour: light.colour });
}

/** From -1, turned away from the light, to 1. */
function toneOf(cover: Grid, light: Light, edge: number): Grid {
  const [form, rim] = [FORM_REACH, RIM_REACH].map((reach) =>
    blurred(cover, Math.max(1, Math.round((edge * reach) / cover.cell))),
  ) as [Grid & { radius: number }, Grid & { radius: number }];
  const { width, height } = cover;
  const values = new Float32Array(width * height);
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      if (cover.values[at] === 0 && form.values[at]! < 0.2) continue;
      const facing = (grid: Grid & { radius: number }) =>
        -grid.radius *
        ((grid.values[at + 1]! - grid.values[at - 1]!) * light.x +
          (grid.values[at + width]! - grid.values[at - width]!) * light.y);
      values[at] = light.strength * (FORM_SHARE * facing(form) + RIM_SHARE * facing(rim));
    }
  }
  return { ...cover, values };
}

function isTouched({ values, width, height }: Grid, column: number, row: number): boolean {
  const right = Math.min(width - 1, column + 1);
  const below = Math.min(height - 1, row + 1);
  return (
    Math.abs(values[row * width + column]!) > VISIBLE ||
    Math.abs(values[row * width + right]!) > VISIBLE ||
    Math.abs(values[below * width + column]!) > VISIBLE ||
    Math.abs(values[below * width + right]!) > VISIBLE
  );
}

interface Cell {
  tone: Grid;
  left: number;
  top: number;
  cell: number;
  colour: Light['colour'];
}

function shadeCell({ rgba, width, height }: Canvas, { tone, left, top, cell, colour }: Cell): void {
  const [column, row] = [left / cell, top / cell];
  const right = Math.min(tone.width - 1, column + 1);
  const below = Math.min(tone.height - 1, row + 1);
  const corner = (x: number, y: number) => tone.values[y * tone.width + x]!;
  const [a, b, c, d] = [corner(column, row), corner(right, row), corner(column, below), corner(right, below)];
  const [endX, endY] = [Math.min(width, left + cell), Math.min(height, top + cell)];
  for (let y = top; y < endY; y++) {
    const down = (y - top) / cell;
    const [from, to] = [a + (c - a) * down, b + (d - b) * down];
    for (let x = left; x < endX; x++) {
      const at = (y * width + x) * 4;
      if (rgba[at + 3] === 0) continue;
      const value = from + ((to - from) * (x - left)) / cell;
      if (value > 0) {
        const share = Math.min(LIT_MAX, value * LIT_MAX);
        // Half by its own colour and half by the light's: all of the latter would bleach it into the sky.
        for (let channel = 0; channel < 3; channel++)
          rgba[at + channel]! += share * (0.5 * rgba[at + channel]! + 0.5 * (colour[channel]! - rgba[at + channel]!));
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
