/** Puts the subjects of a scene on its stage: how large each is, and where. */
import { createRandom, type Random } from '../picture/random.ts';
import type { CastSubject, Footing } from '../scene/cast.ts';
import type { Subject } from '../subjects/subject.ts';
import { type Actor, drawActor, recordOf } from './actor.ts';
import { flowerField, growsAsField } from './flower-field.ts';
import { even, type Frames } from './painting.ts';
import type { Site } from './site.ts';
import type { StageLayer } from './stage.ts';
import { isPerched, ROCK_HEIGHT } from './underfoot.ts';

export async function castSubjects(site: Site, stage: { feet: number; frames: Frames }): Promise<StageLayer[]> {
  const { scene } = site;
  const random = createRandom(scene.seed ^ 0xca57);
  const layers: StageLayer[] = [];
  for (const field of scene.subjects.filter((subject) => growsAsField(scene, subject)))
    layers.push(...(await flowerField(site, field)));
  const records = new Map<CastSubject, Subject>();
  for (const subject of scene.subjects) records.set(subject, await recordOf(subject));
  const actors = seatRider(site, handUmbrella(arrangeActors(site, { ...stage, records, random })));
  for (const actor of actors.sort((one, other) => one.feet - other.feet))
    layers.push(...(await drawActor(site, actor, { random, frames: stage.frames })));
  return layers;
}

/** Share of its usual size that one of so many gets; whoever is named first is the hero. */
function shareOf({ index, all, subject }: { index: number; all: number; subject: CastSubject }, freedom: number) {
  if (all === 1) return 1.18 + 0.3 * (0.5 - freedom);
  if (subject.count > 1) return Math.max(0.5, 1.04 - 0.085 * subject.count);
  return index === 0 ? 1.08 : 0.88;
}

/** Neighbours may overlap by this much: a drawing seldom fills its field. */
const BREADTH: Record<Footing, number> = { ground: 0.82, table: 0.82, surface: 0.9, sky: 0.72, water: 0.72 };

interface Troupe {
  feet: number;
  records: Map<CastSubject, Subject>;
  random: Random;
}

function arrangeActors(site: Site, { feet, records, random }: Troupe): Actor[] {
  const { scene, size } = site;
  const all = scene.subjects
    .filter((subject) => !growsAsField(scene, subject))
    .flatMap((subject) => Array.from({ length: subject.count }, (_, index) => ({ subject, index })));
  // In a tall frame height alone would make giants that its width cannot hold.
  const base = Math.min(size.height, size.width * 1.15);
  const sized = all.map(({ subject, index }, at) => {
    const record = records.get(subject)!;
    const { size: share, footing: usual } = record;
    const footing = footingIn(site, usual);
    const part = shareOf({ index: at, all: all.length, subject }, scene.freedom);
    const usualEdge = Math.min(base * share * part, base * 0.86) * (0.94 + 0.12 * random());
    const edge = Math.min(base * 1.05, usualEdge * scene.closeness);
    return { subject, record, index, footing, edge };
  });
  const total = sized.reduce((sum, { edge, footing }) => sum + edge * BREADTH[footing], 0);
  const room = size.width * 0.96;
  const squeeze = Math.min(1, Math.max(0.45, room / total));
  const gap = Math.max(0, room - total) / Math.max(1, sized.length);
  let left = size.width * 0.02 + gap / 2;
  return heroInside(sized).map((actor) => {
    const edge = even(actor.edge * squeeze);
    const breadth = actor.edge * BREADTH[actor.footing] * (total > room ? room / total : 1);
    const jitter = 0.3 * gap * (random() - 0.5);
    const x =
      sized.length === 1 ? size.width * (0.5 + 0.4 * scene.freedom * (random() - 0.5)) : left + breadth / 2 + jitter;
    left += breadth + gap;
    const raised = isPerched(scene, actor) ? edge * ROCK_HEIGHT : 0;
    return { ...actor, edge, x, feet: feetOf(site, { footing: actor.footing, feet, edge, random }) - raised };
  });
}

/** The first of three or more stands among the others and not at the edge. */
function heroInside<T>(actors: T[]): T[] {
  const [hero, ...others] = actors;
  if (hero === undefined || others.length < 2) return actors;
  const middle = Math.round(others.length * 0.4);
  return [...others.slice(0, middle), hero, ...others.slice(middle)];
}

/** Puts an umbrella into the hand of the first person there is. */
function handUmbrella(actors: Actor[]): Actor[] {
  const holder = actors.find(({ record }) => record.hand === 'free');
  if (holder === undefined) return actors;
  const { edge, x, feet } = holder;
  return actors.map((actor) => {
    if (actor.record.hand !== 'filled') return actor;
    return { ...actor, edge: even(edge * 0.9), x: x + edge * 0.09, feet: feet - edge * 0.35, carriedBy: holder };
  });
}

/** A rider's size against the one that carries it, and where the rider's hips are, as a share of its own edge. */
const RIDER_SIZE = 0.74;
const HIPS = 0.34;

/** "An astronaut riding a horse": the first that is named sits on the other. */
function seatRider({ scene, size }: Site, actors: Actor[]): Actor[] {
  const rider = actors.find(({ subject }) => subject === scene.subjects[0]);
  const found = actors.find((actor) => actor.subject !== rider?.subject && actor.record.seat !== undefined);
  if (scene.deed !== 'riding' || rider === undefined || found === undefined) return actors;
  // Two who were given half the frame each are one now.
  const alone = actors.length === 2 && found.footing === 'ground';
  const mount = alone ? { ...found, x: size.width * 0.48, edge: even(found.edge * 1.25) } : found;
  const { high, back } = mount.record.seat!;
  const edge = even(mount.edge * RIDER_SIZE);
  const seated: Actor = {
    ...rider,
    edge,
    x: mount.x - mount.edge * back,
    feet: mount.feet - mount.edge * high + edge * HIPS,
    footing: mount.footing,
    carriedBy: mount,
  };
  return actors.map((actor) => (actor === rider ? seated : actor === found ? mount : actor));
}

/** In space and under water nothing stands; on the open sea what stands elsewhere floats. */
function footingIn({ scene }: Site, usual: Footing): Footing {
  if (scene.setting === 'space') return 'sky';
  if (scene.setting === 'underwater') return usual === 'sky' || usual === 'surface' ? 'water' : usual;
  if (usual === 'ground' && scene.setting === 'ocean' && scene.deed === 'surfing') return 'surface';
  if (usual === 'surface' && scene.setting !== 'ocean' && scene.setting !== 'coast') return 'ground';
  return usual;
}

type FeetOptions = { footing: Footing; feet: number; edge: number; random: Random };

function feetOf({ scene, size, horizon }: Site, { footing, feet, edge, random }: FeetOptions): number {
  if (footing === 'surface') return horizon + size.height * (0.1 + 0.08 * random());
  if (footing === 'sky' && scene.setting === 'space')
    return size.height * 0.5 + edge * 0.5 + size.height * 0.14 * (random() - 0.5);
  if (footing === 'sky') return Math.max(edge * 0.98 + size.height * 0.05, horizon * (0.5 + 0.36 * random()));
  if (footing === 'water' && scene.setting === 'underwater')
    return size.height * (0.42 + 0.3 * (random() - 0.5)) + edge * 0.5;
  if (footing === 'water') return horizon + size.height * 0.12 + edge * 0.35;
  return feet + size.height * 0.03 * (random() - 0.5);
}
