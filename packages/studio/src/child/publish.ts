/** Lets a file appear under its name once it is whole. */
import { open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Synced before it gets its name, and the name synced after: a file that exists is whole, even after a power cut. */
export async function publish(part: string, file: string): Promise<number> {
  await syncToDisk(part);
  await rename(part, file);
  // Windows cannot open a folder; there the rename alone must do.
  await syncToDisk(dirname(file)).catch(() => {});
  return (await stat(file)).size;
}

export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
