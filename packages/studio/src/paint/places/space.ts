/** Space: clouds of glowing gas in two colours and stars of many sizes. */
import { createCanvas, cutOut, drawShapes } from '../../picture/canvas.ts';
import { fromHue } from '../../picture/colour.ts';
import { createNoiseField, createRandom, smooth } from '../../picture/random.ts';
import { grainOf, type Place, type Site } from '../site.ts';
import { drawSkyShapes, stampStar } from '../sky.ts';
import { layerOf } from '../stage.ts';

/** Not quite black: a little blue, as film shows it. */
const BLACK = [5, 5, 16];

export async function space(site: Site): Promise<Place> {
  const { scene, area, size } = site;
  const random = createRandom(scene.seed ^ 0x5face);
  const noise = createNoiseField(random, { cells: 3, octaves: 6 });
  const hue = random() * 360;
  const gas = fromHue(hue, 0.75, 0.5);
  const other = fromHue((hue + 60 + 80 * random()) % 360, 0.7, 0.55);
  const tint = scene.palette.crest;
  const canvas = createCanvas(area);
  const grain = grainOf(size);
  const rowBytes = area.width * 4;
  for (let row = 0; row < area.height; row++) {
    if (row % grain !== 0) {
      canvas.rgba.copyWithin(row * rowBytes, (row - 1) * rowBytes, row * rowBytes);
      continue;
    }
    const v = row / size.height;
    for (let column = 0; column < area.width; column += grain) {
      const u = column / size.height;
      const bend = noise.at(u * 0.3, v * 0.3);
      const one = smooth((noise.at(u * 0.42 + bend * 0.4, v * 0.42 + bend * 0.3) - 0.42) / 0.32) ** 1.8;
      const two = smooth((noise.at(u * 0.5 + 0.5, v * 0.5 + bend * 0.5) - 0.48) / 0.3) ** 1.9;
      const dust = smooth((noise.at(u * 0.9 + 0.2, v * 0.9) - 0.52) / 0.25);
      for (let next = column; next < column + grain; next++) {
        const at = (row * area.width + next) * 4;
        for (let channel = 0; channel < 3; channel++) {
          const glowing =
            one * (0.15 * gas[channel]! + 0.8 * tint[channel]!) + two * 0.6 * other[channel]! + one * two * 50;
          canvas.rgba[at + channel] = BLACK[channel]! + glowing * (1 - 0.55 * dust);
        }
        canvas.rgba[at + 3] = 255;
      }
    }
  }
  const unit = Math.max(0.5, Math.min(size.width, size.height) / 640);
  for (let star = 0; star < 900; star++) {
    stampStar(canvas, {
      x: random() * area.width,
      y: random() * area.height,
      radius: unit * (0.6 + 2 * random() ** 8),
      light: 70 + 185 * random() ** 2,
    });
  }
  const shapes = drawSkyShapes({ ...site, horizon: size.height * 0.7 });
  const comet = shapes === '' ? [] : layerOf(cutOut(await drawShapes(shapes, area)), 0.2);
  return { behind: [...layerOf(cutOut(canvas), 0.15), ...comet], front: [], feet: size.height * 0.82 };
}
