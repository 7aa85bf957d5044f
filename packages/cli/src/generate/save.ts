/** Saves finished media: to a file, into a folder, or to standard output. */
import { stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Afterimage, AnyRecord } from '@afterimage/client';
import { Refusal } from '../exit-codes.ts';
import { checkFolder } from '../files.ts';
import type { Progress } from './progress.ts';
import type { Stopping } from './stop-waiting.ts';

/** Before anything is charged. */
export async function checkWritable(output: string): Promise<void> {
  if (output === '-') return;
  await checkFolder((await isFolder(output)) ? output : dirname(output));
}

/** The file, or null where it went to standard output. */
export async function save(given: {
  client: Afterimage;
  record: AnyRecord;
  output: string;
  progress: Progress;
  stopping: Stopping;
}): Promise<string | null> {
  const { client, record, output, progress, stopping } = given;
  const { signal } = stopping;
  const file = (await isFolder(output)) ? join(output, fileName(record)) : output;
  progress.show(`saving ${file}`);
  try {
    const bytes = await client.download(record, output === '-' ? process.stdout : file, { signal });
    progress.end();
    if (output === '-') return null;
    process.stderr.write(`Saved ${file} (${sizeOf(bytes)}).\n`);
    return file;
  } catch (fault) {
    progress.end();
    const stop = stopping.stoppedBy();
    const why = stop?.words ?? (fault as Error).message;
    throw new Refusal(`The generation is complete, but not saved: ${why}`, stop?.exitCode);
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const fileName = ({ family, id, media_url }: AnyRecord): string =>
  `${family}-${id}${extname(new URL(media_url ?? 'http://none').pathname)}`;

export function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
