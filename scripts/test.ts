/** Runs the tests: all of them, or the files named. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noChromium, sharedBrowserVariable, startSharedBrowser } from '../packages/dashboard/test/support/chromium.ts';
import { openTestGround } from './test-ground.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('{packages/*,scripts}/test/**/*.test.ts', { cwd: root }).sort();

// A file's process loads some five hundred modules: from the cache that takes half the time of stripping and compiling them.
const compiled = join(root, 'node_modules', '.cache', 'afterimage');

const reporters = ['spec', join(root, 'scripts', 'slowest-files.ts')].flatMap((reporter) => [
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
]);

const ground = await openTestGround();
// A browser takes a second of the processor to start, and there are some twenty files that need one.
const wantsBrowser = noChromium === false && files.some((file) => file.endsWith('.browser.test.ts'));
const browser = wantsBrowser ? await startSharedBrowser() : undefined;
const tests = spawn(
  process.execPath,
  // Each file has a process and a database of its own. On two cores two more use what the others leave while they wait.
  ['--test', '--test-concurrency=4', '--test-timeout=600000', ...reporters, ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TMPDIR: ground.folder,
      NODE_COMPILE_CACHE: compiled,
      ...(browser !== undefined && { [sharedBrowserVariable]: browser.address }),
    },
  },
);
// The tests are told to stop; what they stood on is cleared away by us, in order, after them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
const [code] = await once(tests, 'exit');
await browser?.close();
await ground.close();
process.exitCode = code ?? 1;
