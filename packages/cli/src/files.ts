/** Files that commands are given the names of. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { exitCodes, Refusal } from './exit-codes.ts';

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user is not allowed to',
  EPERM: 'this user is not allowed to',
  EISDIR: 'it is a folder',
  ENOTDIR: 'what stands for a folder in it is a file',
  EEXIST: 'what stands for a folder in it is a file',
  EROFS: 'it lies where nothing can be written',
  ENOSPC: 'the disk is full',
};

/** What the system said of a file, as a sentence. */
export function unusable(
  name: string,
  act: 'read' | 'written',
  { code = '', message }: NodeJS.ErrnoException,
): Refusal {
  return new Refusal(`${name} cannot be ${act}: ${reasons[code] ?? message}.`, exitCodes.usage);
}

/** The whole path; what is there is never written over. */
export async function newFile(path: string, what: string): Promise<string> {
  if (/^s3:/i.test(path)) {
    throw new Refusal(`--output: ${path} is no file; ${what} is written into a file of this machine.`, exitCodes.usage);
  }
  const file = resolve(path);
  if (await exists(file)) throw new Refusal(`${file} is there already; ${what} is written into a new file only.`);
  await checkFolder(dirname(file));
  return file;
}

/** Before any work is done for what `--output` names. */
export async function checkFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch {
    throw new Refusal(`--output: nothing can be saved in ${folder}.`, exitCodes.usage);
  }
}
