/** A skyline: houses of their own width and height, with windows that are lit or not. */
import { type Colour, mix, toBlueDifference, toLuma, toRedDifference } from '../picture/colour.ts';
import type { Layer } from '../picture/picture.ts';
import type { Random } from '../picture/random.ts';

export interface Windows {
  light(layer: Layer, look: { crests: Float32Array; glow: Colour }): void;
}

export function drawSkyline(random: Random, line: { length: number; nearness: number }) {
  const { length, nearness } = line;
  const heights = new Float32Array(length);
  const houses: { left: number; right: number }[] = [];
  for (let left = 0; left < length; ) {
    const width = Math.round(length * (0.02 + 0.03 * random()) * (0.6 + 0.9 * nearness));
    const right = Math.min(length, left + Math.max(6, width));
    const tall = 0.25 + 0.75 * random() ** 1.6;
    heights.fill(tall, left, right);
    houses.push({ left, right });
    left = right;
  }
  const seed = random();
  return { heights, windows: { light: lightWindows(houses, { seed, nearness }) } };
}

function lightWindows(houses: { left: number; right: number }[], city: { seed: number; nearness: number }) {
  return (layer: Layer, look: { crests: Float32Array; glow: Colour }) => {
    const edge = Math.max(2, 2 * Math.round((layer.width / 640) * (0.5 + city.nearness)));
    let chance = Math.floor(city.seed * 2 ** 31) | 1;
    for (const house of houses) {
      const roof = Math.ceil(look.crests[house.left]! / 2) * 2 + edge * 2;
      const first = Math.ceil(house.left / 2) * 2 + edge;
      for (let top = roof; top + edge < layer.height; top += edge * 3) {
        for (let left = first; left + edge < house.right; left += edge * 2) {
          chance = (Math.imul(chance, 1664525) + 1013904223) | 0;
          if (chance >>> 30 !== 0) continue;
          const warmth = 0.35 + 0.5 * (((chance >>> 8) & 255) / 255) * (0.4 + 0.6 * city.nearness);
          lightWindow(layer, { left, top, edge, warmth, glow: look.glow });
        }
      }
    }
  };
}

function lightWindow(
  layer: Layer,
  pane: { left: number; top: number; edge: number; warmth: number; glow: Colour },
): void {
  const colour = mix([40, 40, 48], mix(pane.glow, [255, 190, 92], 0.55), pane.warmth);
  for (let row = pane.top; row < pane.top + pane.edge; row++) {
    layer.y.fill(toLuma(colour), row * layer.width + pane.left, row * layer.width + pane.left + pane.edge);
  }
  for (let row = pane.top / 2; row < (pane.top + pane.edge) / 2; row++) {
    const from = (row * layer.width) / 2 + pane.left / 2;
    layer.u.fill(toBlueDifference(colour), from, from + pane.edge / 2);
    layer.v.fill(toRedDifference(colour), from, from + pane.edge / 2);
  }
}
