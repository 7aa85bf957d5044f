/** Lightning: a flash that lights the whole picture twice, and its bolt between the clouds and the horizon. */
import { blit } from '../picture/blit.ts';
import { cutOut, drawShapes } from '../picture/canvas.ts';
import { toLuma } from '../picture/colour.ts';
import { createRandom, type Random } from '../picture/random.ts';
import { line } from './brush.ts';
import type { Site } from './site.ts';
import { type StageLayer, spotOf } from './stage.ts';

/** One flash always falls into the moment that a single picture shows, two seconds in. */
const FIRST_SECONDS = 1.97;
const EVERY_SECONDS = 3.1;

/** From 0 to 1 and gone within half a second, with a second stroke soon after the first. */
function flashAt(seconds: number): number {
  const since = (((seconds - FIRST_SECONDS) % EVERY_SECONDS) + EVERY_SECONDS) % EVERY_SECONDS;
  return Math.max(Math.exp(-since * 14), since > 0.22 ? 0.7 * Math.exp(-(since - 0.22) * 12) : 0);
}

export function createFlash({ scene }: Site): StageLayer {
  const white = toLuma([225, 230, 255]);
  const strength = scene.sky.lightning === 'shown' ? 0.24 : 0.42;
  return {
    depth: 0,
    paint(onto, _view, { seconds }) {
      const flash = flashAt(seconds) * strength;
      if (flash < 0.02) return;
      const table = Uint8Array.from({ length: 256 }, (_, tone) => tone + (white - tone) * flash * (tone / 255 + 0.25));
      for (let at = 0; at < onto.y.length; at++) onto.y[at] = table[onto.y[at]!]!;
    },
  };
}

/** Shown only where the words name lightning or thunder: behind the land, before the sky. */
export async function createBolts(site: Site): Promise<StageLayer[]> {
  const { scene, size, area, horizon } = site;
  if (scene.sky.lightning === 'absent' || scene.setting === 'underwater') return [];
  const random = createRandom(scene.seed ^ 0xb017);
  const bolts = [0.28 + 0.2 * random(), 0.68 + 0.18 * random()].map((share) =>
    bolt({ from: [size.width * share, area.top], to: horizon + size.height * 0.02, random }),
  );
  const unit = size.height * 0.004;
  const glow = (width: number, opacity: number) =>
    `<g opacity="${opacity}">${line(bolts.join(' '), '#9fb4ff', width)}</g>`;
  const body = glow(unit * 9, 0.1) + glow(unit * 4, 0.22) + line(bolts.join(' '), '#f6f4ff', unit);
  const cutout = cutOut(await drawShapes(body, area));
  if (cutout === null) return [];
  return [
    {
      depth: 0.14,
      paint(onto, view, { seconds }) {
        const opacity = Math.min(1, flashAt(seconds) * 1.4);
        if (opacity > 0.04) blit(onto, cutout, { ...spotOf(cutout, view), opacity });
      },
    },
  ];
}

/** A crooked line downwards with two shorter branches. */
function bolt({ from: [x, y], to, random }: { from: [number, number]; to: number; random: Random }): string {
  const steps = 13;
  const fall = (to - y) / steps;
  let place = x;
  const branches: string[] = [];
  const trunk = Array.from({ length: steps }, (_, step) => {
    place += fall * 0.9 * (random() - 0.5);
    const level = y + fall * (step + 1);
    if (step === 4 || step === 8) {
      const side = random() < 0.5 ? -1 : 1;
      const ends = [1, 2, 3].map(
        (part) => `L${place + side * fall * part * (0.5 + 0.4 * random())} ${level + fall * part * 0.7}`,
      );
      branches.push(`M${place} ${level} ${ends.join(' ')}`);
    }
    return `L${place} ${level}`;
  });
  return `M${x} ${y} ${trunk.join(' ')} ${branches.join(' ')}`;
}
