/** Soft discs in the scene's accent colours that drift through the picture: no prompt is without movement or colour. */
import { brightness, type Colour, mix, toBlueDifference, toLuma, toRedDifference } from '../picture/colour.ts';
import { placeOver } from '../picture/compose.ts';
import { createLayer, type Layer, type Picture, settleAlpha } from '../picture/picture.ts';
import { createRandom, smooth } from '../picture/random.ts';
import type { Scene } from '../scene/scene.ts';
import { even, type Moment, type Size } from './painting.ts';

interface Mote {
  disc: Layer;
  x: number;
  y: number;
  rise: number;
  phase: number;
  scale: number;
  opacity: number;
}

export interface Motes {
  paint(onto: Picture, moment: Moment): void;
}

export function createMotes(scene: Scene, size: Size & { count: number; opacity: number }): Motes {
  const random = createRandom(scene.seed ^ 0x307e5);
  const edge = Math.min(size.width, size.height);
  const discs = scene.palette.accents.map((accent) => drawDisc(accent, even(edge * 0.11)));
  const motes: Mote[] = Array.from({ length: size.count }, (_, index) => ({
    disc: discs[index % discs.length]!,
    x: random() * size.width,
    y: random() * size.height,
    rise: edge * (0.02 + 0.05 * random()),
    phase: random() * 6.28,
    scale: 0.25 + 0.75 * random() ** 2,
    opacity: size.opacity * (0.5 + 0.5 * random()),
  }));
  return {
    paint(onto, moment) {
      for (const mote of motes) {
        const room = size.height + mote.disc.height;
        const climbed = mote.y - mote.rise * moment.seconds;
        placeOver(onto, mote.disc, {
          x: mote.x + edge * 0.02 * Math.sin(mote.phase + moment.seconds * 0.9),
          y: (((climbed % room) + room) % room) - mote.disc.height / 2,
          turn: 0,
          scale: mote.scale,
          opacity: mote.opacity,
        });
      }
    },
  };
}

/** A disc with a brighter rim, as a lens draws a light out of focus. */
function drawDisc(colour: Colour, edge: number): Layer {
  const layer = createLayer(edge, edge);
  const lit = brightness(colour) < 60 ? mix(colour, [255, 255, 255], 0.15) : mix(colour, [255, 255, 255], 0.25);
  layer.u.fill(toBlueDifference(lit));
  layer.v.fill(toRedDifference(lit));
  const middle = edge / 2;
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      const away = Math.hypot(column + 0.5 - middle, row + 0.5 - middle) / (middle - 2);
      const at = row * edge + column;
      layer.alpha[at] = 255 * smooth((1 - away) * 8) * (0.6 + 0.4 * smooth(away));
      layer.y[at] = toLuma(mix(colour, lit, smooth(away)));
    }
  }
  return settleAlpha(layer);
}
