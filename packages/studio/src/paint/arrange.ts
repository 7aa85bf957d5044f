/** Where each subject stands: side by side by their sizes, landmarks on the horizon, and the related where they belong. */
import type { Random } from '../picture/random.ts';
import type { CastSubject, Footing, RelationKind } from '../scene/cast.ts';
import type { Scene } from '../scene/scene.ts';
import type { Subject } from '../subjects/subject.ts';
import { type Bond, isBough, rootOf } from './bond.ts';
import { verbOf } from './deeds.ts';
import { growsAsField } from './flower-field.ts';
import { outlineOf } from './outline.ts';
import { even } from './painting.ts';
import { relate } from './relate.ts';
import type { Site } from './site.ts';
import { baseOf, edgesOf, isLandmark, shareOf } from './sizes.ts';
import type { Actor } from './troupe.ts';
import { isPerched, ROCK_HEIGHT } from './underfoot.ts';

/** Neighbours may overlap by this much: a drawing seldom fills its field. */
const BREADTH: Record<Footing, number> = { ground: 0.82, table: 0.82, surface: 0.9, sky: 0.72, water: 0.72 };

/** People seen from the side are slim, and stand closer. */
function breadthOf({ footing, record }: Pick<Actor, 'footing' | 'record'>): number {
  return record.hand === 'free' ? 0.56 : BREADTH[footing];
}

/** How far apart neighbours stand at most, as a share of their breadth. */
const GAP = 0.3;

/** Of one alone with something tiny in hand both are seen from closer by: an egg, a ring. */
function closenessOf(
  [one, ...others]: CastSubject[],
  bonds: SubjectBond[],
  records: Map<CastSubject, Subject>,
): number {
  const tiny = bonds.some(
    ({ kind, moved, anchor }) => kind === 'holding' && anchor === one && records.get(moved)!.metres < TINY_METRES,
  );
  return tiny && others.length === 0 && one!.count === 1 ? 1.4 : 1;
}

const TINY_METRES = 0.2;

export interface Troupe {
  feet: number;
  records: Map<CastSubject, Subject>;
  random: Random;
}

export async function arrangeActors(site: Site, troupe: Troupe): Promise<Actor[]> {
  const cast = site.scene.subjects.filter((subject) => !growsAsField(site.scene, subject));
  const bonds = bondsOf(site.scene, troupe.records);
  const carried = new Set(bonds.filter(({ kind }) => ATTACHED.has(kind)).map(({ moved }) => moved));
  const free = cast.filter((subject) => !carried.has(subject));
  const actors = [...placeFree(site, free, { ...troupe, close: closenessOf(free, bonds, troupe.records) })];
  for (const subject of cast) if (carried.has(subject)) actors.push(...unplaced(site, subject, troupe, actors.length));
  return relateAll(site, actors, bonds);
}

interface SubjectBond {
  kind: RelationKind;
  moved: CastSubject;
  anchor: CastSubject;
}

/** These need no room of their own beside the others. */
const ATTACHED = new Set<RelationKind>([
  'on',
  'riding',
  'in',
  'under',
  'over',
  'holding',
  'wearing',
  'held-by',
  'worn-by',
  'kicking',
  'in-front-of',
  'behind',
]);

const TOLD_OF_THE_THING: Partial<Record<RelationKind, RelationKind>> = { 'held-by': 'holding', 'worn-by': 'wearing' };

/** Who is larger is beside what it flies around. */
const ABOVE_METRES = 2;

