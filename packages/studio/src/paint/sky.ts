/** The sky behind everything: its gradient, sun or moons with their glow, a deck of clouds, stars, an aurora. */
import { type Canvas, createCanvas } from '../picture/canvas.ts';
import { brightness, type Colour, mix } from '../picture/colour.ts';
import { createNoiseField, createRandom, type NoiseField, smooth } from '../picture/random.ts';
import { grainOf, type Site, strip } from './site.ts';

export interface Disc {
  x: number;
  y: number;
  radius: number;
  kind: 'sun' | 'moon';
}

export function placeDiscs({ scene, size, horizon }: Site): Disc[] {
  const random = createRandom(scene.seed ^ 0x5c1);
  const night = scene.daytime === 'night' || scene.daytime === 'dusk';
  const hidden = scene.weather === 'storm' || scene.weather === 'rain' || scene.weather === 'cloudy';
  const named = scene.sky.moons ?? scene.sky.suns;
  const count = named ?? (hidden ? 0 : 1);
  const low = scene.daytime === 'sunset' || scene.daytime === 'dawn';
  const edge = Math.min(size.width, size.height);
  return Array.from({ length: count }, (_, index) => {
    const slot = count === 1 ? 0.22 + 0.56 * random() : (index + 0.5) / count + 0.1 * (random() - 0.5);
    return {
      x: size.width * slot,
      y: horizon * (low && scene.sky.moons === null ? 0.86 + 0.08 * random() : 0.2 + 0.2 * random()),
      radius: edge * (night ? 0.052 : 0.058) * (scene.sky.moons === null ? 1 : 1.25),
      kind: night || scene.sky.moons !== null ? 'moon' : 'sun',
    };
  });
}

/** Below the horizon the sky goes on this share of the height: what stands there moves a little against it. */
const BELOW_HORIZON = 0.12;

export function paintSky(site: Site, discs: Disc[]): Canvas {
  const { scene, size, area, horizon } = site;
  const canvas = createCanvas(strip(area, area.top, horizon + size.height * BELOW_HORIZON));
  const bottom = Math.min(canvas.height, Math.round(horizon - canvas.top + size.height * 0.06));
  const paintRow = createSkyRow(site, discs, { canvas, bottom });
  const grain = grainOf(size);
  const rowBytes = canvas.width * 4;
  for (let row = 0; row < canvas.height; row++) {
    const y = Math.min(row, bottom) + canvas.top;
    const rim = discs.some((disc) => Math.abs(y - disc.y) < disc.radius + 3);
    if (row % grain === 0 || rim) paintRow(row, rim);
    else canvas.rgba.copyWithin(row * rowBytes, (row - 1) * rowBytes, row * rowBytes);
  }
  if (!scene.sky.starless && (scene.daytime === 'night' || scene.daytime === 'dusk' || scene.sky.stars === 'shown'))
    scatterStars(canvas, site, bottom);
  return canvas;
}

function createSkyRow(site: Site, discs: Disc[], { canvas, bottom }: { canvas: Canvas; bottom: number }) {
  const { scene, horizon, size } = site;
  const clouds = createClouds(site, discs[0]);
  const { skyTop, skyMiddle, skyLow, light } = scene.palette;
  const glow = scene.daytime === 'night' ? 0.3 : scene.daytime === 'dusk' ? 0.35 : 0.62;
  const reach = Math.min(size.width, size.height) * (scene.daytime === 'sunset' ? 1.1 : 0.75);
  const pixels = new Uint32Array(canvas.rgba.buffer, canvas.rgba.byteOffset, canvas.rgba.length / 4);
  const pixel = [0, 0, 0];
  return (row: number, rim: boolean) => {
    const y = Math.min(row, bottom) + canvas.top;
    const fall = Math.max(0, Math.min(1, y / horizon));
    const base =
      fall < 0.55 ? mix(skyTop, skyMiddle, smooth(fall / 0.55)) : mix(skyMiddle, skyLow, smooth((fall - 0.55) / 0.45));
    const grain = grainOf(size);
    for (let column = 0; column < canvas.width; column++) {
      const x = column + canvas.left;
      if (column % grain === 0 || (rim && isRim(discs, x))) {
        pixel[0] = base[0];
        pixel[1] = base[1];
        pixel[2] = base[2];
        if (row <= bottom) {
          for (const disc of discs) {
            const away = Math.sqrt((x - disc.x) ** 2 + (y - disc.y) ** 2);
            if (away <= reach) addDisc(pixel, light, { away, disc, glow, reach, x, y });
          }
          clouds(pixel, x, y);
        }
      }
      // Half a step of pattern breaks the bands that eight bits leave in a smooth sky; it never moves, so it costs no bits.
      const dither = (((row * 7 + column * 13) & 7) - 3.5) / 6;
      const red = tone(pixel[0]! + dither);
      const green = tone(pixel[1]! + dither);
      const blue = tone(pixel[2]! + dither);
      pixels[row * canvas.width + column] = red | (green << 8) | (blue << 16) | SOLID;
    }
  };
}

