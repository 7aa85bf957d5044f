/** What `afterimage login` keeps in the user's configuration folder: a key for each service, for this user's eyes only. */
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../exit-codes.ts';
import { unusable } from '../files.ts';

export interface SavedKeys {
  /** The service of the last login. */
  url: string | undefined;
  keys: Readonly<Record<string, string>>;
}

const savedKeysFile = (folder: string): string => join(folder, 'login.json');

export async function readSavedKeys(folder: string): Promise<SavedKeys> {
  const file = savedKeysFile(folder);
  const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT' || fault.code === 'ENOTDIR') return '{}';
    throw unusable(file, 'read', fault);
  });
  try {
    const { url, keys = {} } = JSON.parse(text) as Partial<SavedKeys>;
    return { url, keys };
  } catch {
    throw new Refusal(`${file} is damaged; \`afterimage login\` after deleting it makes it anew.`);
  }
}

export async function saveKey(folder: string, { url, key }: { url: string; key: string }): Promise<string> {
  const file = savedKeysFile(folder);
  const { keys } = await readSavedKeys(folder);
  const written = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(written, `${JSON.stringify({ url, keys: { ...keys, [url]: key } }, null, 2)}\n`, { mode: 0o600 });
    await chmod(written, 0o600);
    await rename(written, file);
  } catch (fault) {
    throw unusable(file, 'written', fault as NodeJS.ErrnoException);
  }
  return file;
}
