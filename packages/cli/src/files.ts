/** Files that commands are given the names of. */
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Refusal } from './endings.ts';

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The whole path; what is there is never written over. */
export async function newFile(path: string, what: string): Promise<string> {
  const file = resolve(path);
  if (await exists(file)) throw new Refusal(`${file} is there already; ${what} is written into a new file only.`);
  return file;
}
