/** A prompt as tokens: at each place the longest phrase that means something, and what it means. */
import { subjectOf } from '../subjects/index.ts';
import type { Place, Verb } from './cast.ts';
import { COLOUR_WORDS } from './colour-words.ts';
import { activityIn, isCompanion, PLAYER } from './companions.ts';
import { kindOf, type Meaning, namedBy } from './lexicon.ts';
import { PLACE_NAMES } from './place-names.ts';
import { DAYTIME_WORDS, SEASON_WORDS, STYLE_WORDS, WEATHER_WORDS } from './place-words.ts';
import { RELATION_WORDS, type RelationWord } from './relation-words.ts';
import { SKY_WORDS } from './sky-words.ts';
import { ARTICLES, COLLECTIVES, COUNTS, FILLER, MEASURES, SIZES } from './small-words.ts';
import { LONG_NAMES } from './subject-words.ts';
import { mayBeNoun, VERB_WORDS } from './verbs.ts';

export interface Token {
  /** Its place in the words of the prompt, and how many of them it takes. */
  at: number;
  length: number;
  phrase: string;
  is:
    | { kind: 'thing'; meaning: Meaning }
    | { kind: 'place'; place: Place }
    | { kind: 'verb'; verb: Verb }
    | { kind: 'relation'; word: RelationWord }
    | { kind: 'colour' }
    | { kind: 'size'; scale: number }
    | { kind: 'count'; count: number; collective: boolean }
    /** "A stack of", "a slice of": what follows is meant. */
    | { kind: 'measure' }
    | { kind: 'article' | 'of' | 'and' | 'stop' | 'other' | 'unknown' };
}

const LONGEST = 5;

/** `stops` are the places in the words before which a comma or a full stop was written. */
export function tokensOf(words: string[], stops: Set<number>): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < words.length; ) {
    if (stops.has(at)) tokens.push({ at, length: 0, phrase: ',', is: { kind: 'stop' } });
    const token = longestAt({ words, at, stops, before: tokens });
    tokens.push(token);
    at += token.length;
  }
  return tokens;
}

interface Spot {
  words: string[];
  at: number;
  stops: Set<number>;
  before: Token[];
}

function longestAt(spot: Spot): Token {
  const { words, at, stops } = spot;
  const room = Math.min(LONGEST, words.length - at);
  for (let length = room; length >= 1; length--) {
    if (length > 1 && Array.from({ length: length - 1 }, (_, next) => at + 1 + next).some((next) => stops.has(next)))
      continue;
    // "A red hot dog" is a hot dog that is red, and no red-hot that is a dog.
    const coloured = length > 1 && COLOUR_WORDS.has(words[at]!);
    if (coloured && namedBy(words.slice(at + 1, at + 1 + length).join(' ')) !== null && room > length) continue;
    const phrase = words.slice(at, at + length).join(' ');
    for (const name of length > 1 ? namesOf(phrase) : [phrase]) {
      const is = length > 1 ? meaningOfPhrase(name) : meaningOfWord(name, spot);
      if (is !== null) return { at, length, phrase: isOurs(is) ? name.replaceAll('-', ' ') : name, is };
    }
  }
  return { at, length: 1, phrase: words[at]!, is: { kind: 'unknown' } };
}

/** By its plain name a subject names more: an oak tree house is a tree house, and whoever drives a steam engine a train driver. */
function namesOf(phrase: string): string[] {
  const [first] = phrase.split(' ');
  const plain = LONG_NAMES.get(first!);
  return plain === undefined ? [phrase] : [phrase, plain + phrase.slice(first!.length)];
}

/** The hyphens in their names are our own: people are told of a "palm tree". */
function isOurs(is: Token['is']): boolean {
  return is.kind === 'thing' && is.meaning.kind === 'drawable' && is.meaning.drawable.own !== null;
}

