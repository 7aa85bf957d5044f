/** What a prompt puts into the sky besides clouds: moons, suns, stars, an aurora, a rainbow, a comet. */
export interface SkyThings {
  /** How many moons or suns were asked for; null leaves it to the hour. */
  moons: number | null;
  suns: number | null;
  aurora: 'shown' | 'absent';
  rainbow: 'shown' | 'absent';
  comet: 'shown' | 'absent';
  stars: 'shown' | 'absent';
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
  'northern',
]);

const DIGITS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, twin: 2, double: 2 };

export function readSky(words: string[]): SkyThings {
  const has = (...wanted: string[]) => (wanted.some((word) => words.includes(word)) ? 'shown' : 'absent');
  return {
    moons: countOf(words, ['moon', 'moons']),
    suns: countOf(words, ['sun', 'suns']),
    aurora: has('aurora', 'northern'),
    rainbow: has('rainbow'),
    comet: has('comet', 'meteor'),
    stars: has('stars', 'starry', 'milky', 'constellation'),
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
