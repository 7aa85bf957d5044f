/** One subject as layers of the stage: its drawings, its shadow or reflection, and how it moves. */
import { type Canvas, cutOut, drawShapes } from '../picture/canvas.ts';
import { type Colour, fromHue, mix } from '../picture/colour.ts';
import type { Random } from '../picture/random.ts';
import type { CastSubject, Verb } from '../scene/cast.ts';
import type { Season } from '../scene/place-words.ts';
import { colourOf } from '../scene/traits.ts';
import { subjectOf } from '../subjects/index.ts';
import { vase } from '../subjects/parts/plants.ts';
import { FEET, FIELD, type Gait, type Subject } from '../subjects/subject.ts';
import { rootOf, SEATED_LEGS } from './bond.ts';
import { type Brush, type BrushOptions, createBrush, line } from './brush.ts';
import { bendsWith, deedOf, paceOf, verbOf } from './deeds.ts';
import { effectsOf } from './effects.ts';
import { flipbookLayer } from './flipbook.ts';
import { gaitOf, wayOf } from './gait.ts';
import { fingersOf } from './grip.ts';
import { type Light, lightOn } from './light.ts';
import { laidDown } from './lying.ts';
import { outlineOf } from './outline.ts';
import { even, type Frames } from './painting.ts';
import { modelForm } from './relief.ts';
import { castShadow } from './shadow.ts';
import { lampsOf, type Site, STILL_PHASE } from './site.ts';
import { type Drift, layerOf, type StageLayer } from './stage.ts';
import type { Actor } from './troupe.ts';
import { drawUnderfoot, isPerched } from './underfoot.ts';
import { type Posture, vectorSubject } from './vector.ts';
import { clipOf } from './vessels.ts';
import { SHORE } from './water.ts';

/** What a subject is drawn from: one of ours, or a drawing of the index. */
export async function recordOf(subject: CastSubject, posture: Posture): Promise<Subject> {
  return laidDown(subject, subject.own === null ? await vectorSubject(subject, posture) : subjectOf(subject.own));
}

/** Where landmarks stand among the layers of a place, and how much of the air is between. */
export const FAR_DEPTH = 0.46;
const FAR_HAZE = 0.22;

/** How far a subject is lit against the hour, as photographers do, so that it can be told at night. */
const FILL_LIGHT = 0.26;

export async function drawActor(site: Site, actor: Actor, { frames }: { frames: Frames }): Promise<StageLayer[]> {
  const { scene } = site;
  const { start, mirror } = actor;
  const { bend, gait } = movementOf(site, actor);
  const drift = driftOf(site, actor);
  const depth = depthOf(site, actor);
  const light = lightOn(site, { x: actor.x, y: actor.feet - actor.edge * 0.5 });
  const stands = standsOn(site, actor);
  const moves = gait !== null && frames === 'many' ? gait : null;
  const runs = deedOf(actor.subject).once ? 'once' : 'round';
  const from = runs === 'once' ? 0 : start;
  const phases =
    moves === null ? [STILL_PHASE] : Array.from({ length: moves.poses }, (_, at) => from + at / moves.poses);
  const drawn = await Promise.all(
    phases.map(async (phase, at) => {
      const canvas = await drawPose(site, actor, {
        mirror,
        gait,
        phase,
        light,
        bend,
      });
      modelForm(canvas, light, actor.edge);
      // The first pose throws the shadow of them all, and no drawing is kept longer than it takes to cut it out.
      const shadow = stands && at === 0 ? castShadow(canvas, { ...actor, light, ground: scene.palette.ground }) : null;
      return { pose: cutOut(canvas), shadow };
    }),
  );
  // Whoever jumps leaves its leaf and its shadow below.
  const below: Drift = (moment) => ({ ...drift(moment), lift: 0 });
  const carried = actor.carriedBy === undefined ? await drawUnderfoot(site, actor, below) : [];
  const shadows = drawn.flatMap(({ shadow }) => (shadow === null ? [] : layerOf(cutOut(shadow), depth, below)));
  const effects = await effectsOf(site, actor, { depth, drift });
  const under = [...carried, ...shadows, ...effects.behind];
  const poses = drawn.map(({ pose }) => pose).filter((pose) => pose !== null);
  if (moves === null) return [...under, ...poses.flatMap((pose) => layerOf(pose, depth, drift)), ...effects.before];
  if (poses.length === 0) return under;
  return [...under, flipbookLayer({ poses, cycles: moves.cycles, runs, depth, drift }), ...effects.before];
}