/** What is held and worn comes to whoever holds it; in all other relations the subject goes to the other. */
function bondsOf({ subjects, deed }: Scene, records: Map<CastSubject, Subject>): SubjectBond[] {
  const footingOf = (subject: CastSubject) => records.get(subject)!.footing;
  const bonds = subjects.flatMap((subject): SubjectBond[] => {
    if (subject.relation === null) return [];
    const { kind, to } = subject.relation;
    const other = subjects[to];
    if (other === undefined || other === subject) return [];
    // What is held, worn or poured into comes to the other.
    const comes = kind === 'holding' || kind === 'wearing' || kind === 'kicking' || verbOf(subject) === 'pour';
    const told = TOLD_OF_THE_THING[kind];
    if (told !== undefined) return [{ kind: told, moved: subject, anchor: other }];
    // Bees around a flower are above it, and not at the other end of the picture.
    const flies =
      kind === 'beside' &&
      footingOf(subject) === 'sky' &&
      footingOf(other) === 'ground' &&
      records.get(subject)!.metres < ABOVE_METRES;
    // Nobody is before or behind what is much smaller: both are seen, side by side.
    const hides =
      ['in-front-of', 'behind', 'over'].includes(kind) &&
      !['sky', 'water'].includes(footingOf(subject)) &&
      verbOf(subject) === null &&
      records.get(other)!.metres < 0.4 * records.get(subject)!.metres;
    if (hides) return [{ kind: 'beside', moved: subject, anchor: other }];
    return [{ kind: flies ? 'over' : kind, moved: comes ? other : subject, anchor: comes ? subject : other }];
  });
  const related = (subject: CastSubject) => bonds.some(({ moved, anchor }) => moved === subject || anchor === subject);
  const [rider] = subjects;
  const mount = subjects.find((subject) => subject !== rider && records.get(subject)!.seat !== undefined);
  if (deed === 'riding' && mount !== undefined && !related(rider!))
    bonds.push({ kind: 'riding', moved: rider!, anchor: mount });
  const holder = subjects.find((subject) => records.get(subject)!.hand === 'free');
  const umbrella = subjects.find((subject) => records.get(subject)!.hand === 'filled');
  if (holder !== undefined && umbrella !== undefined && !related(umbrella))
    bonds.push({ kind: 'holding', moved: umbrella, anchor: holder });
  return bonds;
}

/** What several can be at the same time. */
const SHARED = new Set<RelationKind>(['on', 'in', 'under', 'over', 'riding', 'behind', 'in-front-of']);

/** Whoever anchors is placed before those who are put in relation to it. */
async function relateAll(site: Site, actors: Actor[], bonds: SubjectBond[]): Promise<Actor[]> {
  const waiting = [...bonds];
  for (let round = 0; waiting.length > 0 && round <= bonds.length; round++) {
    const ready = waiting.find(({ anchor }) => !waiting.some(({ moved }) => moved === anchor)) ?? waiting[0]!;
    waiting.splice(waiting.indexOf(ready), 1);
    const anchors = actors.filter(({ subject }) => subject === ready.anchor);
    if (anchors.length === 0) continue;
    const those = actors.filter(({ subject }) => subject === ready.moved);
    // Those who are there as somebody else's company sit beside them.
    const company = bonds.filter(({ kind, anchor }) => kind === ready.kind && anchor === ready.anchor);
    const sharing = SHARED.has(ready.kind) ? company : [ready];
    const all = sharing.reduce((sum, { moved }) => sum + actors.filter(({ subject }) => subject === moved).length, 0);
    const earlier = sharing
      .slice(0, sharing.indexOf(ready))
      .reduce((sum, { moved }) => sum + actors.filter(({ subject }) => subject === moved).length, 0);
    for (const [at, moved] of those.entries()) {
      const bond: Bond = { kind: ready.kind, moved, anchor: anchors[at % anchors.length]! };
      const placed = await relate(site, bond);
      // Several on one thing stand side by side.
      const next = earlier + Math.floor(at / anchors.length);
      const row = Math.ceil(all / anchors.length);
      // Of several on one thing each has room, and none sits on the others.
      const usual = placed.edge ?? moved.edge;
      const roomy = ready.kind === 'on' && row > 1 && placed.sits === undefined;
      const edge = roomy ? even(Math.min(usual, (await roomOn(bond.anchor, row)) / 0.85)) : usual;
      if (roomy) placed.edge = edge;
      // Of many on one seat none sits beside it.
      const beside = Math.min(edge * 0.45, (bond.anchor.edge * 0.75) / row);
      const apart = ready.kind === 'over' ? edge * 0.8 : roomy ? edge * 0.85 : beside;
      const aside = (next - (row - 1) / 2) * apart;
      // A flock flies in no line.
      const above = ready.kind === 'over' ? (next % 3) * edge * 0.22 : 0;
      const lower = roomy ? await dropAt(bond.anchor, aside) : 0;
      const [x, feet] = [(placed.x ?? moved.x) + aside, (placed.feet ?? moved.feet) - above + lower];
      Object.assign(moved, placed, { x, feet });
    }
  }
  return intoFrame(site, actors);
}

/** How much room each of a row has on a thing. */
async function roomOn({ record, edge }: Actor, row: number): Promise<number> {
  if (record.seat !== undefined) return (edge * 0.95) / row;
  const { left, right } = await outlineOf(record);
  return (edge * 1.7 * Math.min(-left, right)) / (row - 1);
}

