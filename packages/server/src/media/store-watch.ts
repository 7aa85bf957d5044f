/** Watches whether new media can be kept: a process that cannot keep any is not ready, and its jobs wait. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WrongSettings } from '../config/config.ts';
import { type MediaStores, StoreRefused, StoreUnavailable } from './media-store.ts';

export interface StoreWatch {
  /** What stands in the way, in a sentence; answers at once, from the last look. */
  obstacle(): string | null;
  stop(): void;
}

/** Rejects with `WrongSettings` where the store answers and refuses what will be done with it: no such bucket, or no right to write. */
export async function createStoreWatch(
  stores: Pick<MediaStores, 'keeper' | 'scratchFolder'>,
  { everyMilliseconds }: { everyMilliseconds: number },
): Promise<StoreWatch> {
  const { keeper } = stores;
  let obstacle: string | null = null;
  const look = async () => {
    obstacle = await keeper.look().then(() => null, told);
  };
  if (keeper.where === 'here') await look();
  else obstacle = await tryOut(stores);
  const timer = setInterval(look, everyMilliseconds);
  timer.unref();
  return { obstacle: () => obstacle, stop: () => clearInterval(timer) };
}

const told = (fault: unknown): string => {
  if (fault instanceof StoreUnavailable) return fault.message;
  return `The media store cannot be used: ${fault instanceof Error ? fault.message : String(fault)}`;
};

/** Puts, finds and removes one small file, and looks as it will again and again: a right that is wanting shows now, and not with the first customer. */
async function tryOut({
  keeper,
  scratchFolder,
}: Pick<MediaStores, 'keeper' | 'scratchFolder'>): Promise<string | null> {
  const key = `try-out/${randomUUID()}`;
  const path = join(scratchFolder(), randomUUID());
  try {
    await writeFile(path, 'This file was made to see whether the store takes one.');
    await keeper.putFile(key, { path, type: 'text/plain', fileName: 'try-out.txt' });
    await keeper.head(key);
    await keeper.remove(key);
    await keeper.look();
    return null;
  } catch (fault) {
    if (fault instanceof StoreRefused) throw new WrongSettings([fault.message]);
    return told(fault);
  }
}
