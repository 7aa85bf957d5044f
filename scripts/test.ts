/** Runs the tests: all of them, or the files named. */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { noChromium, sharedBrowserVariable, startSharedBrowser } from '../packages/dashboard/test/support/chromium.ts';
import { openTestGround } from './test-ground.ts';
import { openTestTimes } from './test-times.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('{packages/*,scripts}/test/**/*.test.ts', { cwd: root });
const cache = join(root, 'node_modules', '.cache');

/** Each file has a process and a database of its own. While one waits, others use the core. */
const filesAtOnce = Math.min(12, 3 * availableParallelism());
const fileMillisecondsMax = 600_000;

const ground = await openTestGround();
// A file's process loads some five hundred modules: from the cache that takes half the time of stripping and compiling them.
process.env['NODE_COMPILE_CACHE'] = join(cache, 'afterimage');
// A browser takes a second of the processor to start, and there are some twenty files that need one.
const wantsBrowser = noChromium === false && files.some((file) => file.endsWith('.browser.test.ts'));
const browser = wantsBrowser ? await startSharedBrowser() : undefined;
if (browser !== undefined) process.env[sharedBrowserVariable] = browser.address;

const times = openTestTimes(join(cache, 'afterimage-test-times.json'), root);
const stopping = new AbortController();
// The tests are told to stop; what they stood on is cleared away by us, in order, after them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
const tests = run({
  cwd: root,
  files: times.longestFirst(files.map((file) => resolve(root, file))),
  concurrency: filesAtOnce,
  timeout: fileMillisecondsMax,
  signal: stopping.signal,
});
let passed = false;
tests.on('test:summary', ({ file, success, duration_ms }) => {
  if (file === undefined) passed = success;
  else times.note(file, duration_ms / 1000);
});
const report = tests.compose(new spec()).pipe(new PassThrough());
report.pipe(process.stdout);
await finished(report);
process.stdout.write(times.slowest());
times.keep();
await browser?.close();
await ground.close();
process.exitCode = passed && !stopping.signal.aborted ? 0 : 1;
