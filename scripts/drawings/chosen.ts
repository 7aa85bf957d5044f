/** Which emoji are drawings of a thing that a prompt can be about, and which are signs, gestures and tiles. */
import type { Described, Libraries } from './libraries.ts';
import { OURS } from './ours.ts';
import { wholeFigure } from './people.ts';

export interface Chosen {
  id: string;
  hexcode: string;
  label: string;
  /** Emojibase's name for its kind: `animal-bird`, `food-fruit`, `tool`. */
  family: string;
  body: string;
  /** `asked`: matched by a name of several words alone, because its short one means something else in a prompt. */
  named: 'plainly' | 'asked';
}

/** Faces, hands and flags are drawn when a prompt asks for one in so many words. */
const ONLY_ASKED = /^(face-|cat-face|monkey-face|heart|emotion|hand|body-parts|person-gesture|person-symbol|flag)/;

const NEVER =
  /^(transport-sign|warning|arrow|religion|zodiac|av-symbol|gender|math|punctuation|currency|other-symbol|keycap|alphanum|geometric|skin-tone|hair-style|country-flag|subdivision-flag|sound)/;

/** Signs and symbols that are things to look at all the same. */
const ALSO = new Set(
  'yin-yang peace-symbol recycling-symbol menorah fleur-de-lis atom-symbol infinity star-of-david latin-cross trident-emblem bell loudspeaker megaphone postal-horn wheel-of-dharma'.split(
    ' ',
  ),
);

/** Pictures in a frame of their own would stand in a scene as a tile; clock faces are all one clock. */
const TILES = new Set(
  `bridge-at-night cityscape cityscape-at-dusk night-with-stars sunset sunrise sunrise-over-mountains milky-way foggy fog
  desert national-park motorway mountain-railway railway-track map-of-japan shooting-star moon-viewing-ceremony elevator
  chart-increasing chart-increasing-with-yen family metro e-mail envelope-with-arrow incoming-envelope inbox-tray
  outbox-tray mobile-phone-with-arrow low-battery bell-with-slash muted-speaker locked-with-pen sun new-moon
  new-moon-face first-quarter-moon-face last-quarter-moon-face waxing-crescent-moon first-quarter-moon
  waxing-gibbous-moon full-moon waning-gibbous-moon last-quarter-moon waning-crescent-moon crescent-moon cloud
  sun-behind-cloud sun-behind-small-cloud sun-behind-large-cloud sun-behind-rain-cloud cloud-with-rain cloud-with-snow
  cloud-with-lightning cloud-with-lightning-and-rain rainbow hot-springs oncoming-automobile umbrella-with-rain-drops
  station beach-with-umbrella love-hotel japanese-post-office speaking-head bust-in-silhouette busts-in-silhouette
  deaf-person deaf-man deaf-woman selfie mobile-phone-off person-mountain-biking man-mountain-biking
  woman-mountain-biking person-in-steamy-room man-in-steamy-room woman-in-steamy-room snowman-without-snow`.split(
    /\s+/,
  ),
);

const CLOCKS = /-(oclock|thirty)$/;

/** The people of the set are yellow unless a tone is chosen; ours are not. */
const TONE = '-medium-light-skin-tone';

/** Lit skies behind a burst: without them it is one in whatever sky there is. */
const WITHOUT_BACKGROUND = new Set(['fireworks', 'sparkler']);

/** Drawings newer than the list of emoji. */
const NEWER: Record<string, string> = {
  'monarch-butterfly': 'animal-bug',
  lighthouse: 'place-building',
  meteor: 'sky-weather',
  'net-with-handle': 'tool',
  eraser: 'office',
  pickle: 'food-vegetable',
};

export function choose(libraries: Libraries): Chosen[] {
  const newer = Object.entries(NEWER).map(([id, family]): Chosen => {
    const body = libraries.vectors.get(id);
    if (body === undefined) throw new Error(`There is no drawing called ${id}.`);
    return { id, hexcode: '', label: plain(id), family, body, named: 'plainly' };
  });
  const emoji = fromEmoji(libraries);
  const known = new Set(emoji.map(({ id }) => id));
  const ours = [...OURS]
    .filter(([id]) => !known.has(id))
    .map(([id, { family, body }]): Chosen => ({ id, hexcode: '', label: plain(id), family, body, named: 'plainly' }));
  return [...ours, ...newer, ...emoji];
}

function fromEmoji(libraries: Libraries): Chosen[] {
  return libraries.described('en').flatMap((emoji) => {
    const id = libraries.vectorOf(emoji.hexcode);
    const family = libraries.subgroups[String(emoji.subgroup)];
    const body = id === undefined ? undefined : bodyOf(id, libraries);
    if (id === undefined || family === undefined || body === undefined || !isThing(id, family, emoji)) return [];
    const named = ONLY_ASKED.test(family) ? 'asked' : 'plainly';
    const cut = WITHOUT_BACKGROUND.has(id) ? body.replace(/<path [^>]*\/>/, '') : body;
    return [{ id, hexcode: emoji.hexcode, label: plain(emoji.label), family, body: cut, named }];
  });
}

/** A whole figure of ours before a bust of the set. */
function bodyOf(id: string, { vectors }: Libraries): string | undefined {
  return OURS.get(id)?.body ?? wholeFigure(id) ?? vectors.get(id + TONE) ?? vectors.get(id);
}

function isThing(id: string, family: string, { label }: Described): boolean {
  if (ALSO.has(id)) return true;
  return !NEVER.test(family) && !TILES.has(id) && !CLOCKS.test(id) && !/: |facing right/.test(label);
}

/** Words alone: "o’clock" without its stroke, "Mrs. Claus" without its dot. */
export function plain(label: string): string {
  return label
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[.!,“”"()]/g, '')
    .replaceAll(/[-–]/g, ' ')
    .trim();
}
