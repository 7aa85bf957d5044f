/** A planet: bands of cloud on a lit ball. */
import { dim, mix, toBlueDifference, toLuma, toRedDifference } from '../picture/colour.ts';
import { createLayer, type Layer, settleAlpha } from '../picture/picture.ts';
import { createNoiseField, createRandom, smooth } from '../picture/random.ts';
import type { Scene } from '../scene/scene.ts';

export function drawPlanet(scene: Scene, edge: number): Layer {
  const layer = createLayer(edge, edge);
  layer.u.fill(128);
  layer.v.fill(128);
  const noise = createNoiseField(createRandom(scene.seed ^ 0x91a2e7), { cells: 4, octaves: 4 });
  const middle = edge / 2;
  const { ground, crest, accents, light } = scene.palette;
  const main = mix(crest, accents[0]!, 0.6);
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      const x = (column + 0.5 - middle) / (middle - 1);
      const y = (row + 0.5 - middle) / (middle - 1);
      const away = Math.hypot(x, y);
      if (away >= 1) continue;
      const towards = Math.sqrt(1 - away * away);
      const weather = noise.at(x * 0.25 + 0.5, y * 1.1 + 0.12 * noise.at(x * 0.6, y * 0.6));
      const lit = smooth(0.08 + 0.75 * Math.max(0, -0.55 * x - 0.5 * y + 0.67 * towards));
      const body = mix(mix(ground, main, smooth(weather * 2.2 - 0.6)), light, 0.2 * smooth(weather * 3 - 1.8));
      const colour = dim(body, 0.1 + 1.1 * lit);
      const at = row * edge + column;
      layer.alpha[at] = 255 * smooth((1 - away) * (middle / 2));
      layer.y[at] = Math.min(235, toLuma(colour));
      if ((row | column) & 1) continue;
      const chroma = (row / 2) * (edge / 2) + column / 2;
      layer.u[chroma] = toBlueDifference(colour);
      layer.v[chroma] = toRedDifference(colour);
    }
  }
  return settleAlpha(layer);
}
