/** The sample videos, made once for a test file and removed after it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface SampleVideos {
  folder: string;
  path(name: string): string;
  remove(): Promise<void>;
}

/** The named ones, or all small ones: even these take seconds to make. */
export async function makeSampleVideos(...names: string[]): Promise<SampleVideos> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-videos-'));
  const program = fileURLToPath(new URL('./make-videos.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [program, folder, ...names], { maxBuffer: 2 ** 24 });
  return { folder, path: (name) => join(folder, name), remove: () => rm(folder, { recursive: true }) };
}
