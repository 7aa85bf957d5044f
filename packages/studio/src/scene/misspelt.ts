/** Words that nobody here knows as the names they nearly are: "crocodle", "elefant". Only where a prompt would show nothing of what it is about. */
import { readOnce } from '../drawings/tables.ts';
import { allNames } from './lexicon.ts';
import { PLACE_NAMES } from './place-names.ts';
import { RELATION_WORDS } from './relation-words.ts';
import { tokensOf } from './tokens.ts';
import { VERB_WORDS } from './verbs.ts';

/** Shorter ones are too near each other. */
const SHORTEST = 5;
const SHORTEST_NEARLY = 6;

/** Each is held beside every name: of a page of unknown words the first are looked at. */
const WORDS_MAX = 12;

/** By how they sound; of two that sound alike the first, and names before places and deeds. */
const known = readOnce(() => {
  const words = [...allNames(), ...PLACE_NAMES.keys(), ...VERB_WORDS.keys(), ...RELATION_WORDS.keys()];
  const bySound = new Map<string, string>();
  for (const word of words)
    if (word.length >= SHORTEST && /^[a-z]+$/.test(word) && !bySound.has(soundOf(word)))
      bySound.set(soundOf(word), word);
  return bySound;
});

/** What people mix up: double letters, y and i, ph and f, au and o. */
function soundOf(word: string): string {
  return word
    .replaceAll('ph', 'f')
    .replaceAll('y', 'i')
    .replaceAll('au', 'o')
    .replaceAll(/(.)\1+/g, '$1');
}

interface Respelt {
  words: string[];
  /** As it was written, and as it is read. */
  read: [written: string, as: string][];
}

/** Null where no word of them is nearly one that is known. */
export function respelt(words: string[], stops: Set<number>): Respelt | null {
  const isLong = (word: string) => /^[a-z]+$/.test(word) && word.length >= SHORTEST;
  const unknown = tokensOf(words, stops).filter(({ is, phrase }) => is.kind === 'unknown' && isLong(phrase));
  const looked = new Set(unknown.slice(0, WORDS_MAX).map(({ at }) => at));
  const read: Respelt['read'] = [];
  const spelt = words.map((word, at) => {
    const meant = looked.has(at) ? meantBy(word) : null;
    if (meant !== null) read.push([word, meant]);
    return meant ?? word;
  });
  return read.length === 0 ? null : { words: spelt, read };
}

function meantBy(word: string): string | null {
  const sound = soundOf(word);
  const same = known().get(sound);
  if (same !== undefined || word.length < SHORTEST_NEARLY) return same ?? null;
  for (const [other, meant] of known())
    if (meant[0] === word[0] && (isNearly(sound, other) || isNearly(word, meant))) return meant;
  return null;
}

/** One letter is missing, too many or another, or two have changed places. */
function isNearly(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const [left, right] = [short.slice(at), long.slice(at)];
  if (short.length < long.length) return left === right.slice(1);
  return left.slice(1) === right.slice(1) || left[1] + left[0]! + left.slice(2) === right;
}