function depthOf({ scene }: Site, { footing, distance, carriedBy, string }: Actor): number {
  if (distance === 'far') return FAR_DEPTH;
  if (string !== undefined) return 1;
  if (footing === 'surface') return 0.75;
  return footing === 'sky' && scene.setting !== 'space' && carriedBy === undefined ? 0.6 : 1;
}

interface Movement {
  gait: Gait | null;
  bend: ((phase: number) => string) | undefined;
}

/** Limbs of its own come first; what has none is bent by its deed. */
function movementOf({ scene }: Site, { subject, record }: Actor): Movement {
  const deed = deedOf(subject);
  const bends = bendsWith(record, verbOf(subject));
  const limbs = gaitOf(record, paceOf(subject, scene.pace));
  return { gait: limbs ?? (bends ? (deed.gait ?? null) : null), bend: bends ? deed.bend : undefined };
}

/** 1 looks right, as all are drawn. Who walks together looks the same way; others turn as they like. */
export function lookOf({ scene }: Site, { record, subject, footing }: Actor, random: Random): 1 | -1 {
  const chance = random();
  const { way, hand, faces } = record;
  if (faces === 'front' || verbOf(subject) === 'pour') return 1;
  if (subject.heading === 'left' || subject.heading === 'right') return subject.heading === 'left' ? -1 : 1;
  // A person and the umbrella in their hand must look the same way.
  if (way === 'drives' || hand !== undefined || scene.deed === 'riding' || subject.relation !== null) return 1;
  if (paceOf(subject, scene.pace) !== 'rest' && footing === 'ground') return 1;
  return chance < 0.35 ? -1 : 1;
}

type Pose = {
  mirror: number;
  gait: Gait | null;
  phase: number;
  light: Light;
  bend: ((phase: number) => string) | undefined;
};

async function drawPose(site: Site, actor: Actor, { mirror, gait, phase, light, bend }: Pose): Promise<Canvas> {
  const { scene } = site;
  const { record, edge, x, feet, footing, carriedBy } = actor;
  const look: BrushOptions = {
    palette: { ...scene.palette, ambient: mix(scene.palette.ambient, [1, 1, 1], FILL_LIGHT) },
    main: variedColour(actor, scene.season),
    // The same in every pose, or hair and skin would flicker.
    random: () => actor.chance,
    lamps: lampsOf(scene),
    hazeShare: actor.distance === 'far' ? FAR_HAZE : footing === 'surface' ? 0.08 : 0.02,
    name: 's',
    phase,
    stride: gait?.stride ?? 0,
    eyes: verbOf(actor.subject) === 'sleep' ? 'shut' : 'open',
    // A drawing that is turned round is turned with its light.
    lit: light.x * mirror > 0.1 ? 'right' : 'left',
  };
  const brush = createBrush(look);
  const fingers = createBrush({ ...look, random: () => (carriedBy ?? actor).chance, name: 'f' });
  const indoors = scene.setting === 'interior' || scene.setting === 'backdrop';
  // Nothing grows out of a table; in a hand it needs no vase.
  const vased = indoors && record.flower !== undefined && actor.carriedBy === undefined;
  const art = folded(record.draw(brush), foldOf(actor)) + (vased ? vase(brush) : '');
  const scale = edge / FIELD;
  // What is drawn in the air comes down to where it stands: a gap to its shadow would make it float.
  const sunk = footing === 'ground' || footing === 'table' ? FIELD * (await outlineOf(record)).base : 0;
  // Without a ground an astronaut floats aslant.
  const tilt =
    record.adrift !== undefined && footing === 'sky' ? `rotate(${record.adrift} ${FIELD / 2} ${FIELD / 2})` : '';
  const field = (flip: number) =>
    `<g transform="translate(${x} ${feet}) scale(${scale * mirror} ${scale * flip}) translate(${-FIELD / 2} ${sunk - FEET}) ${tilt} ${bend?.(phase) ?? ''}">${art}</g>`;
  const onGlass = footing === 'table' && scene.setting === 'backdrop' && !FALLING.has(verbOf(actor.subject));
  // A portrait stands on nothing that could mirror it.
  const glossy = (footing === 'surface' && !isPerched(scene, actor)) || (onGlass && record.part !== 'head');
  // The water mirrors whoever sits in a boat below the boat, and not inside it.
  const below = 0.55 * (rootOf(actor).feet - feet) + (rootOf(actor).feet - feet);
  const mirrored = `<g opacity="${footing === 'surface' ? 0.4 : 0.2}" transform="translate(0 ${below})">${field(-0.55)}</g>`;
  const reflection = glossy ? inWater(site, mirrored) : '';
  return drawShapes(
    brush.defs() +
      reflection +
      stringOf(actor, brush) +
      clipped(field(1), clipOf(actor)) +
      fingersOf(actor, fingers) +
      fingers.defs(),
    areaAround(site, actor, {
      across: record.reach ?? 0.72,
      below: record.part === 'head' ? 0.75 : glossy ? 0.6 : footing === 'sky' ? 0.4 : 0.1,
    }),
  );
}