/** Pixels are written whole, red lowest and cover highest: four bytes one by one take longer. */
const SOLID = 255 << 24;

function tone(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}

/** The edge of a sun or moon is sharp: there every pixel counts. */
function isRim(discs: Disc[], x: number): boolean {
  for (const disc of discs) if (Math.abs(x - disc.x) < disc.radius + 3) return true;
  return false;
}

type DiscSpot = { away: number; disc: Disc; glow: number; reach: number; x: number; y: number };

function addDisc(pixel: number[], light: Colour, { away, disc, glow, reach, x, y }: DiscSpot): void {
  const inside = smooth((disc.radius + 1 - away) / 2);
  const fade = 1 - away / reach;
  const halo = glow * (fade * fade * fade * 0.8 + 0.5 * Math.exp(-(away - disc.radius) / (disc.radius * 1.2)));
  const share = Math.min(1, Math.max(inside, away < disc.radius ? 1 : halo));
  // The moon's seas: three soft darker patches.
  const u = (x - disc.x) / disc.radius;
  const v = (y - disc.y) / disc.radius;
  const sea =
    disc.kind === 'moon'
      ? 0.13 *
        (smooth(1 - Math.hypot(u + 0.3, v + 0.2) / 0.5) +
          smooth(1 - Math.hypot(u - 0.25, v - 0.3) / 0.45) +
          smooth(1 - Math.hypot(u - 0.4, v + 0.35) / 0.25)) *
        inside
      : 0;
  for (let channel = 0; channel < 3; channel++) {
    const bright = light[channel]! * (1 - sea);
    pixel[channel] = pixel[channel]! + (bright - pixel[channel]!) * share;
  }
}

const COVER = { clear: 0.56, cloudy: 0.36, rain: 0.3, storm: 0.26, fog: 0.6, snow: 0.42 };

function createClouds(site: Site, sun: Disc | undefined): (pixel: number[], x: number, y: number) => void {
  const { scene, size, horizon } = site;
  const noise = createNoiseField(createRandom(scene.seed ^ 0xc10d), { cells: 4, octaves: 6 });
  const aurora = scene.sky.aurora === 'shown' ? createAurora(site, noise) : null;
  const { skyLow, skyMiddle, skyTop, light, haze } = scene.palette;
  const dark = brightness(skyLow) < 90;
  const grey = scene.weather === 'storm' || scene.weather === 'rain' || scene.weather === 'cloudy';
  const bright = grey ? mix(haze, light, 0.35) : mix(skyLow, light, dark ? 0.12 : 0.85);
  const shade = grey ? mix(skyTop, [20, 24, 30], 0.35) : mix(skyMiddle, haze, 0.45);
  const threshold = scene.daytime === 'night' && !grey ? 0.62 : COVER[scene.weather];
  const solid = dark && !grey ? 0.5 : 0.92;
  const lean = sun === undefined ? 0.3 : Math.sign(sun.x - size.width / 2) * 0.5;
  const offset = createRandom(scene.seed ^ 0xd0)() * 4;
  return (pixel, x, y) => {
    const up = 1 - y / horizon;
    aurora?.(pixel, x, up);
    if (up < 0.02 || scene.setting === 'underwater' || scene.sky.cloudless) return;
    // A flat deck seen from below: further away means flatter and smaller.
    const far = 0.34 / (up + 0.16);
    const u = offset + ((x - size.width / 2) / size.height) * far * 0.42;
    const v = far * 0.9;
    const density = noise.at(u, v);
    const cover = smooth((density - threshold) / 0.24) * smooth((up - 0.02) / 0.2) * solid;
    if (cover <= 0) return;
    const lit = smooth(0.55 + 5 * (density - noise.at(u + 0.012 * lean, v + 0.016)) - 0.5 * (density - threshold));
    for (let channel = 0; channel < 3; channel++) {
      const tone = shade[channel]! + (bright[channel]! - shade[channel]!) * lit;
      pixel[channel] = pixel[channel]! + (tone - pixel[channel]!) * cover;
    }
  };
}

