/** A prompt as words in order: lower case, and what belongs together ("golden hour", "palm tree") as one word. */
import { inEnglish } from './languages.ts';

/** Pairs that mean something else than their parts; the first would be misread alone. */
const TOGETHER: [RegExp, string][] = [
  [/\b(golden|blue) hour\b/g, '$1-hour'],
  [/\bblack and white\b/g, 'black-and-white'],
  [/\bfilm noir\b/g, 'noir'],
  [/\bpixel art\b/g, 'pixel-art'],
  [/\bhot[- ]air balloon/g, 'balloon'],
  [/\bpalm tree(s?)\b/g, 'palm$1'],
  [/\b(apple|cherry|oak|maple|willow|pine|fir|christmas|olive|lemon|orange) (trees?)\b/g, '$2'],
  [/\bnorthern lights\b/g, 'northern-lights'],
  [/\bshooting star/g, 'meteor'],
  [/\bice[- ]cream\b/g, 'icecream'],
  [/\bbirthday cake\b/g, 'cake'],
  [/\bsteam (train|engine|locomotive)\b/g, 'train'],
  [/\bdeep (sea|ocean|water)\b/g, 'underwater'],
  [/\bunder (the )?(water|sea|ocean)\b/g, 'underwater'],
  [/\b(outer|deep) space\b/g, 'space'],
  // Alone an orbit is a move of the camera.
  [/\bin orbit\b/g, 'in space'],
  [/\bsea (lion|horse|star)\b/g, 'sea-$1'],
  [/\bhot dog/g, 'hot-dog'],
  [/\b(coffee|tea) (cup|mug)\b/g, '$1'],
  [/\bwine ?glass(es)?\b/g, 'wine'],
  [/\bskate ?board\b/g, 'skateboard'],
  // Mars is a red desert, and the moon underfoot a grey one.
  [/\b(on|of|over|across) mars\b/g, '$1 a rust desert'],
  [/\bmartian\b/g, 'rust desert'],
  [/\b(on|across) the moon\b/g, '$1 a grey desert at night'],
  [/\bflock of (sheep|lambs|goats)\b/g, 'seven $1'],
  [/\b(cherry|sakura) blossoms?\b/g, 'trees spring'],
  [/\bsports? car/g, 'car'],
  [/\bon (a|an|the) ((big|large|old|high) )?(rock|boulder|stone)\b/g, 'on-rock'],
];

export function wordsOf(text: string): string[] {
  const joined = TOGETHER.reduce((so, [pair, word]) => so.replace(pair, word), text.toLowerCase());
  return inEnglish(joined.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []);
}
