/** How long a model usually takes, and how much of that is left. */
import type { GenerationSummary } from '../../data/resources.ts';

/** Seconds from start to end. The middle one, of two the shorter: a single slow run says little, one that was told to be nothing. */
export function usualSeconds(
  made: readonly Pick<GenerationSummary, 'started_at' | 'finished_at' | 'prompt'>[],
): number | undefined {
  const seconds = made
    .filter(({ prompt }) => !/\[\[.*\]\]/s.test(prompt))
    .flatMap(({ started_at, finished_at }) =>
      started_at === null || finished_at === null ? [] : [(Date.parse(finished_at) - Date.parse(started_at)) / 1000],
    )
    .toSorted((a, b) => a - b);
  return seconds[Math.floor((seconds.length - 1) / 2)];
}

/** By what it has done so far once that says something, else by what is usual; 0 when that is over. */
export function secondsLeft(
  { started_at, progress }: Pick<GenerationSummary, 'started_at' | 'progress'>,
  { usual, now }: { usual: number | undefined; now: number },
): number | undefined {
  if (started_at === null) return undefined;
  const gone = (now - Date.parse(started_at)) / 1000;
  if (progress !== null && progress >= 10) return Math.max((gone * (100 - progress)) / progress, 1);
  return usual === undefined ? undefined : Math.max(usual - gone, 0);
}

export const leftInWords = (left: number): string =>
  left === 0 ? 'Takes longer than usual' : `About ${secondsInWords(left)} left`;

export function secondsInWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.round(seconds / 60)} min`;
}