/** By how much lower a thing without a seat is beside its middle: of three pigeons two sit on the shoulders. */
async function dropAt({ record, edge }: Actor, aside: number): Promise<number> {
  if (record.seat !== undefined) return 0;
  const { heightAt } = await outlineOf(record);
  const [middle, there] = [heightAt(0), heightAt(aside / edge)];
  return there > 0 && there < middle ? edge * (middle - there) : 0;
}

/** Who stands on something tall is not cut off at the neck: both are seen from further away. */
async function intoFrame({ size }: Site, actors: Actor[]): Promise<Actor[]> {
  // The camera comes a little closer.
  const margin = size.height * 0.04;
  for (const rider of actors) {
    const { carriedBy } = rider;
    if (carriedBy === undefined || rider.record.part === 'head') continue;
    const root = rootOf(rider);
    const over = rider.feet - rider.edge * (await outlineOf(rider.record)).top;
    if (over >= margin) continue;
    const smaller = Math.max(0.5, (root.feet - margin) / (root.feet - over));
    for (const one of actors.filter((actor) => rootOf(actor) === root)) {
      one.x = root.x + (one.x - root.x) * smaller;
      one.feet = root.feet + (one.feet - root.feet) * smaller;
      one.edge = even(one.edge * smaller);
    }
  }
  return actors;
}

/** Which way each looks is decided when all have their place. */
const UNTURNED = { start: 0, chance: 0, mirror: 1 } as const;

function unplaced(site: Site, subject: CastSubject, { records, feet }: Troupe, rank: number): Actor[] {
  const record = records.get(subject)!;
  const footing = footingIn(site, record.footing, subject);
  const usual = record.size * shareOf(subject.count) * subject.scale;
  const edge = even(baseOf(site) * Math.min(0.9, usual));
  const place = { x: site.size.width / 2, feet: footing === 'sky' ? Math.max(edge, site.horizon * 0.6) : feet };
  return Array.from({ length: subject.count }, (_, index) => ({
    subject,
    record,
    index,
    footing,
    edge,
    ...place,
    rank,
    distance: 'near' as const,
    ...UNTURNED,
  }));
}

function placeFree(
  site: Site,
  cast: CastSubject[],
  { records, feet, random, close }: Troupe & { close: number },
): Actor[] {
  const { scene, size } = site;
  const all = cast.flatMap((subject) =>
    Array.from({ length: subject.count }, (_, index) => ({ subject, record: records.get(subject)!, index })),
  );
  const edges = edgesOf(site, all);
  const sized = all.map((one, at) => ({
    ...one,
    footing: footingIn(site, one.record.footing, one.subject),
    edge: edges[at]! * close * (0.94 + 0.12 * random()),
    far: isLandmark(site, one.record),
  }));
  const near = sized.filter(({ far }) => !far);
  const total = near.reduce((sum, actor) => sum + actor.edge * breadthOf(actor), 0);
  const room = size.width * 0.96;
  const squeeze = Math.min(1, Math.max(0.45, room / total));
  // Who has to do with each other stands together, and not at the two ends of the picture.
  const spare = Math.max(0, room - total);
  const gap = Math.min(spare / Math.max(1, near.length), (GAP * total) / Math.max(1, near.length));
  const tallest = Math.max(...near.map(({ edge }) => edge));
  let left = size.width * 0.02 + (spare - gap * near.length) / 2 + gap / 2;
  const placed = (aroundOne(near, scene) ?? heroInside(near)).map((actor, rank): Actor => {
    const edge = even(actor.edge * squeeze);
    const breadth = actor.edge * breadthOf(actor) * (total > room ? room / total : 1);
    const jitter = 0.3 * gap * (random() - 0.5);
    const x =
      near.length === 1 ? size.width * (0.5 + 0.4 * scene.freedom * (random() - 0.5)) : left + breadth / 2 + jitter;
    left += breadth + gap;
    const raised = isPerched(scene, actor) ? edge * ROCK_HEIGHT : 0;
    // Who is small comes to the front, so that the tall stand behind and not on them.
    const forward = near.length > 1 ? size.height * 0.03 * (1 - actor.edge / tallest) : 0;
    if (isBough(actor)) return { ...actor, ...fromTheSide(site, actor), rank, distance: 'near', ...UNTURNED };
    const own = feetOf(site, { footing: actor.footing, feet, edge, random, record: actor.record });
    return { ...actor, edge, x, feet: own - raised + forward, rank, distance: 'near', ...UNTURNED };
  });
  const landmarks = sized.filter(({ far }) => far);
  return [...landmarks.map((actor, at) => onHorizon(site, actor, { at, beside: placed[0] ?? null })), ...placed];
}

