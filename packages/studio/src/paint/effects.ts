/** What a deed gives off: lava and smoke, flames, sparks, steam, a stream that is poured, a glow. */
import { blit, type Cutout } from '../picture/blit.ts';
import { cutOut, drawShapes } from '../picture/canvas.ts';
import { createRandom } from '../picture/random.ts';
import type { Verb } from '../scene/cast.ts';
import { colourOf } from '../scene/traits.ts';
import type { Subject } from '../subjects/subject.ts';
import { line, oval, shape } from './brush.ts';
import { verbOf } from './deeds.ts';
import { flipbookLayer } from './flipbook.ts';
import { outlineOf } from './outline.ts';
import { even } from './painting.ts';
import type { Site } from './site.ts';
import { type Drift, layerOf, type StageLayer, spotOf } from './stage.ts';
import type { Actor } from './troupe.ts';

export interface Effects {
  behind: StageLayer[];
  before: StageLayer[];
}

/** Whatever gives something off, and where it stands. */
export interface Source {
  x: number;
  feet: number;
  edge: number;
  seed: number;
  /** The drawing's name; empty for what was cut out of a picture. */
  name: string;
  wick?: Subject['wick'] | undefined;
  colour: string;
}

interface Scope {
  source: Source;
  depth: number;
  drift: Drift;
  /** Where its top is, and how far to the right it reaches, in pixels of the frame. */
  top: { x: number; y: number };
  spout: { x: number; y: number };
}

type Effect = (scope: Scope) => Promise<Effects>;

const EFFECTS: Partial<Record<Verb, Effect>> = { erupt, explode, burn, steam, pour, fill, glow, sleep, open };

export async function effectsOf(site: Site, actor: Actor, on: { depth: number; drift: Drift }): Promise<Effects> {
  const verb = verbOf(actor.subject);
  const effect = verb === null ? undefined : EFFECTS[verb];
  if (effect === undefined) return { behind: [], before: [] };
  const outline = await outlineOf(actor.record);
  const { x, feet, edge, subject } = actor;
  const across = outline.right * 0.98;
  return effect({
    source: {
      x,
      feet,
      edge,
      seed: site.scene.seed,
      name: subject.vector?.id ?? subject.own ?? '',
      wick: actor.record.wick,
      colour: `rgb(${colourOf(subject, null).join(' ')})`,
    },
    ...on,
    top: { x: x + edge * outline.crown * 0.3, y: feet - edge * outline.top },
    spout: { x: x + edge * across, y: feet - edge * outline.heightAt(across) },
  });
}

/** The same for what a given picture shows; its top is as high above its feet as its edge. */
export async function effectsOver(verb: Verb, source: Source, drift: Drift): Promise<Effects> {
  const effect = EFFECTS[verb];
  if (effect === undefined) return { behind: [], before: [] };
  const top = { x: source.x, y: source.feet - source.edge };
  return effect({ source, depth: 1, drift, top, spout: top });
}

