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

const LAKE_WORDS = new Set(['lake', 'river', 'fjord', 'pond', 'water', 'reflection', 'mirror']);

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
