/** Where a scene plays: the place in front, the one behind it, and whether there is a lake in it. */
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject } from './cast.ts';
import { SETTING_WORDS, type Setting } from './place-words.ts';
import { traitsOf } from './traits.ts';

export interface Places {
  setting: Setting | null;
  /** A second place the words name, seen behind the first: mountains beyond a city, a desert around a road. */
  beyond: Setting | null;
  lake: 'shown' | 'absent';
}

const LAKE_WORDS = new Set(['lake', 'river', 'fjord', 'pond', 'water', 'reflection', 'mirror']);

/** These stand before whatever else is named: a road through a forest is a road. */
const IN_FRONT: Setting[] = ['underwater', 'space', 'interior', 'road', 'village'];

/** Open country that a lake can lie in. */
const LAKESIDE: Setting[] = ['mountains', 'forest', 'meadow', 'village', 'desert'];

export function readPlaces(words: string[], subjects: CastSubject[]): Places {
  const named: Setting[] = [];
  const lake = words.some((word) => LAKE_WORDS.has(word)) ? 'shown' : 'absent';
  const country = words.some((word) => LAKESIDE.includes(SETTING_WORDS.get(word)!));
  for (const word of words) {
    const place = SETTING_WORDS.get(word);
    // Between hills "water" is a lake; alone it is the sea.
    if (place === undefined || named.includes(place) || (country && LAKE_WORDS.has(word))) continue;
    named.push(place);
  }
  const setting = seaOf(named.find((place) => IN_FRONT.includes(place)) ?? named[0] ?? null, subjects);
  const others = named.filter((place) => place !== setting);
  const inland = setting === 'ocean' && lake === 'shown' && !words.includes('water');
  return { setting, beyond: others[0] ?? (inland ? 'mountains' : null), lake };
}

/** What lives under water is shown there, except the two that leap out of it. */
function seaOf(setting: Setting | null, subjects: CastSubject[]): Setting | null {
  const first = subjects[0];
  if (setting !== 'ocean' || first === undefined) return setting;
  const leaps = first.own !== null && subjectOf(first.own).waters === 'leaps';
  return traitsOf(first).home === 'underwater' && !leaps ? 'underwater' : setting;
}