async function disc(edge: number, colours: [string, number][]): Promise<Cutout> {
  const radius = even(edge) / 2;
  const stops = colours.map(
    ([colour, opacity], at) =>
      `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );
  const defs = `<defs><radialGradient id="d">${stops.join('')}</radialGradient></defs>`;
  const area = { left: -radius, top: -radius, width: radius * 2, height: radius * 2 };
  return cutOut(await drawShapes(`${defs}<circle r="${radius}" fill="url(#d)"/>`, area))!;
}

interface Speck {
  sprite: Cutout;
  /** Place, size and opacity at a moment; null while it is not seen. */
  at(seconds: number): { x: number; y: number; scale: number; opacity: number } | null;
}

function specksLayer(specks: Speck[], { depth, drift }: Scope): StageLayer {
  return {
    depth,
    paint(onto, view, moment) {
      const moved = drift(moment);
      for (const { sprite, at } of specks) {
        const place = at(moment.seconds);
        if (place === null || place.opacity <= 0.02) continue;
        const half = (sprite.layer.width / 2) * place.scale;
        const spot = spotOf({ left: place.x + moved.x - half, top: place.y + moved.y - half }, view);
        blit(onto, sprite, { ...spot, scale: spot.scale * place.scale, opacity: place.opacity });
      }
    },
  };
}

function around(turn: number): number {
  return turn - Math.floor(turn);
}

/** Puffs that rise, grow and thin out. */
async function puffs(
  scope: Scope,
  look: { colour: string; count: number; high: number; wide: number; opacity: number },
) {
  const { source, top } = scope;
  const random = createRandom(source.seed ^ 0x9aff);
  const sprite = await disc(source.edge * look.wide, [
    [look.colour, 0.8],
    [look.colour, 0.5],
    [look.colour, 0],
  ]);
  const specks = Array.from({ length: look.count }, (_, index): Speck => {
    const [late, sway, side] = [index / look.count, random() * 6.28, random() - 0.5];
    return {
      sprite,
      at(seconds) {
        const age = around(seconds * 0.22 + late);
        return {
          x: top.x + source.edge * (side * 0.3 * age + 0.06 * Math.sin(seconds * 0.9 + sway)),
          y: top.y - source.edge * look.high * age,
          scale: 0.6 + 1.1 * age,
          opacity: look.opacity * Math.min(1, age * 6) * (1 - age),
        };
      },
    };
  });
  return specksLayer(specks, scope);
}

/** Thrown up from the top, falling back in an arc. */
async function fountain(
  scope: Scope,
  look: { count: number; high: number; wide: number; colours: [string, number][] },
) {
  const { source, top } = scope;
  const random = createRandom(source.seed ^ 0x1a7a);
  const sprite = await disc(Math.max(6, source.edge * 0.045), look.colours);
  const specks = Array.from({ length: look.count }, (_, index): Speck => {
    const [late, side, strength, size] = [
      index / look.count,
      2 * random() - 1,
      0.6 + 0.4 * random(),
      0.6 + 0.9 * random(),
    ];
    return {
      sprite,
      at(seconds) {
        const age = around(seconds * 0.75 + late);
        return {
          x: top.x + source.edge * look.wide * side * age,
          y: top.y + source.edge * (0.1 - look.high * strength * 4 * age * (1 - age) + 0.24 * age * age),
          scale: size,
          opacity: Math.min(1, 4 * (1 - age)),
        };
      },
    };
  });
  return specksLayer(specks, scope);
}

async function shimmer(
  scope: Scope,
  look: { colour: string; wide: number; at: { x: number; y: number }; opacity: number },
) {
  const sprite = await disc(scope.source.edge * look.wide, [
    [look.colour, 1],
    [look.colour, 0.32],
    [look.colour, 0],
  ]);
  const speck: Speck = {
    sprite,
    at: (seconds) => ({
      ...look.at,
      scale: 1,
      opacity: look.opacity * (0.8 + 0.2 * Math.sin(seconds * 5.3) * Math.sin(seconds * 3.1)),
    }),
  };
  return specksLayer([speck], scope);
}

const EMBER: [string, number][] = [
  ['#fff3b0', 1],
  ['#ff7a1e', 1],
  ['#d0300c', 0],
];

async function erupt(scope: Scope): Promise<Effects> {
  const { edge } = scope.source;
  const mouth = { x: scope.top.x, y: scope.top.y + edge * 0.2 };
  const inside = { ...scope, top: mouth };
  return {
    behind: [
      await shimmer(scope, { colour: '#ff6a1e', wide: 1.3, at: mouth, opacity: 0.6 }),
      await puffs(scope, { colour: '#4a4048', count: 9, high: 0.6, wide: 0.32, opacity: 0.75 }),
    ],
    before: [await fountain(inside, { count: 26, high: 0.5, wide: 0.42, colours: EMBER })],
  };
}

async function explode(scope: Scope): Promise<Effects> {
  const middle = { x: scope.source.x, y: scope.source.feet - scope.source.edge * 0.45 };
  const inside = { ...scope, top: middle };
  return {
    behind: [await shimmer(scope, { colour: '#ffd27a', wide: 2, at: middle, opacity: 0.85 })],
    before: [
      await fountain(inside, { count: 40, high: 0.7, wide: 0.95, colours: EMBER }),
      await puffs(inside, { colour: '#5a5250', count: 8, high: 0.7, wide: 0.4, opacity: 0.6 }),
    ],
  };
}

async function steam(scope: Scope): Promise<Effects> {
  return {
    behind: [],
    before: [await puffs(scope, { colour: '#f4f6fa', count: 7, high: 0.5, wide: 0.16, opacity: 0.5 })],
  };
}

async function glow(scope: Scope): Promise<Effects> {
  const middle = { x: scope.source.x, y: scope.source.feet - scope.source.edge * 0.5 };
  return { behind: [await shimmer(scope, { colour: '#ffe7a0', wide: 1.9, at: middle, opacity: 0.8 })], before: [] };
}

/** Light comes out of what opens; behind a door it is the whole doorway. */
async function open(scope: Scope): Promise<Effects> {
  const { source, top, depth } = scope;
  const { x, feet, edge, name } = source;
  if (name !== 'door') {
    const at = { x, y: (top.y + feet) / 2 };
    return { behind: [await shimmer(scope, { colour: '#ffe9a8', wide: 1.7, at, opacity: 0.75 })], before: [] };
  }
  const half = even(edge * 0.235);
  const high = even(feet - top.y);
  const area = { left: even(x + 4000) - 4000 - half, top: even(top.y + 4000) - 4000, width: half * 2, height: high };
  const light = `<defs><linearGradient id="w" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff8df"/><stop offset="1" stop-color="#f6d894"/></linearGradient></defs>`;
  const rim = `<rect x="${area.left}" y="${area.top}" width="${area.width}" height="${high}" fill="url(#w)" stroke="#6a4022" stroke-width="${edge * 0.03}"/>`;
  return { behind: layerOf(cutOut(await drawShapes(light + rim, area)), depth), before: [] };
}

/** Three letters that rise from the head, one after the other, as comics tell it. */
async function sleep(scope: Scope): Promise<Effects> {
  const { source, top } = scope;
  const half = even(Math.max(12, source.edge * 0.1)) / 2;
  const area = { left: -half, top: -half, width: half * 2, height: half * 2 };
  const reach = half * 0.6;
  const letter = `M${-reach} ${-reach} H${reach} L${-reach} ${reach} H${reach}`;
  const body = line(letter, '#2a3550', half * 0.5) + line(letter, '#ffffff', half * 0.26);
  const sprite = cutOut(await drawShapes(body, area))!;
  const specks = [0, 1, 2].map(
    (index): Speck => ({
      sprite,
      at(seconds) {
        const age = around(seconds * 0.3 + index / 3);
        return {
          x: top.x + source.edge * (0.12 + 0.22 * age),
          y: top.y - source.edge * (0.02 + 0.3 * age),
          scale: 0.6 + 0.7 * age,
          opacity: Math.min(1, age * 5, (1 - age) * 4),
        };
      },
    }),
  );
  return { behind: [], before: [specksLayer(specks, scope)] };
}

const FLAME_POSES = 8;

const BURNING = new Set(
  'candle diya-lamp fireplace red-paper-lantern jack-o-lantern sparkler menorah light-bulb'.split(' '),
);

/** Tongues around the lower half, each at a time of its own; what is a fire itself needs none. */
async function burn(scope: Scope): Promise<Effects> {
  const { source, depth, drift } = scope;
  const { x, feet, edge, name, wick } = source;
  const light = await shimmer(scope, { colour: '#ff9a3a', wide: 1.8, at: { x, y: feet - edge * 0.4 }, opacity: 0.6 });
  // A candle burns at its wick.
  if (wick === 'burns' || BURNING.has(name)) return { behind: [light], before: [] };
  if (name === 'fire') return { behind: [light], before: [await sparks(scope)] };
  const area = {
    left: even(x + 4000) - 4000 - even(edge * 0.6),
    top: even(feet + 4000) - 4000 - even(edge * 0.9),
    width: even(edge * 0.6) * 2,
    height: even(edge * 0.95),
  };
  const poses = await Promise.all(
    Array.from({ length: FLAME_POSES }, async (_, pose) => {
      const tongues = [-0.36, -0.2, -0.04, 0.12, 0.28, 0.4].map((across, at) => {
        const flicker = Math.sin(2 * Math.PI * (pose / FLAME_POSES + at * 0.37));
        const [wide, high] = [edge * 0.13, edge * (0.36 + 0.1 * flicker + 0.1 * Math.sin(at * 2.1))];
        return tongue([x + edge * across, feet + edge * 0.02], { wide, high, lean: edge * 0.03 * flicker });
      });
      return cutOut(await drawShapes(tongues.join(''), area))!;
    }),
  );
  return {
    behind: [light],
    before: [flipbookLayer({ poses, cycles: 1.5, depth, drift }), await sparks(scope)],
  };
}

function tongue([x, y]: [number, number], { wide, high, lean }: { wide: number; high: number; lean: number }): string {
  const flame = (share: number, fill: string) => {
    const [w, h] = [wide * share, high * share];
    return shape(
      `M${x} ${y} C${x - w} ${y} ${x - w} ${y - h * 0.45} ${x + lean} ${y - h} C${x + w} ${y - h * 0.5} ${x + w} ${y} ${x} ${y} Z`,
      fill,
      'fill-opacity="0.92"',
    );
  };
  return flame(1, '#f4511e') + flame(0.72, '#ff9800') + flame(0.42, '#ffee80');
}

async function sparks(scope: Scope): Promise<StageLayer> {
  const at = { x: scope.source.x, y: scope.source.feet - scope.source.edge * 0.5 };
  return fountain({ ...scope, top: at }, { count: 14, high: 0.6, wide: 0.3, colours: EMBER });
}

const STREAM_POSES = 4;

/** From the spout, which leans forward, in an arc down to where the feet stand. */
async function pour(scope: Scope): Promise<Effects> {
  const { source, spout, depth, drift } = scope;
  const { x, feet, edge } = source;
  const lip = { x: spout.x + edge * 0.03, y: spout.y + edge * 0.13 };
  const end = { x: lip.x + edge * 0.12, y: feet + edge * 0.02 };
  const area = {
    left: even(x + 4000) - 4000,
    top: even(feet + 4000) - 4000 - even(edge),
    width: even(edge * 1.1),
    height: even(edge * 1.14),
  };
  const poses = await Promise.all(
    Array.from({ length: STREAM_POSES }, async (_, pose) => {
      const swing = edge * 0.008 * Math.sin((2 * Math.PI * pose) / STREAM_POSES);
      const d = `M${lip.x} ${lip.y} C${lip.x + edge * 0.1} ${lip.y} ${end.x + swing} ${lip.y + edge * 0.08} ${end.x} ${end.y}`;
      const pool = oval([end.x, end.y, edge * (0.12 + 0.012 * pose), edge * 0.03], '#b5793a', 'fill-opacity="0.75"');
      const body = pool + line(d, '#b5793a', edge * 0.034) + line(d, '#eec48a', edge * 0.012);
      return cutOut(await drawShapes(body, area))!;
    }),
  );
  return { behind: [], before: [flipbookLayer({ poses, cycles: 2.5, depth, drift })] };
}

/** From above, straight into what stands below. */
async function fill(scope: Scope): Promise<Effects> {
  const { source, top, depth, drift } = scope;
  const { x, edge, colour } = source;
  const half = even(edge * 0.1);
  const area = {
    left: even(x + 4000) - 4000 - half,
    top: even(top.y + 4000) - 4000 - even(edge * 0.7),
    width: half * 2,
    height: even(edge * 1.2),
  };
  const poses = await Promise.all(
    Array.from({ length: STREAM_POSES }, async (_, pose) => {
      const swing = edge * 0.006 * Math.sin((2 * Math.PI * pose) / STREAM_POSES);
      const d = `M${x} ${area.top} Q${x + swing} ${top.y} ${x} ${top.y + edge * 0.45}`;
      return cutOut(await drawShapes(line(d, colour, edge * 0.05) + line(d, '#ffffff66', edge * 0.012), area))!;
    }),
  );
  return { behind: [flipbookLayer({ poses, cycles: 2.5, depth, drift })], before: [] };
}
