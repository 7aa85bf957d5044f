/** The ground a place is built on: the scene, the frame, its horizon, and brushes that know how far away they paint. */
import type { Area } from '../picture/canvas.ts';
import type { Colour } from '../picture/colour.ts';
import { createRandom, type Random } from '../picture/random.ts';
import type { Scene } from '../scene/scene.ts';
import { type Brush, createBrush } from './brush.ts';
import type { Size } from './painting.ts';
import type { StageLayer } from './stage.ts';

/** The part of a movement that a single picture shows: limbs apart. */
export const STILL_PHASE = 0.14;

export interface Site {
  scene: Scene;
  size: Size;
  area: Area;
  horizon: number;
  random: Random;
  brush(name: string, hazeShare: number): Brush;
}

/** Layers behind and before the subjects, and the line on which those stand. */
export interface Place {
  behind: StageLayer[];
  front: StageLayer[];
  feet: number;
}

export function createSite(scene: Scene, size: Size, stage: { area: Area; horizon: number }): Site {
  const random = createRandom(scene.seed ^ 0x517e);
  return {
    scene,
    size,
    ...stage,
    random,
    brush: (name, hazeShare) =>
      createBrush({
        palette: scene.palette,
        main: scene.palette.crest,
        random,
        lamps: lampsOf(scene),
        hazeShare,
        name,
        phase: STILL_PHASE,
        stride: 0,
        lit: 'left',
      }),
  };
}

export function lampsOf({ daytime, weather }: Scene): 'lit' | 'off' {
  return daytime === 'night' || daytime === 'dusk' || weather === 'storm' ? 'lit' : 'off';
}

/** A place leaves out of itself what stands there as a subject: nobody asked for two ferris wheels. */
export function unlessShown({ scene }: Site, subject: RegExp, body: string): string {
  return scene.subjects.some(({ own, vector }) => subject.test(vector?.id ?? own ?? '')) ? '' : body;
}

export function isWintry({ season, weather }: Scene): boolean {
  return season === 'winter' || weather === 'snow';
}

/** The rows of an area that something is drawn on: empty ones would be rendered and searched for nothing. */
export function strip(area: Area, from: number, to: number): Area {
  const top = Math.max(area.top, 2 * Math.floor(from / 2));
  const bottom = Math.min(area.top + area.height, 2 * Math.ceil(to / 2));
  return { ...area, top, height: Math.max(2, bottom - top) };
}

/** How many pixels share one look into the noise: in a large picture it changes too little from one to the next. */
export function grainOf(size: Size): 1 | 2 {
  return size.height >= 640 ? 2 : 1;
}

/** What a lit colour of the palette is without its light, for brushes that light it again. */
export function unlit(colour: Colour, ambient: Colour): Colour {
  const channel = (at: 0 | 1 | 2) => Math.min(255, colour[at] / Math.max(0.2, ambient[at]));
  return [channel(0), channel(1), channel(2)];
}
