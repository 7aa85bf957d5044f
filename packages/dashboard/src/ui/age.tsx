/** How long ago, with the exact time on hover; all of them move on together. */
import { useSyncExternalStore } from 'react';

const tickMilliseconds = 15_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for the page: a thousand ages must not mean a thousand timers. */
function watchClock(onTick: () => void): () => void {
  // Nobody watched for a while, so that the clock stood still.
  if (watchers.size === 0) now = Date.now();
  watchers.add(onTick);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const watcher of watchers) watcher();
  }, tickMilliseconds);
  return () => {
    watchers.delete(onTick);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function useNow(): number {
  return useSyncExternalStore(watchClock, () => now);
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export function ageOf(time: string, at: number): string {
  const seconds = (Date.parse(time) - at) / 1000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  // This clock may be a tick behind what has just happened.
  if (unit === 'second') return seconds > tickMilliseconds / 1000 ? 'in a moment' : 'just now';
  return relative.format(Math.trunc(seconds / length), unit).replace('.', '');
}

export const exactTime = (time: string): string => exact.format(new Date(time));

export function Age({ time, className }: { time: string; className?: string }) {
  const at = useNow();
  return (
    <time dateTime={time} title={exactTime(time)} className={className ?? 'whitespace-nowrap'}>
      {ageOf(time, at)}
    </time>
  );
}
