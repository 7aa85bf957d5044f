/** The sky of a landscape: gradient and sun are painted once, stars twinkle on every frame, clouds drift. */
import { brightness, type Colour, mix, toBlueDifference, toLuma, toRedDifference } from '../picture/colour.ts';
import { scrollOver } from '../picture/compose.ts';
import { createLayer, createPicture, type Layer, type Picture, settleAlpha } from '../picture/picture.ts';
import { createNoiseField, createRandom, type Random, smooth } from '../picture/random.ts';
import type { Scene } from '../scene/scene.ts';
import { even, type Moment, type Size } from './painting.ts';

export interface Sky {
  /** Where the sun or moon stands, in pixels; null when clouds hide it. */
  sun: { x: number; y: number } | null;
  paint(onto: Picture, moment: Moment): void;
}

export function createSky(scene: Scene, size: Size & { horizon: number }): Sky {
  const random = createRandom(scene.seed ^ 0x5c1);
  const hidden = scene.daytime === 'storm' || scene.setting === 'space' || scene.setting === null;
  const sun = hidden ? null : placeSun(scene, size, random);
  const backdrop = paintBackdrop(scene, size, sun);
  const starry = scene.daytime === 'night' || scene.daytime === 'dusk' || scene.setting === 'space';
  const stars = starry ? scatterStars(size, random) : [];
  const clouds = scene.setting === 'space' ? null : paintClouds(scene, size);
  return {
    sun,
    paint(onto, moment) {
      onto.bytes.set(backdrop.bytes);
      paintStars(onto, stars, moment.seconds);
      if (clouds === null) return;
      const left = moment.seconds * size.width * 0.022 * Math.sign(scene.camera.across || 1);
      scrollOver(onto, clouds, { left: -left, top: 0, bottom: size.height });
    },
  };
}

function placeSun(scene: Scene, size: Size & { horizon: number }, random: Random) {
  const low = scene.daytime === 'sunset' || scene.daytime === 'dawn';
  const height = low ? 0.78 + 0.1 * random() : 0.28 + 0.14 * random();
  return { x: size.width * (0.25 + 0.5 * random()), y: size.horizon * height };
}

function paintBackdrop(scene: Scene, size: Size & { horizon: number }, sun: Sky['sun']): Picture {
  const picture = createPicture(size.width, size.height);
  const { skyTop, skyLow, light } = scene.palette;
  const dither = createRandom(scene.seed ^ 0xd17e);
  const shortEdge = Math.min(size.width, size.height);
  const radius = shortEdge * (scene.daytime === 'night' ? 0.045 : 0.06);
  const reach = shortEdge * 0.75;
  const night = scene.daytime === 'night' || scene.daytime === 'dusk';
  for (let row = 0; row < size.height; row++) {
    const base = mix(skyTop, skyLow, smooth(row / size.horizon));
    for (let column = 0; column < size.width; column++) {
      let colour = base;
      if (sun !== null) {
        const away = Math.hypot(column - sun.x, row - sun.y);
        if (away < reach) colour = mix(base, light, sunShare(away, { radius, reach, glow: night ? 0.25 : 0.5 }));
      }
      // Half a step of noise breaks the bands that eight bits leave in a smooth sky; it never moves, so it costs no bits.
      picture.y[row * size.width + column] = toLuma(colour) + dither();
      if ((row | column) & 1) continue;
      const chroma = (row / 2) * (size.width / 2) + column / 2;
      picture.u[chroma] = toBlueDifference(colour) + dither();
      picture.v[chroma] = toRedDifference(colour) + dither();
    }
  }
  return picture;
}

function sunShare(away: number, sun: { radius: number; reach: number; glow: number }): number {
  const disc = smooth((sun.radius + 1 - away) / 2);
  const fade = 1 - away / sun.reach;
  return Math.max(disc, sun.glow * fade * fade * fade);
}

interface Star {
  x: number;
  y: number;
  light: number;
  phase: number;
  edge: number;
}

function scatterStars(size: Size, random: Random): Star[] {
  const edge = Math.max(1, Math.round(Math.min(size.width, size.height) / 540));
  return Array.from({ length: 260 }, () => ({
    x: Math.floor(random() * (size.width - 4)),
    y: Math.floor(random() * random() * size.height * 0.9),
    light: 60 + 150 * random() * random(),
    phase: random() * 6.28,
    edge: random() < 0.12 ? edge + 1 : edge,
  }));
}

function paintStars(onto: Picture, stars: Star[], seconds: number): void {
  for (const star of stars) {
    const light = star.light * (0.65 + 0.35 * Math.sin(star.phase + seconds * 2.4));
    for (let row = star.y; row < star.y + star.edge; row++) {
      for (let column = star.x; column < star.x + star.edge; column++) {
        const at = row * onto.width + column;
        onto.y[at] = Math.min(235, onto.y[at]! + light);
      }
    }
  }
}

const CLOUD_COVER = { noon: 0.5, dawn: 0.5, sunset: 0.48, dusk: 0.52, night: 0.58, storm: 0.34 };

function paintClouds(scene: Scene, size: Size & { horizon: number }): Layer {
  const layer = createLayer(even(size.width * 1.5), even(size.horizon * 0.95));
  const noise = createNoiseField(createRandom(scene.seed ^ 0xc10d), { cells: 4, octaves: 5 });
  const { skyLow, skyTop, light, haze } = scene.palette;
  const dark = brightness(skyLow) < 90;
  const lit: Colour = scene.daytime === 'storm' ? mix(haze, light, 0.3) : mix(skyLow, light, dark ? 0.25 : 0.85);
  const shade = mix(skyTop, haze, scene.daytime === 'storm' ? 0.25 : 0.7);
  const threshold = CLOUD_COVER[scene.daytime];
  const aspect = layer.height / layer.width;
  for (let row = 0; row < layer.height; row++) {
    const height = row / layer.height;
    const fade = smooth(height / 0.25) * smooth((1 - height) / 0.3);
    // Clouds flatten towards the horizon, which is what makes a flat texture read as a deck.
    const v = Math.sqrt(height + 0.05) * 2.2 * aspect * 3;
    for (let column = 0; column < layer.width; column++) {
      const u = (column / layer.width) * 2;
      const density = noise.at(u, v);
      const at = row * layer.width + column;
      const cover = smooth((density - threshold) / 0.2) * fade;
      if (cover === 0) continue;
      layer.alpha[at] = cover * (dark ? 120 : 215);
      const colour = mix(shade, lit, smooth(0.5 + 4 * (density - noise.at(u + 0.008, v - 0.02))));
      layer.y[at] = toLuma(colour);
    }
  }
  const middle = mix(shade, lit, 0.6);
  layer.u.fill(toBlueDifference(middle));
  layer.v.fill(toRedDifference(middle));
  return settleAlpha(layer);
}
