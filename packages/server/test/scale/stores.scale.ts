/** Media in every store that is there: the folder, and each S3 server, with all tests that need one. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { judge, type Say, type Verdict } from '../faults/support/verdict.ts';
import { s3Kinds } from '../media/support/s3-kinds.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const inFolder = ['packages/server/test/media/disk-store.test.ts', 'packages/server/test/media/move-and-check.test.ts'];
const inBucket = [
  'packages/server/test/media/s3-store.test.ts',
  'packages/server/test/stories/media-in-a-bucket.slow.test.ts',
  'packages/server/test/backup/bucket.slow.test.ts',
  'packages/cli/test/backup.test.ts',
];

export async function runStores({ say }: { say: Say }): Promise<Verdict[]> {
  const verdicts = [await runFiles('the folder', inFolder, {})];
  for (const [name, { missing, unstoppable }] of Object.entries(s3Kinds)) {
    if (missing !== false) {
      say(`  skipped: ${name}: ${missing}`);
      continue;
    }
    if (unstoppable !== false) say(`  skipped: ${name} when it is down: ${unstoppable}`);
    verdicts.push(await runFiles(name, inBucket, { STORE_SERVER: name }));
  }
  return verdicts;
}

/** One after the other: they stop the server, which may be one for all. */
async function runFiles(store: string, files: readonly string[], env: Record<string, string>): Promise<Verdict> {
  let cases = 0;
  const breaches: string[] = [];
  for (const file of files) {
    const run = spawn(process.execPath, ['scripts/test.ts', file], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => run.once('close', resolve));
    const said = await text(run.stdout);
    cases += Number(/^ℹ pass (\d+)$/m.exec(said)?.[1] ?? 0);
    if ((await ended) !== 0) breaches.push(...failuresIn(said, file));
  }
  return judge(`media in ${store}: everything that a store must do, and what is done with it`, { cases, breaches });
}

function failuresIn(said: string, file: string): string[] {
  const failed = new Set([...said.matchAll(/^\s+✖ (.+) \([\d.]+ms\)$/gm)].map(([, name]) => name));
  return failed.size === 0 ? [`${file} did not pass`] : [...failed].map((name) => `${file}: ${name}`);
}
