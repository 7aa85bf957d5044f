/** Pictures and layers as planes of luma and half-size chroma: what video encoders take, at half the bytes of RGB. */
import { allocate } from '../simd/memory.ts';
import { type Colour, toBlueDifference, toLuma, toRedDifference } from './colour.ts';
import { halve } from './tones.ts';

/** A whole picture; `bytes` is Y, then U, then V in one piece (I420), and the planes look into it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

/** A picture with holes; `chromaAlpha` is `alpha` at the size of the chroma planes. */
export interface Layer extends Picture {
  readonly alpha: Uint8Array;
  readonly chromaAlpha: Uint8Array;
}

export function createPicture(width: number, height: number): Picture {
  const pixels = width * height;
  const bytes = allocate((pixels * 3) / 2);
  return {
    width,
    height,
    bytes,
    y: bytes.subarray(0, pixels),
    u: bytes.subarray(pixels, (pixels * 5) / 4),
    v: bytes.subarray((pixels * 5) / 4),
  };
}

export function createLayer(width: number, height: number): Layer {
  return {
    ...createPicture(width, height),
    alpha: allocate(width * height),
    chromaAlpha: allocate((width * height) / 4),
  };
}

export function fill(picture: Picture, colour: Colour): void {
  picture.y.fill(toLuma(colour));
  picture.u.fill(toBlueDifference(colour));
  picture.v.fill(toRedDifference(colour));
}

/** Derives the chroma-sized alpha once a layer's alpha is drawn. */
export function settleAlpha(layer: Layer): Layer {
  halve(layer.chromaAlpha, layer.alpha, layer.width);
  return layer;
}

/** Reads interleaved RGB (three bytes a pixel) into a picture of the same size. */
export function readRgb(picture: Picture, rgb: Uint8Array): void {
  const { width, height, y, u, v } = picture;
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      const luma = row * width + column;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let corner = 0; corner < 4; corner++) {
        const at = luma + (corner & 1) + (corner >> 1) * width;
        const r = rgb[at * 3]!;
        const g = rgb[at * 3 + 1]!;
        const b = rgb[at * 3 + 2]!;
        y[at] = 16.5 + 0.1826 * r + 0.6142 * g + 0.062 * b;
        red += r;
        green += g;
        blue += b;
      }
      const chroma = (row / 2) * (width / 2) + column / 2;
      u[chroma] = 128.5 + (-0.1006 * red - 0.3386 * green + 0.4392 * blue) / 4;
      v[chroma] = 128.5 + (0.4392 * red - 0.3989 * green - 0.0403 * blue) / 4;
    }
  }
}

export function writeRgb(picture: Picture): Uint8Array {
  return mixRgb(picture.y, picture, 2);
}

/** At half the width and height, which takes a quarter of the time. */
export function writeHalfRgb(picture: Picture): Uint8Array {
  const light = allocate(picture.u.length);
  halve(light, picture.y, picture.width);
  return mixRgb(light, picture, 1);
}

/** `light` has that many pixels along an edge of a pixel of chroma. */
function mixRgb(light: Uint8Array, { width, u, v }: Picture, along: 1 | 2): Uint8Array {
  const rgb = new Uint8ClampedArray(light.length * 3);
  const half = width / 2;
  const columns = half * along;
  for (let at = 0, row = 0; at < light.length; row++) {
    const start = Math.floor(row / along) * half;
    for (let column = 0; column < columns; column++, at++) {
      const chroma = start + (along === 1 ? column : column >> 1);
      const luma = 1.1644 * (light[at]! - 16);
      const blueDifference = u[chroma]! - 128;
      const redDifference = v[chroma]! - 128;
      rgb[at * 3] = luma + 1.7927 * redDifference;
      rgb[at * 3 + 1] = luma - 0.2132 * blueDifference - 0.5329 * redDifference;
      rgb[at * 3 + 2] = luma + 2.1124 * blueDifference;
    }
  }
  return new Uint8Array(rgb.buffer);
}
