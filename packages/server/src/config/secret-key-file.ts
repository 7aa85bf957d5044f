/** `secret.key` in the data folder: the key that seals secrets in the database, where the environment gives none. */
import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WrongSettings } from './read.ts';
import { readSecretKeys, secretKeyBytes, secretKeyForm } from './secret-keys.ts';
import type { Settings } from './settings.ts';

type Folder = Pick<Settings, 'dataFolder'>;

const fileOf = ({ dataFolder }: Folder): string => join(dataFolder, 'secret.key');

/** Newest first; undefined without a file. */
export async function readSecretKeyFile(folder: Folder): Promise<[Buffer, ...Buffer[]] | undefined> {
  const file = fileOf(folder);
  const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return undefined;
    throw new WrongSettings([`${file} cannot be read (${fault.code}).`]);
  });
  if (text === undefined) return undefined;
  const keys = readSecretKeys(text);
  if (keys === undefined) throw new WrongSettings([`${file} (not shown) must hold ${secretKeyForm}.`]);
  return keys;
}

/** Should two processes make it at once, both use the one that was first. */
export async function makeSecretKeyFile(folder: Folder): Promise<[Buffer, ...Buffer[]]> {
  const file = await open(fileOf(folder), 'wx', 0o600).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EEXIST') throw fault;
    return null;
  });
  if (file !== null) {
    try {
      await file.writeFile(`${randomBytes(secretKeyBytes).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  const keys = await readSecretKeyFile(folder);
  if (keys === undefined) throw new Error(`${fileOf(folder)} vanished while it was being made.`);
  return keys;
}