/** What is bent of the legs, as a share of the edge, and how much of that is still seen. */
interface Fold {
  hips: number;
  legs: number;
}

/** Whoever sleeps on four legs lies on its belly. */
function foldOf({ sits, subject, record }: Actor): Fold | null {
  if (sits !== undefined) return { hips: sits, legs: SEATED_LEGS };
  const four = typeof record.limbs === 'string' && record.limbs.startsWith('legs') && record.hand === undefined;
  if (verbOf(subject) !== 'sleep') return null;
  // Whoever cannot lie down nods off sitting.
  if (subject.vector?.nature === 'person' && record.faces === 'front' && record.part !== 'head')
    return { hips: 0.3, legs: SEATED_LEGS };
  // Most of the index have shorter legs, and some sit.
  if (subject.vector?.nature === 'animal' && record.faces === 'side') return { hips: 0.14, legs: 0.4 };
  return four ? { hips: 0.23, legs: 0.28 } : null;
}

/** Above the hips as it stands, below them with the legs bent. */
function folded(art: string, fold: Fold | null): string {
  if (fold === null) return art;
  const [hip, bent] = [FEET - fold.hips * FIELD, 1 - fold.legs];
  const half = (id: string, top: number, height: number) =>
    `<clipPath id="${id}"><rect x="${-FIELD}" y="${top}" width="${3 * FIELD}" height="${height}"/></clipPath>`;
  return (
    half('legs', hip, FIELD) +
    half('trunk', -FIELD, FIELD + hip + 0.5) +
    `<g transform="translate(0 ${FEET * bent}) scale(1 ${fold.legs})"><g clip-path="url(#legs)">${art}</g></g>` +
    `<g transform="translate(0 ${fold.hips * FIELD * bent})"><g clip-path="url(#trunk)">${art}</g></g>`
  );
}

/** Sand mirrors nobody. */
export function inWater({ scene, size }: Site, mirrored: string): string {
  if (scene.place !== 'coast') return mirrored;
  const sea = `<rect x="${-size.width}" y="0" width="${3 * size.width}" height="${size.height * (SHORE - 0.03)}"/>`;
  return `<clipPath id="sea">${sea}</clipPath><g clip-path="url(#sea)">${mirrored}</g>`;
}

/** What is below the rim of a vessel is not seen. */
function clipped(art: string, clip: string | null): string {
  if (clip === null) return art;
  return `<clipPath id="within"><path d="${clip}"/></clipPath><g clip-path="url(#within)">${art}</g>`;
}

/** A kite and a balloon are held by a string that sags a little. */
function stringOf({ string, x, feet, edge }: Actor, brush: Brush): string {
  if (string === undefined) return '';
  const from = { x, y: feet - edge * 0.12 };
  const sag = { x: (from.x + string.x) / 2, y: Math.max(from.y, string.y) - Math.abs(from.y - string.y) * 0.2 };
  return line(`M${from.x} ${from.y} Q${sag.x} ${sag.y} ${string.x} ${string.y}`, brush.ink('#f4f1ea'), edge * 0.008);
}

