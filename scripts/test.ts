/** Runs the quick tests, with `--slow` and `--examples` those, or the files named. In CI a file that failed is run once more by itself, and that is told. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { noChromium, sharedBrowserVariable, startSharedBrowser } from '../packages/dashboard/test/support/chromium.ts';
import { openTestGround } from './test-environment.ts';
import { isTestKind, testFiles } from './test-files.ts';
import { writeGroups } from './test-groups.ts';
import { openTestTimes } from './test-times.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));
const kinds = words.map((word) => word.replace(/^--/, '')).filter(isTestKind);
const chosen = kinds.length > 0 ? kinds : (['quick'] as const);
const files = named.length > 0 ? named : chosen.flatMap((kind) => testFiles(root, kind));
const missing = files.filter((file) => !existsSync(resolve(root, file)));
if (missing.length > 0) {
  console.error(`There is no ${missing.join(', no ')}.`);
  process.exit(2);
}
const cache = join(root, 'node_modules', '.cache');

/** Each has a process, and each test a database of its own. While one waits, others use the core. */
const groupsAtOnce = Math.min(12, 3 * availableParallelism());
/** What draws, as the examples of the guide, comes after everything else: it lasts as long as the whole run, and takes twice that beside a busy one. */
const groupMillisecondsMax = 1_800_000;
/** More than these did not fail because the machine was busy. */
const filesAgainMax = 16;
/** They live for seconds: one thread collects their garbage, and an old space that is large from the start is hardly gone through. */
const shortLived = ['--single-threaded-gc', '--min-semi-space-size=16', '--initial-old-space-size=512'];

const ground = await openTestGround();
// A file's process loads so many modules that stripping and compiling them anew costs more than to have them from the cache.
process.env['NODE_COMPILE_CACHE'] = join(cache, 'afterimage');
// A browser costs much to start, and many files need one.
const hasBrowser = noChromium === false;
const wantsBrowser = hasBrowser && files.some((file) => file.includes('.browser.'));
const browser = wantsBrowser ? await startSharedBrowser() : undefined;
if (browser !== undefined) process.env[sharedBrowserVariable] = browser.address;

const times = openTestTimes(join(cache, 'afterimage-test-times.json'), root);
const folder = mkdtempSync(join(ground.folder, 'groups-'));
const stopping = new AbortController();
// The tests are told to stop; what they stood on is cleared away by us, in order, after them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

/** By process; answers the files that did not pass. */
async function runGroups(groups: ReadonlyMap<string, readonly string[]>, concurrency: number): Promise<string[]> {
  const tests = run({
    cwd: root,
    files: times.longestGroupsFirst(groups),
    concurrency,
    timeout: groupMillisecondsMax,
    execArgv: shortLived,
    signal: stopping.signal,
  });
  const unpassed = new Set(groups.keys());
  const passed = new Set<string>();
  tests.on('test:summary', ({ file, success, duration_ms }) => {
    if (file === undefined) return;
    if (success) unpassed.delete(file);
    if (groups.get(file)?.[0] === file) times.note(relative(root, file), duration_ms / 1000);
  });
  tests.on('test:complete', ({ name, nesting, details }) => {
    if (nesting === 0 && details.type === 'suite') times.note(name, details.duration_ms / 1000);
  });
  tests.on('test:pass', ({ name, nesting }) => {
    if (nesting === 0) passed.add(name);
  });
  const report = tests.compose(new spec()).pipe(new PassThrough());
  report.pipe(process.stdout, { end: false });
  await finished(report);
  return [...unpassed].flatMap((program) => {
    const together = groups.get(program) ?? [];
    const left = together.filter((file) => !passed.has(relative(root, file)));
    // A process may fail by itself, after all its files have passed.
    return left.length > 0 ? left : [...together];
  });
}

const listOf = (paths: readonly string[]) => paths.map((file) => `  ${relative(root, file)}\n`).join('');

const longestFirst = times.longestFirst(files.map((file) => resolve(root, file)));
let failed = await runGroups(writeGroups(longestFirst, { root, folder, hasBrowser }), groupsAtOnce);
process.stdout.write(times.slowest());
times.keep();
const again = failed;
// To whoever changes the code a failure is a failure. Where a change is judged, a busy hour of the machine must not be what
// decides: what fails beside the others gets one more run after them, file by file.
if (process.env['CI'] === 'true' && again.length > 0 && again.length <= filesAgainMax && !stopping.signal.aborted) {
  process.stdout.write(
    `\nThese did not pass beside the others, and are run once more, one by one:\n${listOf(again)}\n`,
  );
  failed = await runGroups(new Map(again.map((file) => [file, [file]])), 1);
  const passedNow = again.filter((file) => !failed.includes(file));
  // The last lines of a run, also of one that passed: a failure that went away is one all the same.
  process.stdout.write(`\nFailed at first: ${again.length} of ${files.length} files.\n`);
  if (failed.length > 0) process.stdout.write(`Failed again by themselves:\n${listOf(failed)}`);
  if (passedNow.length > 0)
    process.stdout.write(`Passed by themselves; they depend on the machine's load, mend them:\n${listOf(passedNow)}`);
}
rmSync(folder, { recursive: true });
await browser?.close();
await ground.close();
process.exitCode = failed.length === 0 && !stopping.signal.aborted ? 0 : 1;
