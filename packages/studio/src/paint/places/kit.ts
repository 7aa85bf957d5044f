/** What places are built with: bands across the whole stage, floors that run to the wall, rows of things, and layers. */

import { cutOut, drawShapes } from '../../picture/canvas.ts';
import { FEET, FIELD } from '../../subjects/subject.ts';
import type { Brush, Paint } from '../brush.ts';
import { box, line, oval, shape } from '../brush.ts';
import { type Place, type Site, strip } from '../site.ts';
import { layerOf, type StageLayer } from '../stage.ts';

/** Draws with shares of the frame: 0 to 1 across and down, and beyond at the edges of the stage. */
export interface Kit {
  b: Brush;
  w: number;
  h: number;
  /** Left and right edge of the stage as shares of the frame's width. */
  left: number;
  right: number;
  random(): number;
  /** Across the whole stage, from one height to another; 0 and 1 reach to its edges. */
  band(from: number, to: number, fill: string, extra?: string): string;
  box(place: [x: number, y: number, width: number, height: number], fill: string, extra?: string): string;
  oval(place: [x: number, y: number, rx: number, ry: number], fill: string, extra?: string): string;
  /** Corners as pairs of shares. */
  poly(points: [number, number][], fill: string, extra?: string): string;
  /** Lines between pairs of shares; the width is a share of the height. */
  lines(strokes: [number, number, number, number][], paint: Paint, width: number): string;
  /** A soft light. */
  glow(place: [x: number, y: number, rx: number, ry: number], paint: Paint, opacity?: number): string;
}

export function kitOf(site: Site, name: string, haze = 0): Kit {
  const { size, area, random } = site;
  const { width: w, height: h } = size;
  const b = site.brush(name, haze);
  const kit: Kit = {
    b,
    w,
    h,
    left: area.left / w,
    right: (area.left + area.width) / w,
    random,
    band(from, to, fill, extra = '') {
      const top = from <= 0 ? area.top : h * from;
      const bottom = to >= 1 ? area.top + area.height : h * to;
      return box([area.left, top, area.width, bottom - top], fill, extra);
    },
    box: ([x, y, width, height], fill, extra = '') => box([w * x, h * y, w * width, h * height], fill, extra),
    oval: ([x, y, rx, ry], fill, extra = '') => oval([w * x, h * y, w * rx, h * ry], fill, extra),
    poly: (points, fill, extra = '') =>
      shape(`M${points.map(([x, y]) => `${(w * x).toFixed(1)} ${(h * y).toFixed(1)}`).join(' L')} Z`, fill, extra),
    lines: (strokes, paint, width) =>
      line(
        strokes
          .map(
            ([x, y, toX, toY]) =>
              `M${(w * x).toFixed(1)} ${(h * y).toFixed(1)} L${(w * toX).toFixed(1)} ${(h * toY).toFixed(1)}`,
          )
          .join(' '),
        b.ink(paint),
        h * width,
      ),
    glow: (place, paint, opacity = 0.6) => kit.oval(place, b.glow(paint, opacity)),
  };
  return kit;
}

export async function layer({ area }: Site, { b }: Kit, body: string, depth: number): Promise<StageLayer[]> {
  return layerOf(cutOut(await drawShapes(b.defs() + body, area)), depth);
}

/** Only the rows that are drawn on are rendered. */
export async function rows(
  { area, size }: Site,
  { b }: Kit,
  body: string,
  at: { from: number; to: number; depth: number },
): Promise<StageLayer[]> {
  const part = strip(area, size.height * at.from, size.height * at.to);
  return layerOf(cutOut(await drawShapes(b.defs() + body, part)), at.depth);
}

/** Evenly across the stage. */
export function across(kit: Kit, count: number, draw: (x: number, at: number) => string): string {
  const step = (kit.right - kit.left) / count;
  return Array.from({ length: count }, (_, at) => draw(kit.left + (at + 0.5) * step, at)).join('');
}

