/** Words that tell how fast something goes. */

/** How fast those with legs, wings or fins go about it. */
export type Pace = 'rest' | 'walk' | 'run';

export const PACE_WORDS = new Map<string, Pace>([
  ...'walking walks walk strolling wandering riding rides swimming dancing dances marching'
    .split(' ')
    .map((word) => [word, 'walk'] as const),
  ...'running runs run galloping gallops racing races jumping sprinting driving drives drifting flying chasing fast'
    .split(' ')
    .map((word) => [word, 'run'] as const),
]);

export function readPace(words: string[]): Pace {
  const named = words.find((word) => PACE_WORDS.has(word));
  return named === undefined ? 'rest' : PACE_WORDS.get(named)!;
}
