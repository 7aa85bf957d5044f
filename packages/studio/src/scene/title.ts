/** The words of a prompt that no part of the picture stands for: they are written into it, so that none is silent. */
import { COLOUR_WORDS } from './colour-words.ts';
import { PACE_WORDS } from './pace.ts';
import { SETTING_WORDS } from './place-names.ts';
import { DAYTIME_WORDS, SEASON_WORDS, STYLE_WORDS, WEATHER_WORDS } from './place-words.ts';
import { SKY_WORDS } from './sky-words.ts';
import { FILLER } from './small-words.ts';
import { DEED_WORDS, SUBJECT_KINDS } from './subject-words.ts';

const KNOWN: { has(word: string): boolean }[] = [
  FILLER,
  COLOUR_WORDS,
  SETTING_WORDS,
  DAYTIME_WORDS,
  WEATHER_WORDS,
  SEASON_WORDS,
  STYLE_WORDS,
  SKY_WORDS,
  SUBJECT_KINDS,
  PACE_WORDS,
  DEED_WORDS,
];

const PREPOSITIONS = new Set(
  'in on at over under above below near through across by behind beside with during of from into'.split(' '),
);

const TITLE_WORDS = 5;

/** What is written where nothing at all can be drawn: the unknown words of the opening phrase. */
export function titleOf(words: string[], prompt: string): string | null {
  const unknown = words.filter((word) => !isKnown(word));
  if (unknown.length === 0) return null;
  if (isForeign(words, unknown)) return wordsAsWritten(prompt);
  const opening = openingOf(words);
  if (opening.some(isShown)) return null;
  const title = opening.filter((word) => !isKnown(word));
  // "A bowl of borscht" is about what comes after the preposition, as long as nothing else there is drawn.
  const about = title.length > 0 || words.some(isShown) ? title : unknown;
  return about.length === 0 ? null : about.slice(0, TITLE_WORDS).join(' ');
}

function openingOf(words: string[]): string[] {
  const preposition = words.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  return preposition < 0 ? words : words.slice(0, preposition);
}

function isShown(word: string): boolean {
  return SETTING_WORDS.has(word) || SKY_WORDS.has(word) || SUBJECT_KINDS.has(word);
}

function isKnown(word: string): boolean {
  return KNOWN.some((known) => known.has(word));
}

/** A prompt whose words nobody here knows but for chance ("die", "an") is another language, and stays whole. */
function isForeign(words: string[], unknown: string[]): boolean {
  const things = words.some((word) => SUBJECT_KINDS.has(word) || SETTING_WORDS.has(word));
  return !things && unknown.length >= 2 && unknown.length * 2 > words.length;
}

function wordsAsWritten(prompt: string): string {
  const words = prompt.match(/[\p{L}\p{N}'-]+/gu) ?? [];
  return words.slice(0, TITLE_WORDS).join(' ');
}
