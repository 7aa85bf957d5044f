/** Who is put in relation to whom, and how large what is attached is beside the one that it is attached to. */
import type { RelationKind } from '../scene/cast.ts';
import { even } from './painting.ts';
import { clamp } from './sizes.ts';
import type { Actor } from './troupe.ts';

/** A holder stays where they are, and what they hold comes to their hand. */
export interface Bond {
  kind: RelationKind;
  moved: Actor;
  anchor: Actor;
}

export type Placed = Partial<Actor>;

/** Sizes of what is attached follow the world more closely than those of neighbours. */
export function fitted({ moved, anchor }: Bond, from: number, to: number): number {
  const [own, other] = [moved.record.metres * moved.subject.scale, anchor.record.metres * anchor.subject.scale];
  // What is tiny stays so beside whatever carries it.
  const most = to * Math.min(1, moved.subject.scale) ** 0.6;
  return even(anchor.edge * clamp((own / other) ** 0.6, Math.min(from, most), most));
}

/** How much of a leg is seen of somebody who sits: the thigh points at us. */
export const SEATED_LEGS = 0.5;

/** Where the feet would be if the body stood where it sits. */
export function standingFeet({ feet, edge, sits = 0 }: Actor): number {
  return feet + edge * sits * (1 - SEATED_LEGS);
}

/** Who carries it in the end: the throne of the lion that wears a crown. */
export function rootOf(actor: Actor): Actor {
  return actor.carriedBy === undefined ? actor : rootOf(actor.carriedBy);
}

/** Grows into the frame from the side. */
export function isBough({ subject }: Pick<Actor, 'subject'>): boolean {
  return subject.vector?.id === 'branch' || subject.vector?.id === 'leaf-blade';
}
