/** What understanding hands to drawing: each subject with its form, size, colour, deed and relation. Types only. */
import type { Colour } from '../picture/colour.ts';
import type { SubjectKind } from '../subjects/index.ts';
import type { Footing, Place } from './whereabouts.ts';

export { type Footing, PLACES, type Place } from './whereabouts.ts';

/**
 * A drawing of the index of vectors, for a subject that has none of ours. The index knows all of this for each of its
 * drawings, so that a painter reads nothing but the drawing itself.
 */
export interface VectorForm {
  /** Its name in the index, for example `teapot`. */
  id: string;
  /** Where it lies in `drawings/vectors.bin`, compressed by itself, so that a painter reads this one alone. */
  bytes: { offset: number; length: number };
  /** A head alone is never set on the ground: it becomes a close portrait, unless `own` gives it a body of its kind. */
  part: 'whole' | 'head';
  /** Where the drawing looks; `front` has no side and is never turned round. Most of the set look left. */
  faces: 'left' | 'right' | 'front';
  footing: Footing;
  /** Where it is shown when the prompt names no place. */
  home: Place;
  /** How large the thing is in the world, along its longer edge: a teapot 0.25, a horse 2.4, a volcano 2000. */
  metres: number;
  /** Its commonest strong colour as #rrggbb: what a plain backdrop is chosen to go with. */
  tone: string;
  /** What it moves like; a crawler has no legs to hop on. */
  nature: 'person' | 'animal' | 'bird' | 'crawler' | 'vehicle' | 'thing';
  /** By how many degrees it is turned to lie or stand by itself: many of the set are drawn aslant. */
  tilt: number;
}

/** What somebody or something does, in its plain form; painters know how each is seen. */
export type Verb =
  | 'rest'
  | 'sleep'
  | 'walk'
  | 'crawl'
  | 'run'
  | 'jump'
  | 'dance'
  | 'swim'
  | 'fly'
  | 'float'
  | 'hover'
  | 'drive'
  | 'sail'
  | 'ride-away'
  | 'come-closer'
  | 'turn'
  | 'spin'
  | 'roll'
  | 'swing'
  | 'wave'
  | 'shake'
  | 'fall'
  | 'rise'
  | 'pour'
  | 'fill'
  | 'steam'
  | 'erupt'
  | 'explode'
  | 'burn'
  | 'glow'
  | 'melt'
  | 'bloom'
  | 'grow'
  | 'open'
  | 'rain'
  | 'surf';

/** How one subject stands to another: "a parrot on a pirate's shoulder" is the parrot, on, the pirate. */
export type RelationKind =
  | 'on'
  | 'in'
  | 'under'
  | 'over'
  | 'beside'
  | 'in-front-of'
  | 'behind'
  | 'riding'
  | 'holding'
  | 'wearing'
  /** Of the thing, where who holds or wears it stands to somebody else besides. */
  | 'held-by'
  | 'worn-by'
  | 'kicking'
  | 'chasing';

export interface Relation {
  kind: RelationKind;
  /** The place of the other in the list of subjects; never that of the subject itself, and never in a circle. */
  to: number;
}

export interface CastSubject {
  /** The words that named it, without its adjectives, in the language of the index: "polar bear". */
  name: string;
  /** One of our own drawings: wins where it is set. */
  own: SubjectKind | null;
  /** Set where `own` is null. With both, the vector is the head of a body of ours: the body is drawn. */
  vector: VectorForm | null;
  count: number;
  /** A plural without a number: "daisies" may be a whole field of them. */
  uncounted: boolean;
  /** The colour that the words give it, else null; painters know the own one of each form. */
  colour: Colour | null;
  /** From the adjectives: 1 as usual, "tiny" 0.5, "giant" 2. */
  scale: number;
  verb: Verb | null;
  /** Where it goes or looks, where the words say so. */
  heading: 'left' | 'right' | 'towards' | 'away' | null;
  relation: Relation | null;
}
