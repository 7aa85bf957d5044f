/** Which OS user PostgreSQL runs as: it refuses to be root, and initdb needs a user that has a passwd entry. */

import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Undefined in place of this: as ourselves. */
export interface RunAs {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const candidates = ['postgres', 'nobody'];

/** @param dataFolder its owner wins when it exists: PostgreSQL refuses a data folder of anybody else. */
export async function chooseRunAs(dataFolder: string): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = await readUsers();
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? `the user number ${owner.uid}`;
    return { name, uid: owner.uid, gid: owner.gid };
  }
  for (const name of candidates) {
    const user = users.find((entry) => entry.name === name);
    if (user !== undefined && user.uid > 0) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody on this machine: ' +
      'start the service as another user, or set DATABASE_URL.',
  );
}

async function readUsers(): Promise<RunAs[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** The first of `folder` and those above it that this user may not pass through: the usual one is root's home, 0700. */
export async function blockingFolder(folder: string, runAs: RunAs | undefined): Promise<string | undefined> {
  if (runAs === undefined) return undefined;
  const { uid, gid, mode } = await stat(folder);
  const shift = uid === runAs.uid ? 6 : gid === runAs.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return folder;
  return folder === dirname(folder) ? undefined : blockingFolder(dirname(folder), runAs);
}