type Reach = { across: number; below: number };

function areaAround({ size }: Site, { x, feet, edge, string }: Actor, { across, below: usual }: Reach) {
  const pad = even(Math.max(edge * across, string === undefined ? 0 : Math.abs(string.x - x) + 4));
  const below = string === undefined ? usual : Math.max(usual, (string.y - feet) / edge + 0.03);
  return {
    left: even(x + size.width) - size.width - pad,
    top: even(feet + size.height) - size.height - even(edge * 1.15),
    width: pad * 2,
    height: even(edge * (1.15 + below)),
  };
}

const FALLING = new Set<Verb | null>(['fall', 'rain']);

function standsOn({ scene }: Site, { subject, footing, carriedBy, distance, record }: Actor): boolean {
  if (distance === 'far' || record.part === 'head' || FALLING.has(verbOf(subject))) return false;
  return carriedBy === undefined && (footing === 'ground' || footing === 'table') && scene.setting !== 'space';
}

/** Balloons, butterflies and tulips of a group come in colours, unless the words named one. */
function variedColour({ subject, record, index }: Actor, season: Season | null): Colour {
  const colour = colourOf(subject, season);
  const colourful = subject.colour === null && record.shades === 'many';
  if (index === 0 || !colourful) return mix(colour, [255, 255, 255], index === 0 ? 0 : 0.06 * (index % 3));
  return fromHue((index * 97 + colour[0]) % 360, 0.62, 0.55);
}

/** Who is carried goes where its carrier goes, and does on it what it does. */
export function driftOf(site: Site, actor: Actor): Drift {
  const going = courseOf(site, actor);
  const { way } = actor.carriedBy === undefined ? {} : deedOf(actor.subject);
  if (way === undefined || !IN_PLACE.has(verbOf(actor.subject))) return going;
  const { size, horizon } = site;
  const { edge, x, feet, mirror, start } = actor;
  const cycles = movementOf(site, actor).gait?.cycles ?? 1;
  return (moment) => {
    const [carried, own] = [going(moment), way(moment, { size, horizon, edge, x, feet, look: mirror, start, cycles })];
    return { ...carried, x: carried.x + own.x, y: carried.y + own.y - (own.lift ?? 0) };
  };
}

const IN_PLACE = new Set<Verb | null>(['jump', 'dance', 'shake', 'hover']);

function courseOf(site: Site, actor: Actor): Drift {
  const { size, scene, horizon } = site;
  const { footing, mirror } = actor;
  // A crown goes where the horse goes whose rider has it on, and as far.
  const leader = rootOf(actor);
  const { edge, start } = leader;
  const phase = start * 6.28;
  const { way } = deedOf(leader.subject);
  if (way !== undefined) {
    const { x, feet } = leader;
    const cycles = movementOf(site, leader).gait?.cycles ?? 1;
    return (moment) => way(moment, { size, horizon, edge, x, feet, look: mirror, start, cycles });
  }
  const mover = leader.record;
  const { way: comes } = mover;
  if (comes === 'drives')
    return ({ seconds }) => ({
      x: size.width * (scene.pace === 'run' ? 0.04 : 0.022) * (seconds - 2),
      y: edge * 0.004 * Math.sin(seconds * 9 + phase),
    });
  if (footing === 'surface')
    return ({ seconds }) => ({
      x: size.width * 0.006 * (seconds - 2),
      y: edge * 0.018 * Math.sin(seconds * 1.4 + phase),
    });
  if (footing === 'water')
    return ({ seconds }) => ({
      x: mirror * size.width * 0.014 * (seconds - 2),
      y: edge * 0.05 * Math.sin(seconds * 1.2 + phase),
    });
  if ((comes === 'flies' && footing === 'sky') || scene.setting === 'space')
    return ({ seconds }) => ({
      x: edge * 0.05 * Math.sin(seconds * 0.7 + phase),
      y: edge * 0.06 * Math.sin(seconds * 1.1 + phase),
    });
  const goes = wayOf(mover, paceOf(leader.subject, scene.pace), mirror);
  return (moment) => ({ x: goes(moment, size.width), y: 0 });
}
