/** One phrase of a prompt while it is read, and which words end, describe or interrupt it. */
import { vectorForm } from '../drawings/vectors.ts';
import type { Colour } from '../picture/colour.ts';
import { subjectOf } from '../subjects/index.ts';
import type { Place, RelationKind, Verb } from './cast.ts';
import {
  activityIn,
  COMPANIONS,
  DEEDS_WITH,
  describesDoer,
  genderOf,
  isTakenUp,
  PLAYED,
  PLAYER,
} from './companions.ts';
import { type Drawable, namedBy } from './lexicon.ts';
import { isPlant } from './mentions.ts';
import { PACE_WORDS } from './pace.ts';
import { kinOf } from './place-kin.ts';
import { DEED_WORDS } from './subject-words.ts';
import type { Token } from './tokens.ts';
import { VERB_WORDS } from './verbs.ts';

export interface Phrase {
  colour: { at: number; colour: Colour } | null;
  scale: number;
  count: number | null;
  /** "A pair of". */
  pair: boolean;
  verb: Verb | null;
  /** "Another dog" is a second one. */
  another: boolean;
  /** An article or a number led it in, so that it is a thing of its own. */
  led: boolean;
  /** Things of the phrase so far; the last is its head. */
  things: Token[];
  /** Words of the phrase that mean nothing here: adjectives, if a thing follows, else what the phrase is about. */
  unknown: Token[];
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
  how: 'holding' | 'riding' | 'behind';
  plural: boolean;
  home: Place | null;
}

/** A balloon in a hand is a toy and carries nobody. */
export function inHand(drawable: Drawable): Drawable {
  const toy = drawable.own === null ? undefined : subjectOf(drawable.own).poses?.toy;
  return toy === undefined ? drawable : { ...drawable, own: null, vector: vectorForm(toy) };
}

/** A pair of these are two, whatever their plural looks like. */
const IN_TWOS = /(boots?|shoes?|sneakers?|slippers?|socks?|gloves?|sandals?|mittens?|skates?|dice)$/;

/** Places whose phrase brings its own preposition end the phrase before them: a shark underwater is no kind of water. */
export const SET_OFF =
  /^(on|in|at|across|above|through|inside|over|among|against|leaning|floating|flying) |^(underwater|undersea|downtown|offshore|ashore)$/;

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
const BETWEEN =
  /^(is|are|was|were|be|being|been|who|that|which|while|just|fast|together|alone|slow|away|all|it|both)$|ly$/;

/** Verbs and adverbs say how, and name nothing. */
export const MANNER = /(ing|ed|ly)$/;

/** "A man juggling oranges" is not of a kind of oranges. */
export function isAtIt({ things }: Phrase): boolean {
  const last = things.at(-1)?.phrase.split(' ') ?? [];
  return last.length > 1 && describesDoer(last.at(-1)!);
}

/** Measures that are seen beside what is in them, unless a drawing shows both. */
const KEPT_APART = /^(bag|sack|can|carton|packet|tray|pot)$/;

/** Milk is drawn in a glass, and so in no bowl. */
export function isKeptApart(vessel: string, { vector }: Drawable): boolean {
  return KEPT_APART.test(vessel) || (vessel === 'bowl' && vector?.id === 'glass-of-milk');
}

/** Where what is named before is sold. */
export const SELLS = /^(stand|stall|booth|kiosk|cart|truck|van|wagon)s?$/;

/** What no place does by itself. */
export const STRANGE: ReadonlySet<Verb> = new Set<Verb>([
  'float',
  'fly',
  'hover',
  'burn',
  'explode',
  'melt',
  'spin',
  'swing',
]);

/** "A statue of a lion" is the lion in stone. */
export function stoneOf(phrase: string): Colour | null {
  return /^(statue|sculpture|figurine|monument)s?$/.test(phrase) ? [168, 166, 160] : null;
}

/** What somebody who does this has in hand. */
export function taken(word: string): { name: string; drawable: Drawable } | null {
  const name = DEEDS_WITH.find(([pattern]) => pattern.test(word))?.[1] ?? '';
  const thing = namedBy(name);
  return thing?.kind === 'drawable' ? { name, drawable: thing.drawable } : null;
}

/** Of its own: a peacock's feathers are part of the peacock, and its chicks are not. */
export const PARTS =
  /^(feathers?|wings?|tails?|trunk|horns?|tusks?|shell|teeth|tooth|claws?|paws?|ears?|eyes?|beak|bill|mane|hooves|tongue|neck|fur|leaves|branches|petals|lights?|sails?|wheels?|windows?|doors?)$/;

