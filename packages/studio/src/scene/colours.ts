/** What each colour in a prompt colours: the thing it stands before, the sky, the background, or the place. */
import type { Colour } from '../picture/colour.ts';
import { COLOUR_WORDS } from './colour-words.ts';
import { SETTING_WORDS } from './place-names.ts';

export interface NamedColours {
  place: Colour[];
  sky: Colour[];
  background: Colour[];
}

const SKY_NOUNS = new Set(['sky', 'skies', 'clouds', 'sunset', 'sunrise', 'dawn', 'dusk', 'aurora', 'night', 'light']);
const BACKGROUND_NOUNS = new Set(['background', 'backdrop', 'wall', 'surface', 'studio']);

/** `taken` are the places in `words` of colours that belong to a subject. */
export function readColours(words: string[], taken: Set<number>): NamedColours {
  const named: NamedColours = { place: [], sky: [], background: [] };
  words.forEach((word, at) => {
    const colour = COLOUR_WORDS.get(word);
    if (colour === undefined || SETTING_WORDS.has(word) || taken.has(at)) return;
    const next = words.slice(at + 1, at + 3);
    if (next.some((noun) => BACKGROUND_NOUNS.has(noun))) named.background.push(colour);
    else if (next.some((noun) => SKY_NOUNS.has(noun))) named.sky.push(colour);
    else named.place.push(colour);
  });
  return named;
}
