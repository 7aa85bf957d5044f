/** People who are known by what they hold or do, and what that makes of a plain person. */
import type { Place } from './cast.ts';

/** Who is drawn, and what with. */
export interface Companion {
  who: 'person' | 'woman';
  holds: string;
  /** If not in the hand. */
  how?: 'riding' | 'behind';
  /** How many such people the word means. */
  many?: number;
  /** Where they are at work, if nothing else is said. */
  home?: Place;
}

export const COMPANIONS: Record<string, Companion> = {
  cellist: { who: 'person', holds: 'cello' },
  guitarist: { who: 'person', holds: 'guitar' },
  drummer: { who: 'person', holds: 'drum' },
  trumpeter: { who: 'person', holds: 'trumpet' },
  saxophonist: { who: 'person', holds: 'saxophone' },
  accordionist: { who: 'person', holds: 'accordion' },
  flutist: { who: 'woman', holds: 'flute' },
  harpist: { who: 'woman', holds: 'harp' },
  pianist: { who: 'person', holds: 'grand piano', how: 'behind', home: 'stage' },
  skateboarder: { who: 'person', holds: 'skateboard', how: 'riding', home: 'street' },
  snowmobiler: { who: 'person', holds: 'snowmobile', how: 'riding' },
  motorcyclist: { who: 'person', holds: 'motorcycle', how: 'riding', home: 'road' },
  horseman: { who: 'person', holds: 'horse', how: 'riding' },
  horsewoman: { who: 'woman', holds: 'horse', how: 'riding' },
  hiker: { who: 'person', holds: 'backpack' },
  backpacker: { who: 'person', holds: 'backpack' },
  trekker: { who: 'person', holds: 'backpack' },
  potter: { who: 'person', holds: 'jug', home: 'workshop' },
  florist: { who: 'woman', holds: 'bouquet', home: 'market' },
  musician: { who: 'person', holds: 'guitar' },
  orchestra: { who: 'person', holds: 'violin', many: 3, home: 'stage' },
  band: { who: 'person', holds: 'guitar', many: 3, home: 'stage' },
  choir: { who: 'woman', holds: 'microphone', many: 4, home: 'stage' },
};

export function isCompanion(word: string): boolean {
  return COMPANIONS[word] !== undefined || COMPANIONS[word.replace(/s$/, '')] !== undefined;
}

/** "A trumpet player", "a balloon seller": whoever plays or sells what stands before the word. */
export const PLAYER = /^(player|seller|vendor)s?$/;

export const PLAYED: Record<string, string> = {
  flower: 'bouquet',
  flowers: 'bouquet',
  cricket: 'cricket game',
  rugby: 'rugby football',
  golf: 'golfer',
  basketball: 'basketball',
  volleyball: 'volleyball',
  chess: 'chess',
  badminton: 'badminton',
};

/** What a plain person does that a drawing of the index shows whole. */
interface Activity {
  /** Its name after "man", "woman" or "person". */
  drawing: string;
  /** Forms that describe whoever is named after them, too: "a praying woman". */
  describing: RegExp;
  others: RegExp | null;
}

const ACTIVITIES: Activity[] = [
  { drawing: 'in-lotus-position', describing: /^meditating$/, others: /^(yoga|meditates|meditation)$/ },
  { drawing: 'surfing', describing: /^surfing$/, others: /^surfs$/ },
  { drawing: 'rowing-boat', describing: /^rowing$/, others: /^rows$/ },
  { drawing: 'swimming', describing: /^swimming$/, others: /^swims$/ },
  { drawing: 'climbing', describing: /^climbing$/, others: /^climbs$/ },
  { drawing: 'juggling', describing: /^juggling$/, others: /^juggles$/ },
  { drawing: 'golfing', describing: /^golfing$/, others: /^golf$/ },
  { drawing: 'biking', describing: /^(cycling|biking)$/, others: /^cycles$/ },
  { drawing: 'cartwheeling', describing: /^cartwheeling$/, others: /^cartwheels?$/ },
  { drawing: 'lifting-weights', describing: /^weightlifting$/, others: null },
  { drawing: 'kneeling', describing: /^(kneeling|praying)$/, others: /^kneels$/ },
];

/** How the index names what somebody does, or null where the word is no such deed. */
export function activityIn(word: string): string | null {
  const found = ACTIVITIES.find(({ describing, others }) => describing.test(word) || others?.test(word));
  return found?.drawing ?? null;
}

export function describesDoer(word: string): boolean {
  return ACTIVITIES.some(({ describing }) => describing.test(word));
}

/** What somebody who does this has in hand. */
export const DEEDS_WITH: [RegExp, string][] = [
  [/^(fishing|fishes)$/, 'fishing pole'],
  [/^(photographing)$/, 'camera'],
  [/^(sweeping)$/, 'broom'],
  [/^(skateboarding)$/, 'skateboard'],
  [/^(knitting)$/, 'yarn'],
];

export function isTakenUp(word: string): boolean {
  return DEEDS_WITH.some(([pattern]) => pattern.test(word));
}

/** Words for a man, a woman and somebody, as the index names them in front of an activity. */
export function genderOf(name: string): 'man' | 'woman' | 'person' {
  if (/^(man|men|boy|boys|guy|guys|father|dad)$/.test(name)) return 'man';
  if (/^(woman|women|girl|girls|lady|ladies|mother|mom)$/.test(name)) return 'woman';
  return 'person';
}
