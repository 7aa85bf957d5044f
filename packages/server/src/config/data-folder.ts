/** Makes sure of the data folder before anything is put into it, or says in a sentence why it cannot be used. */
import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Settings, WrongSettings } from './config.ts';

/** Throws `WrongSettings`, which names the setting and the path. */
export async function prepareDataFolder({ dataFolder }: Pick<Settings, 'dataFolder'>): Promise<void> {
  const refuse = (reason: string) =>
    new WrongSettings([`AFTERIMAGE_DATA_DIR is "${dataFolder}"; it must be a folder to write to: ${reason}.`]);
  const { missing, obstacle } = await lookUpwards(dataFolder);
  if (obstacle !== null) throw refuse(obstacle);
  // One by one: Node's own recursive making never ends where a folder exists that takes none, such as /proc.
  for (const folder of missing) {
    await mkdir(folder).catch((fault: NodeJS.ErrnoException) => {
      // Another process of the same service may be starting too.
      if (fault.code !== 'EEXIST') throw refuse(`${folder} cannot be made (${fault.code})`);
    });
  }
  await tryWriting(dataFolder).catch((fault: NodeJS.ErrnoException) => {
    // A full disk is no reason not to start: `/readyz` tells of it, and what is there can still be fetched.
    if (fault.code !== 'ENOSPC') throw refuse(`${dataFolder} cannot be written to (${fault.code})`);
  });
}

/** What is missing down to the folder, outermost first, and why it could not be made below what exists. */
async function lookUpwards(folder: string): Promise<{ missing: string[]; obstacle: string | null }> {
  const missing: string[] = [];
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch((fault: NodeJS.ErrnoException) => fault);
    if (!(found instanceof Error)) return { missing, obstacle: found.isDirectory() ? null : `${path} is not a folder` };
    // Below a plain file there is nothing either; the file itself comes next.
    const isMissing = found.code === 'ENOENT' || found.code === 'ENOTDIR';
    if (!isMissing || path === dirname(path)) return { missing, obstacle: `${path} cannot be entered (${found.code})` };
    missing.unshift(path);
  }
}

/** Only writing tells: root passes every look at the permissions, also where nothing can be written. */
async function tryWriting(folder: string): Promise<void> {
  await rmdir(await mkdtemp(join(folder, '.trying-')));
}
