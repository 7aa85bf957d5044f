/** Where a scene plays: the place in front, the one behind it, and whether there is a lake in it. */
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject, Place } from './cast.ts';
import { kinOf } from './place-kin.ts';
import type { Setting } from './place-words.ts';
import { traitsOf } from './traits.ts';

export interface Places {
  place: Place | null;
  /** A second place the words name, seen behind the first: mountains beyond a city, a desert around a road. */
  beyond: Setting | null;
  lake: 'shown' | 'absent';
}

/** A place as the prompt names it. */
export interface NamedPlace {
  place: Place;
  name: string;
}

const LAKE_WORDS = new Set('lake river fjord pond water waterhole lagoon reflection'.split(' '));

/** These stand before whatever else is named: a road through a forest is a road. */
const IN_FRONT: (Setting | 'backdrop')[] = ['underwater', 'space', 'interior', 'road', 'village'];

/** Open country that a lake can lie in. */
const LAKESIDE: (Setting | 'backdrop')[] = ['mountains', 'forest', 'meadow', 'village', 'desert'];

/** `named` are the places of the prompt in its order. */
export function readPlaces(words: string[], named: Place[], subjects: CastSubject[]): Places {
  const lake = words.some((word) => LAKE_WORDS.has(word)) ? 'shown' : 'absent';
  const country = named.some((place) => LAKESIDE.includes(kinOf(place)));
  // Between hills "water" is a lake; alone it is the sea.
  const fitting = named.filter((place) => !(country && lake === 'shown' && place === 'ocean'));
  const place = seaOf(fitting.find((one) => IN_FRONT.includes(kinOf(one))) ?? fitting[0] ?? null, subjects);
  const others = fitting.map(kinOf).filter((kin) => place === null || kin !== kinOf(place));
  const inland = place === 'ocean' && lake === 'shown' && !words.includes('water');
  return { place, beyond: (others[0] as Setting | undefined) ?? (inland ? 'mountains' : null), lake };
}

/** Country that is seen far away behind the place in front. */
const SEEN_BEYOND: Partial<Record<Setting, (Setting | 'backdrop')[]>> = {
  mountains: ['meadow', 'desert', 'coast', 'ocean', 'forest', 'village', 'road'],
  city: ['meadow', 'desert', 'coast', 'ocean', 'forest'],
  forest: ['meadow', 'desert', 'coast', 'ocean', 'village', 'road', 'mountains'],
  desert: ['village', 'road'],
  meadow: ['village', 'road', 'forest'],
  ocean: ['meadow', 'forest', 'village', 'coast'],
  coast: ['meadow', 'forest', 'village', 'ocean'],
};

/** The places that the words name and the picture has no room for. */
export function unseenPlaces(named: NamedPlace[], { place, beyond, lake }: Places): string[] {
  if (place === null) return [];
  const front = kinOf(place);
  const isSeen = (one: NamedPlace) => {
    const kin = kinOf(one.place);
    if (one.place === place || kin === front || BROAD.has(one.name)) return true;
    if (lake === 'shown' && LAKE_WORDS.has(one.name) && LAKESIDE.includes(front)) return true;
    // Whoever lives under water is shown there, whatever it lies under.
    if (place === 'underwater' && kin === 'ocean') return true;
    return kin === beyond && SEEN_BEYOND[kin as Setting]?.includes(front) === true;
  };
  return named.filter((one) => !isSeen(one)).map(({ name }) => name);
}

/** Ground that is under everything. */
const BROAD = new Set(['grass', 'field', 'fields', 'countryside', 'hill', 'hills', 'sand', 'water']);

/** Where a fish named with it is in the water: "over the sand" is the ground of the sea for a stingray. */
const WATERS: Place[] = ['ocean', 'desert', 'river', 'pool', 'swamp', 'waterfall'];

/** What lives under water is shown there, except those that leap out of it. */
function seaOf(place: Place | null, subjects: CastSubject[]): Place | null {
  const first = subjects[0];
  if (place === null || !WATERS.includes(place) || first === undefined) return place;
  if (traitsOf(first).footing !== 'water') return place;
  const leaps = first.verb === 'jump' || (first.own !== null && subjectOf(first.own).waters === 'leaps');
  if (leaps) return place === 'river' || place === 'waterfall' ? 'ocean' : place;
  return traitsOf(first).home === 'underwater' ? 'underwater' : place;
}
