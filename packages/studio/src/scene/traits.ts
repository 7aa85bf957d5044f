/** What a subject is like, whether the drawing is one of ours or a vector: footing, home, size and colour. */
import { type Colour, fromHex } from '../picture/colour.ts';
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject, Footing, Place } from './cast.ts';
import type { Season } from './place-words.ts';
import { ownColour } from './subject-words.ts';

export interface Traits {
  footing: Footing;
  home: Place;
  /** Height as a share of the frame's when one stands alone. */
  size: number;
  /** Its longer edge in the world. */
  metres: number;
}

/** Large things are seen from further away, so that apparent sizes differ less than real ones. */
const APPARENT: [metres: number, size: number][] = [
  [0.05, 0.3],
  [0.4, 0.38],
  [1.2, 0.42],
  [3, 0.46],
  [8, 0.52],
  [40, 0.6],
  [300, 0.72],
];

/** What lies on a table is seen from close by. */
const TABLE_SIZE = 0.56;

export function traitsOf({ own, vector }: CastSubject): Traits {
  if (own !== null) return subjectOf(own);
  if (vector === null) throw new Error('A subject without a drawing was cast.');
  const { footing, home, metres } = vector;
  const apparent = APPARENT.find(([upTo]) => metres <= upTo)?.[1] ?? 0.9;
  return { footing, home, metres, size: footing === 'table' ? TABLE_SIZE : apparent };
}

/** The colour the words gave it, else its own. */
export function colourOf({ own, vector, colour }: CastSubject, season: Season | null): Colour {
  return colour ?? (own === null ? fromHex(vector!.tone) : ownColour(own, season));
}

/** One of our own kinds as nobody described it. */
export function plainSubject(own: NonNullable<CastSubject['own']>, count: number): CastSubject {
  const nothing = { vector: null, uncounted: false, colour: null, scale: 1, verb: null, heading: null, relation: null };
  return { name: own, own, count, ...nothing };
}
