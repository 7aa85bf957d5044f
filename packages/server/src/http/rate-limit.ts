/** Limits by a sliding window: at most so many requests in any 60 seconds, exact within this process, and told to others. */
import { statusChecksSeconds } from '@afterimage/contract';

export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the window has room (refused), or until its oldest request leaves it. */
  resetSeconds: number;
}

export interface RateLimit {
  take(key: string, now: number): Verdict;
  /** What this process has allowed since it was last asked, by key. */
  taken(): Map<string, number>;
  /** Another process has allowed so many just now. */
  count(key: string, requests: number, now: number): void;
}

const windowMilliseconds = statusChecksSeconds * 1000;
/** Keys not seen for a window are forgotten when this many are known. */
const rememberedKeysMax = 10_000;

/** The times of the last allowed requests, oldest first, in a ring of exactly `limit` entries. */
class Window {
  readonly times: Float64Array;
  oldest = 0;
  count = 0;

  constructor(limit: number) {
    this.times = new Float64Array(limit);
  }

  forgetBefore(time: number): void {
    while (this.count > 0 && this.times[this.oldest]! <= time) {
      this.oldest = (this.oldest + 1) % this.times.length;
      this.count -= 1;
    }
  }

  add(time: number): void {
    this.times[(this.oldest + this.count) % this.times.length] = time;
    this.count += 1;
  }
}

export function createRateLimit(limit: number): RateLimit {
  const windows = new Map<string, Window>();
  let untold = new Map<string, number>();

  function forgetIdleKeys(now: number): void {
    for (const [key, window] of windows) {
      window.forgetBefore(now - windowMilliseconds);
      if (window.count === 0) windows.delete(key);
    }
  }

  function windowOf(key: string, now: number): Window {
    const known = windows.get(key);
    if (known !== undefined) return known;
    if (windows.size >= rememberedKeysMax) forgetIdleKeys(now);
    const fresh = new Window(limit);
    windows.set(key, fresh);
    return fresh;
  }

  return {
    take(key, now) {
      const window = windowOf(key, now);
      window.forgetBefore(now - windowMilliseconds);
      // Refused requests do not count: a client that keeps asking is let in again as soon as the window has room.
      const allowed = window.count < limit;
      if (allowed) {
        window.add(now);
        untold.set(key, (untold.get(key) ?? 0) + 1);
      }
      const oldest = window.times[window.oldest]!;
      const resetSeconds = Math.max(1, Math.ceil((oldest + windowMilliseconds - now) / 1000));
      return { allowed, limit, remaining: limit - window.count, resetSeconds };
    },
    taken() {
      const told = untold;
      untold = new Map();
      return told;
    },
    count(key, requests, now) {
      const window = windowOf(key, now);
      window.forgetBefore(now - windowMilliseconds);
      const room = limit - window.count;
      for (let number = 0; number < Math.min(room, requests); number += 1) window.add(now);
    },
  };
}
