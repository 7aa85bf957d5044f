/** One phrase of a prompt while it is read, and which words end, describe or interrupt it. */
import { vectorForm } from '../drawings/vectors.ts';
import type { Colour } from '../picture/colour.ts';
import type { Place, Verb } from './cast.ts';
import { PLAYED, PLAYER } from './companions.ts';
import type { Drawable } from './lexicon.ts';
import type { Token } from './tokens.ts';

export interface Phrase {
  colour: { at: number; colour: Colour } | null;
  scale: number;
  count: number | null;
  /** "A pair of". */
  pair: boolean;
  verb: Verb | null;
  /** Things of the phrase so far; the last is its head. */
  things: Token[];
  /** Words of the phrase that mean nothing here: adjectives, if a thing follows, else what the phrase is about. */
  unknown: string[];
  /** Another phrase of this one's head has begun: "a cup of", whose cup holds what follows. */
  containerOf: number | null;
}

/** A phrase that has ended, with what it names. */
export interface NamedPhrase {
  phrase: Phrase;
  name: string;
  drawable: Drawable;
  plural: boolean;
}

/** Somebody of a trade, as a phrase names them. */
export interface Holding {
  phrase: Phrase;
  name: string;
  who: string;
  holds: string;
  how: 'holding' | 'riding';
  plural: boolean;
  home: Place | null;
}

/** A balloon in a hand is a toy and carries nobody. */
export function inHand(drawable: Drawable): Drawable {
  return drawable.own === 'balloon' ? { ...drawable, own: null, vector: vectorForm('balloon') } : drawable;
}

/** A pair of these are two, whatever their plural looks like. */
export const IN_TWOS = /(boots?|shoes?|sneakers?|slippers?|socks?|gloves?|sandals?|mittens?|skates?|dice)$/;

/** Places whose phrase brings its own preposition end the phrase before them: a shark underwater is no kind of water. */
export const SET_OFF =
  /^(on|in|at|across|above|through|inside|over|among|floating|flying) |^(underwater|undersea|downtown|offshore|ashore)$/;

export const SUBSTANCES = new Set([
  'sand',
  'water',
  'waves',
  'wave',
  'grass',
  'mud',
  'coral',
  'field',
  'fields',
  'surf',
]);

/** After these a verb describes what comes: "a burning house", "with melting cheese". */
export const DESCRIBED_AFTER = new Set<Token['is']['kind']>([
  'article',
  'colour',
  'size',
  'count',
  'relation',
  'of',
  'stop',
]);

/** What may stand between somebody and the verb. */
export const BETWEEN =
  /^(is|are|was|were|be|being|been|who|that|which|while|just|fast|together|alone|slow|away|all|it|both)$|ly$/;

/** Verbs and adverbs say how, and name nothing. */
export const MANNER = /(ing|ed|ly)$/;

export const COSY = /^(cozy|cosy)$/;

export function emptyPhrase(): Phrase {
  return { colour: null, scale: 1, count: null, pair: false, verb: null, things: [], unknown: [], containerOf: null };
}

/** In "petals falling" it is nothing drawn that falls. */
export function doesAnother(last: Token | null): boolean {
  if (last === null) return false;
  const { is, phrase } = last;
  if (is.kind === 'place') return SUBSTANCES.has(phrase);
  return (is.kind === 'other' || is.kind === 'unknown') && !BETWEEN.test(phrase);
}

/** "A trumpet player" is a person with a trumpet. */
export function playerOf(phrase: Phrase): Holding | null {
  const last = phrase.things.at(-1)!.phrase;
  const played = phrase.things.at(-2)?.phrase;
  if (!PLAYER.test(last) || played === undefined) return null;
  return {
    phrase: { ...phrase, things: [] },
    name: `${played} player`,
    who: 'person',
    holds: PLAYED[played] ?? played,
    how: 'holding',
    plural: last.endsWith('s'),
    home: null,
  };
}