/** What is drawn by its name comes before a place of the same name, and a place before a mere kind of something. */
function meaningOfPhrase(phrase: string): Token['is'] | null {
  if (phrase === 'full of' || phrase === 'filled with') return { kind: 'of' };
  const verb = VERB_WORDS.get(phrase.replaceAll(' ', '-'));
  if (verb !== undefined) return { kind: 'verb', verb };
  const relation = RELATION_WORDS.get(phrase);
  if (relation !== undefined) return { kind: 'relation', word: relation };
  const place = PLACE_NAMES.get(phrase);
  if (place !== undefined) return { kind: 'place', place };
  const named = namedBy(phrase);
  if (named !== null) return { kind: 'thing', meaning: named };
  // A trumpet player is more than a kind of person.
  if (PLAYER.test(phrase.split(' ').at(-1)!)) return null;
  // Nobody who asks for a big fish means a person of weight.
  const [first] = phrase.split(' ');
  if (SIZES.has(first!) || COLOUR_WORDS.has(first!)) return null;
  const kind = kindOf(phrase);
  return kind?.kind === 'drawable' ? { kind: 'thing', meaning: kind } : null;
}

function meaningOfWord(word: string, { words, at, before }: Spot): Token['is'] | null {
  const small = meaningOfSmallWord(word, words.slice(at + 1), before.at(-1));
  if (small !== null) return small;
  if (isVerbHere(word, before)) return { kind: 'verb', verb: VERB_WORDS.get(word)! };
  const nowhere = PLACE_NAMES.get(word) === undefined;
  if (isSeenElsewhere(word) && (nowhere || !SEASON_WORDS.has(word)) && !isPencil(word, words[at + 1], before.at(-1)))
    return { kind: 'other' };
  if (word === 'camera' && isFilming(words, at)) return { kind: 'other' };
  if (isCompanion(word) || PLAYER.test(word)) return null;
  // "A knight kneeling" is a knight.
  if (activityIn(word) !== null && before.at(-1)?.is.kind === 'thing') return null;
  // Water that drips is no sea, and a water slide is in none.
  if (word === 'water' && (VERB_WORDS.get(words[at + 1] ?? '') === 'pour' || namedBy(words[at + 1] ?? '') !== null))
    return { kind: 'other' };
  const named = namedBy(word);
  const place = PLACE_NAMES.get(word);
  if (place !== undefined && (!isBuilding(named) || isPlaceHere(before))) return { kind: 'place', place };
  if (named !== null) return { kind: 'thing', meaning: named };
  const kind = kindOf(word);
  if (FILLER.has(word) && !(kind !== null && isHeadHere(words[at + 1], before))) return { kind: 'other' };
  return kind === null ? null : { kind: 'thing', meaning: kind };
}

function meaningOfSmallWord(word: string, after: string[], last: Token | undefined): Token['is'] | null {
  const [next] = after;
  if (ARTICLES.has(word)) return { kind: 'article' };
  if (word === 'of') return { kind: 'of' };
  if (word === 'and' || word === 'or') return { kind: 'and' };
  const relation = RELATION_WORDS.get(word);
  if (relation !== undefined && !isPlural(word, last)) return { kind: 'relation', word: relation };
  const count = COUNTS[word] ?? (/^\d$/.test(word) ? Number(word) : undefined);
  if (count !== undefined) return { kind: 'count', count, collective: false };
  const several = COLLECTIVES[word];
  if (several !== undefined && (next === 'of' || last?.is.kind === 'thing'))
    return { kind: 'count', count: several, collective: true };
  if (MEASURES.has(word) && next === 'of') return { kind: 'measure' };
  if (COLOUR_WORDS.has(word) && !isThingHere(word, next)) return { kind: 'colour' };
  const scale = SIZES.get(word);
  // "Baby" and "giant" describe an elephant or a wave, and are somebody by themselves.
  const named = (text: string) => isThing(text) || PLACE_NAMES.has(text);
  const alone = (word === 'baby' || word === 'giant') && !named(next ?? '') && !named(after.slice(0, 2).join(' '));
  return scale === undefined || alone ? null : { kind: 'size', scale };
}

/** "Watering plants" are several plants, and nobody who plants. */
function isPlural(word: string, last: Token | undefined): boolean {
  const named = last !== undefined && ['article', 'relation', 'colour', 'size', 'count', 'of'].includes(last.is.kind);
  return named && /[^s]s$/.test(word) && namedBy(word) !== null;
}

