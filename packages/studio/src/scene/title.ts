/** The words of a prompt that no part of the picture stands for: they are written into it, so that none is silent. */
import { COLOUR_WORDS } from './colour-words.ts';
import { DAYTIME_WORDS, SEASON_WORDS, SETTING_WORDS, STYLE_WORDS, WEATHER_WORDS } from './place-words.ts';
import { SKY_WORDS } from './sky-words.ts';
import { DEED_WORDS, PACE_WORDS, SUBJECT_KINDS } from './subject-words.ts';

const FILLER = new Set(
  `a an the of in on at by to for from with without and or but as is are be it its this that these those over under above
  below near through into onto across around along behind beside between against up down out off very really so some my
  your his her their our one two three four five six seven eight nine ten couple pair several many few single lone alone
  big small large huge tiny little giant tall short long wide old young new ancient modern beautiful pretty lovely
  majestic stunning gorgeous epic dramatic moody serene calm peaceful quiet lonely happy sad cute adorable soft warm cold
  hot cool vivid vibrant colourful colorful detailed realistic photorealistic hyperrealistic highly ultra 4k 8k hd high
  quality resolution masterpiece cinematic style art artwork painting picture photo photograph photography image video
  clip shot view scene scenery landscape portrait closeup close wide-angle aerial drone camera pan pans panning tilt zoom
  zooms zooming left right slow slowly gently moving moves move orbit tracking dolly handheld static standing
  sitting floating sleeping resting looking drifting falling
  rising passing glowing shining light lights lit lighting sky skies water distance background foreground front
  white-background simple plain minimal full time hour season weather way back still frame product rocky wooden ringed
  bowl cup launch rug deep cover covered wild herd school flock group bouquet bunch`.split(/\s+/),
);

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

/** The unknown words of the opening phrase are what a prompt is about, unless a subject or a place there is known. */
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

/** Verbs and adverbs say how, and a word more or less of them is not missed. */
const MANNER = /(ing|ed|ly)$/;

const CAPTION_WORDS = 3;

/** In "two cats playing chess" the cats are drawn and the chess is not: what follows a subject in the opening phrase. */
export function captionOf(words: string[]): string | null {
  const opening = openingOf(words);
  const subject = opening.findIndex((word) => SUBJECT_KINDS.has(word));
  if (subject < 0) return null;
  const missing = opening.slice(subject + 1).filter((word) => !isKnown(word) && !MANNER.test(word));
  return missing.length === 0 ? null : missing.slice(0, CAPTION_WORDS).join(' ');
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
