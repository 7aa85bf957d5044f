/** Puts the subjects of a scene on its stage. */
import { createRandom } from '../picture/random.ts';
import type { CastSubject } from '../scene/cast.ts';
import type { Subject } from '../subjects/subject.ts';
import { drawActor, lookOf, recordOf } from './actor.ts';
import { arrangeActors } from './arrange.ts';
import { rootOf } from './bond.ts';
import { paceOf } from './deeds.ts';
import { flowerField, growsAsField } from './flower-field.ts';
import type { Frames } from './painting.ts';
import type { Site } from './site.ts';
import type { StageLayer } from './stage.ts';
import type { Actor } from './troupe.ts';

export interface Cast {
  /** Landmarks, which near ground hides in part. */
  far: StageLayer[];
  near: StageLayer[];
}

export async function castSubjects(site: Site, stage: { feet: number; frames: Frames }): Promise<Cast> {
  const { scene } = site;
  const random = createRandom(scene.seed ^ 0xca57);
  const cast: Cast = { far: [], near: [] };
  for (const field of scene.subjects.filter((subject) => growsAsField(scene, subject)))
    cast.near.push(...(await flowerField(site, field)));
  const records = new Map<CastSubject, Subject>();
  const held = new Set(
    scene.subjects.map((subject) => {
      const { relation } = subject;
      // What stands in a cup stands as in a hand.
      if (relation?.kind === 'in' && subject.vector?.nature === 'thing') return subject;
      return relation?.kind === 'holding'
        ? scene.subjects[relation.to]
        : relation?.kind === 'held-by'
          ? subject
          : undefined;
    }),
  );
  for (const subject of scene.subjects)
    records.set(subject, await recordOf(subject, held.has(subject) ? 'held' : 'alone'));
  const actors = await arrangeActors(site, { feet: stage.feet, records, random });
  for (const actor of actors) {
    actor.start = random();
    actor.chance = random();
    actor.mirror = lookOf(site, actor, random);
  }
  for (const actor of actors) actor.mirror = facing(site, actor, actors) ?? actor.mirror;
  // Who is carried moves and looks as the one that carries it.
  for (const actor of actors) {
    if (actor.carriedBy === undefined) continue;
    actor.start = actor.carriedBy.start;
    if (actor.looks !== undefined) actor.mirror = actor.looks;
    else if (actor.record.faces !== 'front') actor.mirror = actor.carriedBy.mirror;
    turnWith(actor);
  }
  const inOrder = actors
    .map((actor) => ({ actor, order: orderOf(actor) }))
    .sort((one, other) => one.order - other.order || one.actor.rank - other.actor.rank);
  for (const { actor } of inOrder)
    cast[actor.distance].push(...(await drawActor(site, actor, { frames: stage.frames })));
  return cast;
}

/** Who has to do with something beside it looks at it. */
function facing({ scene }: Site, { subject, record, x, carriedBy }: Actor, all: Actor[]): 1 | -1 | null {
  const { relation, heading } = subject;
  if (relation?.kind !== 'beside' || heading !== null || carriedBy !== undefined) return null;
  if (record.faces === 'front' || record.hand !== undefined || paceOf(subject, scene.pace) !== 'rest') return null;
  const other = all.find((one) => one.subject === scene.subjects[relation.to]);
  return other === undefined ? null : other.x < x ? -1 : 1;
}

/** On somebody who looks left a hat is on the left too. */
function turnWith(actor: Actor): void {
  const { x, mirror } = rootOf(actor);
  if (mirror === 1) return;
  actor.x = 2 * x - actor.x;
  actor.grips = actor.grips?.map((grip) => ({ ...grip, x: 2 * x - grip.x }));
}

/** Who is carried is drawn with the one that carries it, just before or after. */
function orderOf({ feet, rank, carriedBy }: Parameters<typeof drawActor>[1]): number {
  return carriedBy === undefined ? feet : orderOf(carriedBy) + 0.01 * (rank - carriedBy.rank);
}
