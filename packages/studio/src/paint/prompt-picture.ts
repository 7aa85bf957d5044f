/** Text to video and text to image: the place a prompt names, or an emblem of its words when it names none. */
import { mix, toLuma } from '../picture/colour.ts';
import { placeOver } from '../picture/compose.ts';
import type { Picture } from '../picture/picture.ts';
import { createRandom, smooth } from '../picture/random.ts';
import type { Setting } from '../scene/lexicon.ts';
import type { Scene } from '../scene/scene.ts';
import { drawEmblem } from './emblem.ts';
import { createGround } from './ground.ts';
import { createMotes } from './motes.ts';
import { even, type Moment, type Painting, type Size } from './painting.ts';
import { drawPlanet } from './planet.ts';
import { createSky } from './sky.ts';

export function paintPrompt(scene: Scene, size: Size): Painting {
  if (scene.setting === null) return paintEmblem(scene, size);
  if (scene.setting === 'space') return paintSpace(scene, size);
  return paintPlace({ ...scene, setting: scene.setting }, size);
}

function paintPlace(scene: Scene & { setting: Setting }, size: Size): Painting {
  const random = createRandom(scene.seed ^ 0x40712);
  const horizon = even(size.height * (0.54 + 0.1 * random()));
  const sky = createSky(scene, { ...size, horizon });
  const ground = createGround(scene, { ...size, horizon });
  const glitter =
    scene.setting === 'sea' && sky.sun !== null ? scatterGlitter(scene, { ...size, horizon, x: sky.sun.x }) : [];
  const motes = createMotes(scene, { ...size, count: 9, opacity: 0.6 });
  const sparkle = toLuma(mix(scene.palette.light, [255, 255, 255], 0.4));
  return {
    paint(onto, moment) {
      sky.paint(onto, moment);
      ground.paint(onto, moment);
      for (const glint of glitter) paintGlint(onto, glint, { seconds: moment.seconds, sparkle });
      motes.paint(onto, moment);
    },
  };
}

interface Glint {
  x: number;
  y: number;
  width: number;
  height: number;
  phase: number;
}

/** Light on the water below the sun: wider and larger the nearer it is. */
function scatterGlitter(scene: Scene, water: Size & { horizon: number; x: number }): Glint[] {
  const random = createRandom(scene.seed ^ 0x911e7);
  return Array.from({ length: 150 }, () => {
    const near = random() ** 1.4;
    const spread = (random() + random() - 1) * water.width * (0.03 + 0.12 * near);
    const width = Math.max(2, Math.round(water.width * (0.003 + 0.014 * near)));
    return {
      x: Math.round(Math.min(water.width - width, Math.max(0, water.x + spread))),
      y: Math.round(water.horizon + 2 + (water.height - water.horizon - 8) * near * 0.8),
      width,
      height: Math.max(1, Math.round(water.height * 0.0025 * (0.5 + near))),
      phase: random() * 6.28,
    };
  });
}

function paintGlint(onto: Picture, glint: Glint, light: { seconds: number; sparkle: number }): void {
  const strength = smooth(Math.sin(glint.phase + light.seconds * 3) * 0.9 - 0.1) * 0.75;
  for (let row = glint.y; row < glint.y + glint.height; row++) {
    for (let column = 0; column < glint.width; column++) {
      const at = row * onto.width + glint.x + column;
      const taper = 1 - Math.abs((2 * column) / glint.width - 1) ** 2;
      onto.y[at] = onto.y[at]! + (light.sparkle - onto.y[at]!) * strength * taper;
    }
  }
}

function paintSpace(scene: Scene, size: Size): Painting {
  const sky = createSky(scene, { ...size, horizon: size.height });
  const random = createRandom(scene.seed ^ 0x5face);
  const edge = Math.min(size.width, size.height);
  const planet = drawPlanet(scene, even(edge * (0.5 + 0.25 * random())));
  const moon = drawPlanet({ ...scene, seed: scene.seed ^ 0x300 }, even(edge * 0.14));
  const motes = createMotes(scene, { ...size, count: 5, opacity: 0.25 });
  const home = { x: size.width * (0.4 + 0.2 * random()), y: size.height * (0.5 + 0.1 * random()) };
  return {
    paint(onto, moment) {
      sky.paint(onto, moment);
      motes.paint(onto, moment);
      const drift = edge * 0.03 * (moment.share - 0.5);
      placeOver(onto, planet, { ...home, x: home.x - drift, turn: 0.06 * moment.seconds, scale: 1, opacity: 1 });
      const orbit = 2.2 + 0.25 * moment.seconds;
      const x = home.x + edge * 0.52 * Math.cos(orbit);
      placeOver(onto, moon, { x, y: home.y - edge * 0.3 * Math.sin(orbit), turn: 0.2, scale: 1, opacity: 1 });
    },
  };
}

function paintEmblem(scene: Scene, size: Size): Painting {
  const sky = createSky(scene, { ...size, horizon: size.height });
  const edge = Math.min(size.width, size.height);
  const emblem = drawEmblem(scene, even(edge * 0.82));
  const motes = createMotes(scene, { ...size, count: 16, opacity: 0.5 });
  const closer = scene.camera.zoom - 1;
  const direction = Math.sign(scene.camera.across || 1);
  return {
    paint(onto: Picture, moment: Moment) {
      sky.paint(onto, moment);
      motes.paint(onto, moment);
      placeOver(onto, emblem, {
        x: size.width / 2 + edge * 0.015 * Math.sin(moment.seconds * 0.8),
        y: size.height / 2 + edge * 0.012 * Math.cos(moment.seconds * 0.7),
        turn: direction * 0.12 * moment.seconds,
        scale: 0.95 + 0.5 * closer * moment.share,
        opacity: 1,
      });
    },
  };
}
