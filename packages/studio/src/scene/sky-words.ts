/** What a prompt puts into the sky besides clouds: moons, suns, stars, an aurora, a rainbow, a comet. */
export interface SkyThings {
  /** How many moons or suns were asked for; null leaves it to the hour. */
  moons: number | null;
  suns: number | null;
  aurora: 'shown' | 'absent';
  rainbow: 'shown' | 'absent';
  comet: 'shown' | 'absent';
  stars: 'shown' | 'absent';
  /** Whether the words send away clouds and stars that would be there by themselves. */
  cloudless: boolean;
  starless: boolean;
  /** A bolt and not only its flash. */
  lightning: 'shown' | 'absent';
  /** Things only a dark sky shows. */
  night: boolean;
}

const NIGHT_WORDS = [
  'moon',
  'moons',
  'stars',
  'aurora',
  'northern-lights',
  'milky',
  'comet',
  'meteor',
  'constellation',
];

export const SKY_WORDS = new Set([
  ...NIGHT_WORDS,
  'sun',
  'suns',
  'rainbow',
  'sky',
  'skies',
  'star',
  'lights',
  'cloud',
  'clouds',
]);

const DIGITS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, twin: 2, double: 2 };

/** Negative words send away what would be there by itself: no sun, no clouds, no stars. */
export function readSky(words: string[], unwanted: string[]): SkyThings {
  const never = (...names: string[]) => names.some((name) => unwanted.includes(name));
  const has = (...wanted: string[]) => (wanted.some((word) => words.includes(word)) ? 'shown' : 'absent');
  return {
    moons: never('moon', 'moons') ? 0 : countOf(words, ['moon', 'moons']),
    suns: never('sun', 'suns') ? 0 : countOf(words, ['sun', 'suns']),
    aurora: has('aurora', 'northern-lights'),
    rainbow: has('rainbow'),
    comet: has('comet', 'meteor'),
    stars: has('stars', 'starry', 'milky', 'constellation'),
    cloudless: never('cloud', 'clouds'),
    starless: never('star', 'stars'),
    lightning: has('lightning', 'thunder', 'thunderstorm'),
    night: NIGHT_WORDS.some((word) => words.includes(word)),
  };
}

function countOf(words: string[], names: string[]): number | null {
  const at = words.findIndex((word) => names.includes(word));
  if (at < 0) return null;
  const before = words
    .slice(Math.max(0, at - 2), at)
    .find((word) => DIGITS[word] !== undefined || /^[1-5]$/.test(word));
  if (before !== undefined) return DIGITS[before] ?? Number(before);
  return words[at]!.endsWith('s') ? 2 : 1;
}