/** A floor of boards or slabs that run towards the wall. */
export function floor(kit: Kit, from: number, look: { paint: Paint; seam: Paint; rows?: number }): string {
  const seams = Array.from({ length: 17 }, (_, at): [number, number, number, number] => {
    const place = at - 8;
    return [0.5 + place * 0.09, from, 0.5 + place * 0.24, 1.14];
  });
  const across_ = Array.from({ length: look.rows ?? 0 }, (_, at): [number, number, number, number] => {
    const y = from + (1.14 - from) * ((at + 1) / ((look.rows ?? 0) + 1)) ** 1.7;
    return [kit.left, y, kit.right, y];
  });
  return kit.band(from, 1, kit.b.fall(look.paint, 1.12, 0.66)) + kit.lines([...seams, ...across_], look.seam, 0.003);
}

/** Darkness where wall and floor meet, and towards the ceiling. */
export function corners(kit: Kit, at: number): string {
  const dark = (id: string, from: number, to: number) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#140c08" stop-opacity="${from}"/><stop offset="1" stop-color="#140c08" stop-opacity="${to}"/></linearGradient>`;
  return (
    `<defs>${dark('kit-top', 0.3, 0)}${dark('kit-low', 0, 0.3)}${dark('kit-floor', 0.32, 0)}</defs>` +
    kit.band(0, 0.24, 'url(#kit-top)') +
    kit.band(at - 0.14, at, 'url(#kit-low)') +
    kit.band(at, at + 0.08, 'url(#kit-floor)')
  );
}

/** At night a room is dark but for its lamps. */
export function evening(kit: Kit, lamps: [x: number, y: number][]): string {
  if (kit.b.lamps === 'off') return '';
  return (
    kit.band(0, 1, '#0c0a1c', 'fill-opacity="0.42"') +
    lamps.map(([x, y]) => kit.glow([x, y, 0.34, 0.5], '#ffc46a', 0.55)).join('')
  );
}

export interface Room {
  name: string;
  wall: Paint;
  floor: Paint;
  seam: Paint;
  /** Where the wall ends, as a share of the height. */
  meets: number;
  rows?: number;
  lamps?: [number, number][];
  decor(kit: Kit): string;
  /** Close to the eye, before the subjects. */
  front?(kit: Kit): string;
  feet?: number;
}

export async function room(site: Site, look: Room): Promise<Place> {
  const kit = kitOf(site, look.name);
  const { meets } = look;
  const body =
    kit.band(0, 1, kit.b.side(look.wall, 1.08, 0.8)) +
    floor(kit, meets, { paint: look.floor, seam: look.seam, ...(look.rows === undefined ? {} : { rows: look.rows }) }) +
    corners(kit, meets) +
    look.decor(kit) +
    evening(kit, look.lamps ?? [[0.5, 0.2]]);
  const front = kitOf(site, `${look.name}f`);
  return {
    behind: await layer(site, kit, body, 0.8),
    front: look.front === undefined ? [] : await layer(site, front, look.front(front), 1.12),
    feet: site.size.height * (look.feet ?? 0.92),
  };
}

/** A framed window with the sky of the hour in it. */
export function window(kit: Kit, site: Site, [x, y, width, height]: [number, number, number, number]): string {
  const { skyTop, skyLow } = site.scene.palette;
  const id = `pane${Math.round(x * 100)}`;
  const css = (colour: readonly number[]) => `rgb(${colour.map((tone) => Math.round(tone)).join(',')})`;
  return (
    `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${css(skyTop)}"/><stop offset="1" stop-color="${css(skyLow)}"/></linearGradient></defs>` +
    kit.box([x - 0.008, y - 0.014, width + 0.016, height + 0.028], kit.b.ink('#f2ede2')) +
    kit.box([x, y, width, height], `url(#${id})`) +
    kit.lines(
      [
        [x + width / 2, y, x + width / 2, y + height],
        [x, y + height / 2, x + width, y + height / 2],
      ],
      '#f2ede2',
      0.01,
    )
  );
}

/** One of our own drawings as part of a place. */
export function standing(
  kit: Kit,
  draw: (b: Kit['b']) => string,
  at: { x: number; y: number; edge: number; paint: readonly [number, number, number]; mirror?: -1 },
): string {
  const scale = (kit.h * at.edge) / FIELD;
  return `<g transform="translate(${kit.w * at.x} ${kit.h * at.y}) scale(${scale * (at.mirror ?? 1)} ${scale}) translate(${-FIELD / 2} ${-FEET})">${draw({ ...kit.b, main: at.paint })}</g>`;
}
