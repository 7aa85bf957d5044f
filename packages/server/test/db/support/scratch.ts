/** Folders that a test may fill and need not clean: gone when the process ends, after every server in them. */

import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Others may pass through it: a server that root starts runs as another user. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-db-'));
  await chmod(folder, 0o755);
  made.push(folder);
  return folder;
}
