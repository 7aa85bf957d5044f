/** What styles are made of: curves of light, shifts of colour, planes laid once over every frame. */
import type { Picture } from '../picture/picture.ts';
import { bendTones, createCurve } from '../picture/tones.ts';
import { allocate } from '../simd/memory.ts';
import type { Size } from './painting.ts';

/** Changes a finished frame. */
export type Filter = (picture: Picture) => void;

/** Of light from 0, black, to 1, white. */
export function curve(tone: (light: number) => number): Uint8Array {
  return createCurve((byte) => 16 + 219 * tone(Math.min(1, Math.max(0, (byte - 16) / 219))));
}

/** Chroma is kept by `keep`, then moved towards (u, v). */
export function recolour(to: { keep: number; u: number; v: number }): Filter {
  const within = (tone: number) => Math.min(240, Math.max(16, tone));
  const blue = createCurve((byte) => within(to.u + (byte - 128) * to.keep));
  const red = createCurve((byte) => within(to.v + (byte - 128) * to.keep));
  return ({ u, v }) => {
    bendTones(u, blue);
    bendTones(v, red);
  };
}

/** A plane of the size, from the place of each pixel in shares of width and height; four pixels share one value. */
export function layPlane({ width, height }: Size, value: (x: number, y: number) => number): Uint8Array {
  const plane = allocate(width * height);
  for (let row = 0; row < height; row += 2) {
    const start = row * width;
    for (let column = 0; column < width; column += 2) {
      const tone = value(column / width, row / height);
      plane[start + column] = tone;
      plane[start + column + 1] = tone;
    }
    plane.copyWithin(start + width, start, start + width);
  }
  return plane;
}