/** Salmon, an orange and gold are things where nothing follows that they could colour. */
function isThingHere(word: string, next: string | undefined): boolean {
  if ((namedBy(word) ?? kindOf(word)) === null) return false;
  return next === undefined || RELATION_WORDS.has(next) || ARTICLES.has(next) || next === 'and' || VERB_WORDS.has(next);
}

/** "Birds fly" does, "a fly" is: after an article, a number or an adjective a form that may be a noun is one. */
function isVerbHere(word: string, before: Token[]): boolean {
  if (!VERB_WORDS.has(word)) return false;
  const that = before.at(-1)?.phrase === 'that' && before.at(-2)?.is.kind === 'thing';
  const last = that ? 'thing' : before.at(-1)?.is.kind;
  if (/^stands?$/.test(word) && isWare(before.at(-1))) return false;
  return !mayBeNoun(word) || (last === 'thing' && !isOfOne(word, before)) || last === 'verb';
}

/** "Dogs race" do, "a hot dog stand" is: what one does ends with an s, and what several do does not. */
function isOfOne(word: string, before: Token[]): boolean {
  const first = before.findLastIndex(({ is }) => !['thing', 'unknown', 'colour', 'size'].includes(is.kind));
  return /^(a|an|another|one)$/.test(before[first]?.phrase ?? '') && !/s$/.test(word) && isThing(word);
}

function isThing(word: string): boolean {
  return (namedBy(word) ?? kindOf(word)) !== null;
}

/** What lies on tables does not stand: hot dog stands are where they are sold. */
function isWare(last: Token | undefined): boolean {
  if (last?.is.kind !== 'thing' || last.is.meaning.kind !== 'drawable') return false;
  const { own, vector } = last.is.meaning.drawable;
  return (own === null ? vector!.footing : subjectOf(own).footing) === 'table';
}

/** "A hand holding a rose": a word that mostly describes is a thing where an article comes before it and nothing after. */
function isHeadHere(next: string | undefined, before: Token[]): boolean {
  if (!/^(a|an|another)$/.test(before.at(-1)?.phrase ?? '')) return false;
  return next === undefined || RELATION_WORDS.has(next) || next === 'and' || /ing$/.test(next);
}

/** Hours, weathers, seasons, styles and what hangs in the sky have readers of their own. */
function isSeenElsewhere(word: string): boolean {
  return [STYLE_WORDS, DAYTIME_WORDS, SEASON_WORDS, WEATHER_WORDS, SKY_WORDS].some((known) => known.has(word));
}

/** A pencil drawing is a style; a pencil is a thing. */
function isPencil(word: string, next: string | undefined, last: Token | undefined): boolean {
  const named = last !== undefined && ['article', 'colour', 'size', 'count'].includes(last.is.kind);
  return word === 'pencil' && named && !/^(sketch|drawing|style|art|illustration|shading|portrait)$/.test(next ?? '');
}

const MOVES =
  /^(orbit|orbits|orbiting|pan|pans|panning|zoom|zooms|zooming|moves?|moving|tilts?|tilting|follows?|following|circles?|circling|tracks?|tracking|slowly|flies|glides|dollies|shakes?|angle|movement|pushes|pulls|rotates|rotating)$/;

/** A camera that moves is the one that films. */
function isFilming(words: string[], at: number): boolean {
  const [before, after] = [words[at - 1], words[at + 1]];
  if (before === 'the')
    return MOVES.test(after ?? '') || at === 1 || /^(at|as|while|and|towards?)$/.test(words[at - 2]!);
  return MOVES.test(after ?? '') || /^(handheld|static|moving|drone)$/.test(before ?? '') || before === undefined;
}

/** A temple can be looked at from outside; a forest or a beach is only ever where something is. */
function isBuilding(meaning: Meaning | null): boolean {
  const vector = meaning?.kind === 'drawable' ? meaning.drawable.vector : null;
  return vector !== null && vector.footing === 'ground' && vector.metres >= 8 && vector.metres <= 30;
}

/** After "in", "at" or "on" a castle is where something happens; first in the sentence it is what is shown. */
function isPlaceHere(before: Token[]): boolean {
  const near = before.slice(-3).reverse();
  const relation = near.findIndex(({ is }) => is.kind === 'relation');
  return relation >= 0 && near.slice(0, relation).every(({ is }) => is.kind !== 'thing' && is.kind !== 'stop');
}
