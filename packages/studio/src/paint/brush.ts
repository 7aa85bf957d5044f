/** What subjects and buildings are drawn with: SVG shapes whose colours already carry the light and haze of the scene. */
import { type Colour, fromHex, mix } from '../picture/colour.ts';
import type { Random } from '../picture/random.ts';
import { multiply, type Palette } from '../scene/palette.ts';

export type Paint = Colour | string;

export interface Brush {
  /** The colour of the subject itself: the one the prompt named, or its own. */
  main: Colour;
  random: Random;
  /** Whether lamps and windows are lit. */
  lamps: 'lit' | 'off';
  /** How far legs reach out: 0 at rest, 1 at a run. */
  stride: number;
  /** Of somebody asleep. */
  eyes: 'open' | 'shut';
  /** Which part of a movement is drawn, from 0 to 1. */
  phase: number;
  /** From -1 to 1 and back within one movement; an offset of 0.5 is the other leg. */
  swing(offset?: number): number;
  /** A colour as SVG writes it; `light` below 1 is in shadow, above 1 in the sun. */
  ink(paint: Paint, light?: number): string;
  /** A colour that shines by itself and so ignores the hour. */
  lamp(paint: Paint): string;
  /** Fills that run from light to dark: downwards, sideways, and round as on a ball. */
  fall(paint: Paint, from?: number, to?: number): string;
  side(paint: Paint, from?: number, to?: number): string;
  ball(paint: Paint): string;
  /** A soft light that fades to nothing. */
  glow(paint: Paint, opacity?: number): string;
  defs(): string;
}

export interface BrushOptions {
  palette: Palette;
  main: Colour;
  random: Random;
  lamps: 'lit' | 'off';
  hazeShare: number;
  /** Keeps gradient names apart when several brushes draw into one picture. */
  name: string;
  /** Which part of a movement is drawn, from 0 to 1, and how wide it is. */
  phase: number;
  stride: number;
  eyes?: Brush['eyes'];
  /** The side the light comes from. */
  lit: 'left' | 'right';
}

const WHITE: Colour = [255, 255, 255];

export function createBrush(options: BrushOptions): Brush {
  const { palette, hazeShare } = options;
  const gradients: string[] = [];
  const ink = (paint: Paint, light = 1) => {
    const colour = typeof paint === 'string' ? fromHex(paint) : paint;
    const lit: Colour = light > 1 ? mix(colour, WHITE, (light - 1) * 0.8) : mix([8, 8, 20], colour, light);
    return css(mix(multiply(lit, palette.ambient), palette.haze, hazeShare));
  };
  const define = (element: string, attributes: string, stops: [number, string, number][]) => {
    const id = `${options.name}${gradients.length}`;
    const body = stops.map(
      ([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    );
    gradients.push(`<${element} id="${id}" ${attributes}>${body.join('')}</${element}>`);
    return `url(#${id})`;
  };
  const between =
    (attributes: string) =>
    (paint: Paint, from = 1.25, to = 0.62) =>
      define('linearGradient', attributes, [
        [0, ink(paint, from), 1],
        [0.5, ink(paint, (from + to) / 2 + 0.04), 1],
        [1, ink(paint, to), 1],
      ]);
  const lamp = (paint: Paint) => css(typeof paint === 'string' ? fromHex(paint) : paint);
  return {
    main: options.main,
    random: options.random,
    lamps: options.lamps,
    eyes: options.eyes ?? 'open',
    stride: options.stride,
    phase: options.phase,
    swing: (offset = 0) => Math.sin(2 * Math.PI * (options.phase + offset)),
    ink,
    lamp,
    fall: between('x1="0" y1="0" x2="0" y2="1"'),
    side: between(options.lit === 'left' ? 'x1="0" y1="0" x2="1" y2="0"' : 'x1="1" y1="0" x2="0" y2="0"'),
    ball: (paint) =>
      define('radialGradient', `cx="${options.lit === 'left' ? 0.36 : 0.64}" cy="0.3" r="0.78"`, [
        [0, ink(paint, 1.5), 1],
        [0.35, ink(paint, 1.08), 1],
        [0.8, ink(paint, 0.72), 1],
        [1, ink(paint, 0.5), 1],
      ]),
    glow: (paint, opacity = 0.8) =>
      define('radialGradient', 'cx="0.5" cy="0.5" r="0.5"', [
        [0, lamp(paint), opacity],
        [0.4, lamp(paint), opacity * 0.35],
        [1, lamp(paint), 0],
      ]),
    defs: () => `<defs>${gradients.join('')}</defs>`,
  };
}

export function css(colour: Colour): string {
  const byte = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0');
  return `#${byte(colour[0])}${byte(colour[1])}${byte(colour[2])}`;
}

/**
 * What shines through says so with `fill-opacity`: for `opacity` the renderer draws each shape apart, in a picture as large
 * as the whole, which is slow for a crown of leaves.
 */
export function shape(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`;
}

export function line(d: string, stroke: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function oval([x, y, rx, ry]: [number, number, number, number], fill: string, extra = ''): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${extra}/>`;
}

export function box([x, y, width, height]: [number, number, number, number], fill: string, extra = ''): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${extra}/>`;
}

export function turned(body: string, [degrees, x, y]: [number, number, number]): string {
  return `<g transform="rotate(${degrees} ${x} ${y})">${body}</g>`;
}
