/** `secret.key` in the data folder: the key that seals secrets in the database, where the environment gives none. */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WrongSettings } from './read.ts';
import { readSecretKeys, secretKeyBytes, secretKeyForm } from './secret-keys.ts';
import type { Settings } from './settings.ts';

type Folder = Pick<Settings, 'dataFolder'>;

const fileOf = ({ dataFolder }: Folder): string => join(dataFolder, 'secret.key');

/** As it stands there; null without a file. */
export async function readSecretKeyText(folder: Folder): Promise<string | null> {
  return (await readSecretKeyFile(folder)) === undefined ? null : readFile(fileOf(folder), 'utf8');
}

/** For a service that comes out of a backup. A sentence where another key is there already, which must not be lost. */
export async function keepSecretKeyText(folder: Folder, text: string): Promise<string | null> {
  const file = fileOf(folder);
  const there = await readSecretKeyText(folder);
  if (there === null) await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true });
  if (there === null || there.trim() === text.trim()) return null;
  return `${file} is another key than that of the backup: move it away first.`;
}

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

/**
 * Should several processes make it at once, all use the one that was first: the file appears under its name whole, by a
 * link, which the file system makes at most once.
 */
export async function makeSecretKeyFile(folder: Folder): Promise<[Buffer, ...Buffer[]]> {
  const file = fileOf(folder);
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, `${randomBytes(secretKeyBytes).toString('base64')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
    await link(draft, file).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EEXIST') throw fault;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const keys = await readSecretKeyFile(folder);
  if (keys === undefined) throw new Error(`${file} vanished while it was being made.`);
  return keys;
}
