/** What falls, drifts or glows in the air: rain, snow, fog, bubbles, fireflies, and lightning in a storm. */
import { createCanvas, cutOut } from '../picture/canvas.ts';
import type { Picture } from '../picture/picture.ts';
import { createNoiseField, createRandom, smooth } from '../picture/random.ts';
import type { Scene } from '../scene/scene.ts';
import { createFlash } from './lightning.ts';
import type { Moment, Painting, Size } from './painting.ts';
import type { Site } from './site.ts';
import { layerOf, type StageLayer } from './stage.ts';

/** Places that have no weather. */
const INDOORS = new Set<Scene['setting']>(['interior', 'space', 'backdrop', null]);

interface Drop {
  x: number;
  y: number;
  speed: number;
  size: number;
  phase: number;
  light: number;
}

export function createWeather(site: Site): StageLayer[] {
  const { scene } = site;
  if (INDOORS.has(scene.setting)) return [];
  if (scene.setting === 'underwater')
    return [fallingLayer(site, { count: 60, fall: -0.12, kind: 'dot', size: 0.005, light: 215 })];
  const falling = fallingOver(scene, site.size);
  if (falling.length > 0) return scene.weather === 'storm' ? [...falling, createFlash(site)] : falling;
  if (scene.daytime === 'night' && (scene.setting === 'forest' || scene.setting === 'meadow'))
    return [fallingLayer(site, { count: 46, fall: -0.02, kind: 'glow', size: 0.0045, light: 230 })];
  return [];
}

/** The rain or snow of the words over a given picture. */
export function withFalling(painting: Painting, { scene, size }: { scene: Scene; size: Size }): Painting {
  const falling = fallingOver(scene, size);
  return {
    paint(onto, moment) {
      painting.paint(onto, moment);
      for (const layer of falling) layer.paint(onto, { scale: 1, x: 0, y: 0 }, moment);
    },
  };
}

function fallingOver(scene: Scene, size: Size): StageLayer[] {
  if (scene.weather === 'rain' || scene.weather === 'storm')
    return [fallingLayer({ scene, size }, { count: 420, fall: 1.9, kind: 'streak', size: 0.05, light: 205 })];
  if (scene.weather === 'snow')
    return [fallingLayer({ scene, size }, { count: 340, fall: 0.13, kind: 'dot', size: 0.0052, light: 235 })];
  return [];
}

interface Falling {
  count: number;
  /** Frame heights a second; negative rises. */
  fall: number;
  kind: 'streak' | 'dot' | 'glow';
  /** Length or radius as a share of the height. */
  size: number;
  light: number;
}

function fallingLayer({ scene, size }: { scene: Scene; size: Size }, falling: Falling): StageLayer {
  const random = createRandom(scene.seed ^ 0xfa11);
  const drops: Drop[] = Array.from({ length: falling.count }, () => {
    const near = 0.35 + 0.65 * random() ** 2;
    return {
      x: random(),
      y: random(),
      speed: falling.fall * near,
      size: Math.max(0.8, falling.size * size.height * near),
      phase: random() * 6.28,
      light: falling.light,
    };
  });
  return {
    depth: 1,
    paint(onto, _view, moment) {
      for (const drop of drops) paintDrop(onto, drop, { kind: falling.kind, moment });
    },
  };
}

function paintDrop(onto: Picture, drop: Drop, how: { kind: Falling['kind']; moment: Moment }): void {
  const { seconds } = how.moment;
  const down = drop.y + drop.speed * seconds;
  const y = (down - Math.floor(down)) * (onto.height + 2 * drop.size) - drop.size;
  const sway = how.kind === 'streak' ? -0.12 * (down - Math.floor(down)) : 0.012 * Math.sin(seconds * 1.3 + drop.phase);
  const across = drop.x + sway;
  const x = (across - Math.floor(across)) * onto.width;
  if (how.kind === 'streak') paintStreak(onto, { x, y, length: drop.size, light: drop.light });
  else
    paintDot(onto, {
      x,
      y,
      radius: drop.size,
      light: drop.light,
      strength: how.kind === 'glow' ? 0.5 + 0.5 * Math.sin(seconds * 2 + drop.phase) : 0.85,
      warm: how.kind === 'glow',
    });
}

function paintStreak(onto: Picture, streak: { x: number; y: number; length: number; light: number }): void {
  const top = Math.max(0, Math.floor(streak.y));
  const bottom = Math.min(onto.height, Math.floor(streak.y + streak.length));
  for (let row = top; row < bottom; row++) {
    const along = (row - streak.y) / streak.length;
    const column = Math.floor(streak.x - along * streak.length * 0.16);
    if (column < 0 || column >= onto.width) continue;
    const at = row * onto.width + column;
    onto.y[at] = onto.y[at]! + (streak.light - onto.y[at]!) * 0.42 * along;
  }
}

interface Dot {
  x: number;
  y: number;
  radius: number;
  light: number;
  strength: number;
  warm: boolean;
}

/** Some fifty dots of a thousand pixels in every frame: nothing is worked out twice, and nothing beside the disc. */
function paintDot({ width, height, y: luma, u, v }: Picture, dot: Dot): void {
  const reach = dot.radius * (dot.warm ? 3 : 1.2);
  const [blue, red] = dot.warm ? [70, 150] : [128, 128];
  const bottom = Math.min(height, dot.y + reach);
  const left = Math.max(0, Math.floor(dot.x - reach));
  const right = Math.min(width, dot.x + reach);
  for (let row = Math.max(0, Math.floor(dot.y - reach)); row < bottom; row++) {
    const down = row + 0.5 - dot.y;
    for (let column = left; column < right; column++) {
      const across = column + 0.5 - dot.x;
      const away = Math.sqrt(across * across + down * down) / reach;
      if (away >= 1) continue;
      const share = smooth(1 - away) * dot.strength;
      const at = row * width + column;
      luma[at] = luma[at]! + (dot.light - luma[at]!) * share;
      if (((row | column) & 1) !== 0) continue;
      const chroma = (row >> 1) * (width >> 1) + (column >> 1);
      u[chroma] = u[chroma]! + (blue - u[chroma]!) * share;
      v[chroma] = v[chroma]! + (red - v[chroma]!) * share;
    }
  }
}

/** Fog lies behind the subjects: in front of them it would hide what the words asked for. */
export function createFog(site: Site): StageLayer[] {
  const { scene, size, area, horizon } = site;
  if (scene.weather !== 'fog' || INDOORS.has(scene.setting) || scene.setting === 'underwater') return [];
  const noise = createNoiseField(createRandom(scene.seed ^ 0xf06), { cells: 3, octaves: 4 });
  const top = Math.round(horizon - size.height * 0.22);
  const canvas = createCanvas({ ...area, top, height: Math.round(size.height * 0.5) });
  const { haze } = scene.palette;
  for (let row = 0; row < canvas.height; row++) {
    const middle = 1 - Math.abs((2 * row) / canvas.height - 1);
    for (let column = 0; column < canvas.width; column++) {
      const at = (row * canvas.width + column) * 4;
      canvas.rgba[at] = haze[0] + 8;
      canvas.rgba[at + 1] = haze[1] + 8;
      canvas.rgba[at + 2] = haze[2] + 8;
      canvas.rgba[at + 3] =
        230 * smooth(middle * 1.4) * smooth((noise.at(column / size.width, (row / size.height) * 1.8) - 0.25) / 0.5);
    }
  }
  return layerOf(cutOut(canvas), 0.95, ({ seconds }) => ({ x: size.width * 0.012 * (seconds - 2), y: 0 }));
}