function createAurora({ size }: Site, noise: NoiseField): (pixel: number[], x: number, up: number) => void {
  return (pixel, x, up) => {
    const across = x / size.width;
    for (let curtain = 0; curtain < 3; curtain++) {
      const foot = 0.2 + 0.16 * curtain + 0.75 * (noise.at(across * 0.22 + curtain * 0.31, 0.2 + curtain * 0.2) - 0.5);
      const above = up - foot;
      if (above < -0.03 || above > 0.6) continue;
      const rays = 0.45 + 0.9 * noise.at(across * 2.2 + curtain * 0.7, 0.6);
      const strength = smooth((above + 0.03) / 0.05) * Math.exp(-above / 0.17) * rays * rays * 0.8;
      const violet = smooth(above / 0.3);
      pixel[0] = pixel[0]! + (40 + 110 * violet) * strength;
      pixel[1] = pixel[1]! + (235 - 150 * violet) * strength;
      pixel[2] = pixel[2]! + (150 + 50 * violet) * strength;
    }
  };
}

function scatterStars(canvas: Canvas, { scene, size, horizon }: Site, bottom: number): void {
  const random = createRandom(scene.seed ^ 0x57a5);
  const count = scene.sky.stars === 'shown' ? 900 : 420;
  const unit = Math.max(0.55, Math.min(size.width, size.height) / 620);
  for (let star = 0; star < count; star++) {
    const x = random() * canvas.width;
    const y = random() ** 1.3 * Math.min(bottom, horizon - canvas.top) * 0.97;
    stampStar(canvas, { x, y, radius: unit * (0.6 + 1.2 * random() ** 6), light: 90 + 165 * random() ** 2 });
  }
}

export function stampStar(canvas: Canvas, star: { x: number; y: number; radius: number; light: number }): void {
  const reach = Math.ceil(star.radius * 2);
  for (let row = Math.max(0, Math.floor(star.y - reach)); row <= Math.min(canvas.height - 1, star.y + reach); row++) {
    for (
      let column = Math.max(0, Math.floor(star.x - reach));
      column <= Math.min(canvas.width - 1, star.x + reach);
      column++
    ) {
      const away = Math.hypot(column - star.x, row - star.y) / star.radius;
      const at = (row * canvas.width + column) * 4;
      const gain = star.light * Math.exp(-away * away);
      for (let channel = 0; channel < 3; channel++) canvas.rgba[at + channel] = canvas.rgba[at + channel]! + gain;
    }
  }
}

/** What else the sky shows, as SVG: a rainbow's arc or a comet with its tail. */
export function drawSkyShapes({ size, horizon, scene }: Site): string {
  const bows = ['#e5423c', '#f2932e', '#f5dc4a', '#4fb35a', '#3f7fd6', '#6a4bb0'];
  const radius = Math.min(size.width * 0.46, horizon * 0.95);
  const width = radius * 0.03;
  const bow = bows.map((colour, at) => {
    const r = radius - at * width;
    return `<path d="M${size.width / 2 - r} ${horizon} A${r} ${r} 0 0 1 ${size.width / 2 + r} ${horizon}" fill="none" stroke="${colour}" stroke-width="${width * 1.15}" opacity="0.5"/>`;
  });
  const [x, y] = [size.width * 0.66, horizon * 0.34];
  const length = size.height * 0.42;
  const comet = `<defs><linearGradient id="tail" x1="0" y1="1" x2="1" y2="0"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#9fd0ff" stop-opacity="0"/></linearGradient></defs><path d="M${x} ${y + 4} L${x + length} ${y - length * 0.6} L${x + length * 0.9} ${y - length * 0.66} L${x - 3} ${y - 4} Z" fill="url(#tail)"/><circle cx="${x}" cy="${y}" r="${size.height * 0.012}" fill="#fff"/>`;
  return (scene.sky.rainbow === 'shown' ? bow.join('') : '') + (scene.sky.comet === 'shown' ? comet : '');
}
