/** Runs the quick tests, with `--slow` the slow ones, or the files named. In CI a file that failed is run once more by itself, and that is told. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { noChromium, sharedBrowserVariable, startSharedBrowser } from '../packages/dashboard/test/support/chromium.ts';
import { openTestGround } from './test-environment.ts';
import { testFiles } from './test-files.ts';
import { writeGroups } from './test-groups.ts';
import { openTestTimes } from './test-times.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const named = process.argv.slice(2).filter((word) => word !== '--slow');
const files = named.length > 0 ? named : testFiles(root, process.argv.includes('--slow') ? 'slow' : 'quick');
const cache = join(root, 'node_modules', '.cache');

/** Each has a process, and each test a database of its own. While one waits, others use the core. */
const groupsAtOnce = Math.min(12, 3 * availableParallelism());
const groupMillisecondsMax = 900_000;
/** More than these did not fail because the machine was busy. */
const filesAgainMax = 16;
/** They live for seconds: one thread collects their garbage, and an old space that is large from the start is hardly gone through (a tenth of a test of the service, measured). */
const shortLived = ['--single-threaded-gc', '--min-semi-space-size=16', '--initial-old-space-size=512'];

const ground = await openTestGround();
// A file's process loads some five hundred modules: from the cache that takes half the time of stripping and compiling them.
process.env['NODE_COMPILE_CACHE'] = join(cache, 'afterimage');
// A browser takes a second of the processor to start, and there are some twenty files that need one.
const hasBrowser = noChromium === false;
const wantsBrowser = hasBrowser && files.some((file) => file.includes('.browser.'));
const browser = wantsBrowser ? await startSharedBrowser() : undefined;
if (browser !== undefined) process.env[sharedBrowserVariable] = browser.address;

const times = openTestTimes(join(cache, 'afterimage-test-times.json'), root);
const folder = mkdtempSync(join(ground.folder, 'groups-'));
const stopping = new AbortController();
// The tests are told to stop; what they stood on is cleared away by us, in order, after them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

/** The files of the processes that did not pass. */
async function runFiles(chosen: readonly string[], concurrency: number): Promise<string[]> {
  const groups = writeGroups(times.longestFirst([...chosen]), { root, folder, hasBrowser });
  const tests = run({
    cwd: root,
    files: times.longestGroupsFirst(groups),
    concurrency,
    timeout: groupMillisecondsMax,
    execArgv: shortLived,
    signal: stopping.signal,
  });
  const unpassed = new Set(groups.keys());
  tests.on('test:summary', ({ file, success, duration_ms }) => {
    if (file === undefined) return;
    if (success) unpassed.delete(file);
    if (groups.get(file)?.[0] === file) times.note(relative(root, file), duration_ms / 1000);
  });
  tests.on('test:complete', ({ name, nesting, details }) => {
    if (nesting === 0 && details.type === 'suite') times.note(name, details.duration_ms / 1000);
  });
  const report = tests.compose(new spec()).pipe(new PassThrough());
  report.pipe(process.stdout, { end: false });
  await finished(report);
  return [...unpassed].flatMap((program) => groups.get(program) ?? []);
}

let failed = await runFiles(
  files.map((file) => resolve(root, file)),
  groupsAtOnce,
);
process.stdout.write(times.slowest());
times.keep();
const again = failed;
// To whoever changes the code a failure is a failure. Where a change is judged, a busy hour of the machine must not be what
// decides: what fails beside the others is given the machine to itself, once.
if (process.env['CI'] === 'true' && again.length > 0 && again.length <= filesAgainMax && !stopping.signal.aborted) {
  const names = again.map((file) => `  ${relative(root, file)}\n`).join('');
  process.stdout.write(`\nThese did not pass beside the others, and are run once more, one by one:\n${names}\n`);
  failed = await runFiles(again, 1);
  if (failed.length === 0)
    process.stdout.write(`\nAll passed by themselves. They depend on the machine's load; mend them:\n${names}\n`);
}
rmSync(folder, { recursive: true });
await browser?.close();
await ground.close();
process.exitCode = failed.length === 0 && !stopping.signal.aborted ? 0 : 1;
