/** The words of a prompt that no part of the picture stands for: they are written into it, so that none is silent. */
import { COLOUR_WORDS } from './colour-words.ts';
import { DAYTIME_WORDS, SEASON_WORDS, SETTING_WORDS, STYLE_WORDS, WEATHER_WORDS } from './place-words.ts';
import { SKY_WORDS } from './sky-words.ts';
import { SUBJECT_KINDS } from './subject-words.ts';

const FILLER = new Set(
  `a an the of in on at by to for from with without and or but as is are be it its this that these those over under above
  below near through into onto across around along behind beside between against up down out off very really so some my
  your his her their our one two three four five six seven eight nine ten couple pair several many few single lone alone
  big small large huge tiny little giant tall short long wide old young new ancient modern beautiful pretty lovely
  majestic stunning gorgeous epic dramatic moody serene calm peaceful quiet lonely happy sad cute adorable soft warm cold
  hot cool vivid vibrant colourful colorful detailed realistic photorealistic hyperrealistic highly ultra 4k 8k hd high
  quality resolution masterpiece cinematic style art artwork painting picture photo photograph photography image video
  clip shot view scene scenery landscape portrait closeup close wide-angle aerial drone camera pan pans panning tilt zoom
  zooms zooming left right slow slowly fast gently moving moves move orbit tracking dolly handheld static standing
  sitting running walking flying floating swimming jumping sleeping driving riding resting looking drifting falling
  rising passing glowing shining light lights lit lighting sky skies water distance background foreground front
  white-background simple plain minimal full time hour season weather way back still frame`.split(/\s+/),
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
];

const PREPOSITIONS = new Set(
  'in on at over under above below near through across by behind beside with during of from into'.split(' '),
);

/** With a known subject nothing is missing; without one, the unknown words of the opening phrase are what it was about. */
export function titleOf(words: string[], subjectKnown: boolean): string | null {
  if (subjectKnown || words.length === 0) return null;
  const preposition = words.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  const opening = preposition < 0 ? words : words.slice(0, preposition);
  const unknown = opening.filter((word) => !KNOWN.some((known) => known.has(word)));
  if (unknown.length === 0) return null;
  const subjectIsPlace = opening.some((word) => SETTING_WORDS.has(word) || SKY_WORDS.has(word));
  return subjectIsPlace ? null : unknown.slice(0, 4).join(' ');
}
