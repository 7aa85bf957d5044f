/** Where the light of a scene comes from, as seen from one subject, so that its form and its shadow agree. */
import { type Colour, mix } from '../picture/colour.ts';
import { lampsOf, type Site } from './site.ts';
import { placeDiscs } from './sky.ts';

export interface Light {
  /** Towards the light, in the picture: left is negative, up is negative, and the length is 1. */
  x: number;
  y: number;
  colour: Colour;
  /** From 0 under a grey sky to 1 in the sun. */
  strength: number;
  /** How long a shadow falls, as a share of its owner's height: towards the eye, or away from it below zero. */
  shadowReach: number;
}

interface Lamp {
  from: [number, number];
  strength: number;
  shadowReach: number;
}

/** `spot` is the middle of the subject in pixels of the frame. */
export function lightOn(site: Site, spot: { x: number; y: number }): Light {
  const { from, strength, shadowReach } = lampOf(site);
  const [x, y] = [from[0] - spot.x, from[1] - spot.y];
  const away = Math.max(1, Math.hypot(x, y));
  const { light } = site.scene.palette;
  return { x: x / away, y: y / away, colour: mix(light, [255, 255, 255], 0.35), strength, shadowReach };
}

function lampOf(site: Site): Lamp {
  const { scene, size } = site;
  const { width: w, height: h } = size;
  if (scene.setting === 'interior')
    return { from: [w * (lampsOf(scene) === 'lit' ? 0.84 : 0.25), h * 0.2], strength: 0.8, shadowReach: 0.2 };
  // A photographer's lamp stands beside the camera, so its shadows fall backwards.
  if (scene.setting === 'backdrop') return { from: [w * 0.12, -h * 0.1], strength: 0.75, shadowReach: -0.1 };
  if (scene.setting === 'space') return { from: [-w * 0.1, h * 0.05], strength: 1, shadowReach: 0 };
  if (scene.setting === 'underwater') return { from: [w * 0.45, -h], strength: 0.7, shadowReach: 0.1 };
  const disc = placeDiscs(site)[0];
  if (disc === undefined || scene.weather === 'fog')
    return { from: [w * 0.4, -h * 1.5], strength: 0.45, shadowReach: 0.07 };
  const low = scene.daytime === 'sunset' || scene.daytime === 'dawn';
  const dark = scene.daytime === 'night' || scene.daytime === 'dusk';
  return { from: [disc.x, disc.y], strength: dark ? 0.65 : 1, shadowReach: low ? 0.36 : 0.17 };
}
