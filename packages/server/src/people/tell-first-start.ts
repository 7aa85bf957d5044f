/** Hands the secrets of the first start to whoever started it: shown where a person looks, else in a file of their own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listensBeyondThisMachine, type Settings } from '../config/config.ts';

export interface Output {
  /** A terminal. */
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * The standard output of a service in the open is mostly collected, kept and read by many: a key and a way in as the
 * operator do not belong there.
 */
export async function tellFirstStart(
  settings: Pick<Settings, 'host' | 'dataFolder'>,
  { text, output }: { text: string; output: Output },
): Promise<void> {
  if (output.isTTY || !listensBeyondThisMachine(settings)) {
    output.write(text);
    return;
  }
  const file = join(settings.dataFolder, 'first-start.txt');
  await writeFile(file, text, { mode: 0o600 });
  output.write(`The sign-in link and the API key of the first start are in ${file}; delete it when you have them.\n`);
}