/** A branch grows on a tree that is beyond the edge of the frame. */
function fromTheSide(site: Site, { subject }: Pick<Actor, 'subject'>): Pick<Actor, 'edge' | 'x' | 'feet'> {
  const edge = even(baseOf(site) * 1.2);
  const leaf = subject.vector?.id === 'leaf-blade';
  // Who is on a leaf is seen from close by: it lies low, and is no roof.
  const { subjects } = site.scene;
  const carries = subjects.some(({ relation }) => relation?.kind === 'on' && subjects[relation.to] === subject);
  if (leaf && carries) return { edge, x: edge * 0.42, feet: site.size.height * 0.97 };
  // Of a leaf there is more above the ground than below it.
  return { edge, x: edge * 0.42, feet: site.size.height * 0.62 + edge * (leaf ? 0.1 : 0.26) };
}

type Standing = Pick<Actor, 'subject' | 'record' | 'index' | 'footing' | 'edge'>;

/** Beside the hero and not behind it. */
function onHorizon({ size, horizon }: Site, actor: Standing, row: { at: number; beside: Actor | null }): Actor {
  const side = row.beside === null ? 0.5 : row.beside.x > size.width * 0.5 ? 0.28 : 0.72;
  const x = size.width * (side + (row.at === 0 ? 0 : row.at % 2 === 0 ? -0.3 : 0.3));
  return {
    ...actor,
    edge: even(actor.edge),
    x,
    feet: Math.max(horizon + size.height * 0.11, actor.edge + size.height * 0.08),
    rank: -10,
    distance: 'far',
    ...UNTURNED,
  };
}

/** What several have to do with is between them: an acorn that two squirrels fight over. */
function aroundOne<T extends { subject: CastSubject }>(actors: T[], { subjects }: Scene): T[] | null {
  const of = ({ subject: { relation } }: T) => (relation?.kind === 'beside' ? subjects[relation.to] : undefined);
  const middle = actors.find((one) => actors.filter((other) => of(other) === one.subject).length > 1);
  if (middle === undefined || actors.filter(({ subject }) => subject === middle.subject).length > 1) return null;
  const sides = actors.filter((one) => of(one) === middle.subject);
  const half = Math.ceil(sides.length / 2);
  const others = actors.filter((one) => one !== middle && !sides.includes(one));
  return [...sides.slice(0, half), middle, ...sides.slice(half), ...others];
}

/** The first of three or more stands among the others and not at the edge. */
function heroInside<T>(actors: T[]): T[] {
  const [hero, ...others] = actors;
  if (hero === undefined || others.length < 2) return actors;
  const middle = Math.round(others.length * 0.4);
  return [...others.slice(0, middle), hero, ...others.slice(middle)];
}

/** In space and under water nothing stands; on the open sea what stands elsewhere floats. */
function footingIn({ scene }: Site, usual: Footing, subject: CastSubject): Footing {
  if (scene.setting === 'space') return 'sky';
  // Whatever flies is in the air, though it has no wings.
  if (verbOf(subject) === 'fly' && (usual === 'ground' || usual === 'table') && scene.setting !== 'underwater')
    return 'sky';
  if (scene.setting === 'underwater') return usual === 'sky' || usual === 'surface' ? 'water' : usual;
  if (usual === 'ground' && scene.setting === 'ocean' && scene.deed === 'surfing') return 'surface';
  if (usual === 'surface' && scene.setting !== 'ocean' && scene.setting !== 'coast') return 'ground';
  return usual;
}

type FeetOptions = { footing: Footing; feet: number; edge: number; random: Random; record: Subject };

function feetOf({ scene, size, horizon }: Site, { footing, feet, edge, random, record }: FeetOptions): number {
  const { height } = size;
  // A portrait: the head in the upper middle, its shoulders below the frame.
  if (record.part === 'head') return height * 0.5 + edge * 0.5;
  if (footing === 'surface') return horizon + height * (0.1 + 0.08 * random());
  if (footing === 'sky' && scene.setting === 'space')
    return height * 0.5 + edge * 0.5 + height * 0.14 * (random() - 0.5);
  if (footing === 'sky') return Math.max(edge * 0.98 + height * 0.05, horizon * (0.5 + 0.36 * random()));
  if (footing === 'water' && scene.setting === 'underwater')
    return height * (0.42 + 0.3 * (random() - 0.5)) + edge * 0.5;
  if (footing === 'water') return horizon + height * 0.12 + edge * 0.35;
  return feet + height * 0.03 * (random() - 0.5);
}
