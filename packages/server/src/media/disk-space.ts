/** Watches how much room is left for media: a disk that fills up stops PostgreSQL for good, so new work is refused before. */
import type { MediaStores } from './media-store.ts';

export interface SpaceWatch {
  /** Answers at once, from the last look. */
  nearlyFull(): boolean;
  /** Looks now; a store that cannot say counts as full, because writing to it would fail as well. */
  look(): Promise<void>;
  stop(): void;
}

export interface SpaceLimits {
  /** Refuse below this, or below `freeShareMin` of the whole where that is less: small disks are not useless. */
  freeBytesMin: number;
  freeShareMin: number;
}

export const defaultSpaceLimits: SpaceLimits = { freeBytesMin: 2 ** 30, freeShareMin: 0.05 };

export async function createSpaceWatch(options: {
  stores: Pick<MediaStores, 'room'>;
  limits: SpaceLimits;
  everyMilliseconds: number;
}): Promise<SpaceWatch> {
  const { stores, limits } = options;
  let full = false;

  async function look(): Promise<void> {
    try {
      const { freeBytes, totalBytes } = await stores.room();
      full = freeBytes < Math.min(limits.freeBytesMin, totalBytes * limits.freeShareMin);
    } catch {
      full = true;
    }
  }

  await look();
  const timer = setInterval(look, options.everyMilliseconds);
  timer.unref();
  return { nearlyFull: () => full, look, stop: () => clearInterval(timer) };
}
