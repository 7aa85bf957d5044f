/** Makes sure of the data folder, for its user alone, before anything is put into it, or says why it cannot be used. */
import { chmod, mkdir, mkdtemp, opendir, rmdir, stat } from 'node:fs/promises';
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
    await mkdir(folder, { mode: 0o700 }).catch((fault: NodeJS.ErrnoException) => {
      // Another process of the same service may be starting too.
      if (fault.code !== 'EEXIST') throw refuse(`${folder} cannot be made (${fault.code})`);
    });
  }
  await keepToOurselves(dataFolder);
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

/** All but its user's, and the passing through that the embedded PostgreSQL's own user needs. */
const othersBits = 0o067;
/** Looks after its own files, which belong to another user when we are root. */
const databaseName = 'postgres';

/** Prompts, media and keys lie here: other users of the machine may not even list it. */
async function keepToOurselves(folder: string): Promise<void> {
  process.umask(0o077);
  const { mode } = await stat(folder);
  if ((mode & othersBits) === 0) return;
  // A folder that is not ours to change, such as a volume of somebody else's, is the operator's choice.
  const changed = await chmod(folder, mode & 0o700).then(
    () => true,
    () => false,
  );
  if (changed) await closeBelow(folder);
}

/** Once, for what a version before this one left open. */
async function closeBelow(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    if (entry.name === databaseName) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await chmod(path, 0o700);
      await closeBelow(path);
    } else if (entry.isFile()) {
      // Scratch files come and go while another process works.
      await chmod(path, 0o600).catch(() => {});
    }
  }
}