/** Who is at a lake or by the sea is not on it. */
function shoreOf(place: Place, phrase: string): Place {
  if (place !== 'ocean') return place;
  return /^(lake|pond|fjord|lagoon|waterhole|watering hole|water)$/.test(phrase) ? 'meadow' : 'coast';
}

/** Whoever is before these is in the room that they are in. */
const IN_THE_ROOM =
  /^(blackboard|shelf|bookshelf|bookshelves|book shelves|altar|spotlight|window ?sill|oven|kitchen counter)$/;

export function whereOf(place: Place, phrase: string, kind: RelationKind | 'with' | undefined): Place {
  // Before a diner is the street.
  if (kind === 'in-front-of' && kinOf(place) === 'interior' && !IN_THE_ROOM.test(phrase)) return 'street';
  const shore = kind === 'beside' || (kind === 'over' && /^(pond|waterhole)$/.test(phrase));
  return shore ? shoreOf(place, phrase) : place;
}

export function endsWithPlant({ things }: Phrase): boolean {
  const grows = things.at(-1)?.is;
  return grows?.kind === 'thing' && grows.meaning.kind === 'drawable' && isPlant(grows.meaning.drawable);
}

/** More than this many of one kind would be too small to be told apart. */
const COUNT_MAX = 9;

/** How many of it are drawn. */
export function countOf({ phrase, name, drawable, plural }: NamedPhrase): number {
  const several = (drawable.own === null ? undefined : subjectOf(drawable.own).several) ?? 3;
  // A pair of glasses is one thing.
  const paired = phrase.pair && !plural && !IN_TWOS.test(name);
  return Math.min(COUNT_MAX, paired ? 1 : (phrase.count ?? (plural ? several : 1)));
}

/** Somebody who does what a drawing of the index shows whole. */
export function activityOf(deed: string, name: string): Drawable {
  const vector = vectorForm(`${genderOf(name)}-${deed}`) ?? vectorForm(`person-${deed}`)!;
  return { own: null, vector, colour: null, home: null, fit: 'name' };
}

/** Whose own drawing is at it, or who moves at it: a surfer surfing, a fish swimming. */
export function showsDeed(drawable: Drawable | undefined, deed: string, word: string): boolean {
  return drawable?.vector?.id.endsWith(deed) === true || VERB_WORDS.has(word);
}

export const COSY = /^(cozy|cosy)$/;

export function emptyPhrase(): Phrase {
  const nothing = { colour: null, count: null, verb: null, containerOf: null };
  return { ...nothing, scale: 1, pair: false, another: false, led: false, things: [], unknown: [] };
}

/** In "petals falling" it is nothing drawn that falls. */
export function doesAnother(last: Token | null): boolean {
  if (last === null) return false;
  const { is, phrase } = last;
  if (is.kind === 'place') return SUBSTANCES.has(phrase);
  return (is.kind === 'other' || is.kind === 'unknown') && !BETWEEN.test(phrase);
}

/** "A trumpet player" is a person with a trumpet, and a seller has what is sold. */
export function playerOf(phrase: Phrase): Holding | null {
  const last = phrase.things.at(-1)!.phrase;
  const played = phrase.things.at(-2)?.phrase;
  if (!PLAYER.test(last) || played === undefined) return null;
  return {
    phrase: { ...phrase, things: [] },
    name: `${played} ${last}`,
    who: 'person',
    holds: PLAYED[played] ?? played,
    how: 'holding',
    plural: last.endsWith('s'),
    home: null,
  };
}

/** A drummer is somebody with a drum. */
export function companionOf(phrase: Phrase, word: string): Holding {
  const singular = COMPANIONS[word] === undefined ? word.replace(/s$/, '') : word;
  const { who, holds, how = 'holding', many, home = null } = COMPANIONS[singular]!;
  const described = { ...phrase, things: [], count: phrase.count ?? many ?? null };
  return { phrase: described, name: word, who, holds, how, plural: singular !== word, home };
}

/** Deeds and paces have readers of their own; who does yoga or fishes is shown at it. */
export function isSeenOtherwise(word: string): boolean {
  if (DEED_WORDS.has(word) || PACE_WORDS.has(word)) return true;
  return activityIn(word) !== null || isTakenUp(word);
}
