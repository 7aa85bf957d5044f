/** Takes one guard away at a time, in a copy of the source, and expects the tests to notice. `--sample` for the named few. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Mutant, mutants } from '../packages/server/test/faults/support/mutants.ts';
import { temporaryFolder } from './test-environment.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const runMillisecondsMax = 180_000;

/** The second half is what PostgreSQL says of a text that it cannot read, or of a call that no function takes. */
const neverRan =
  /SyntaxError|ERR_INVALID_TYPESCRIPT_SYNTAX|syntax error at|(function|operator|column) .* does not exist/;

type Fate = 'killed' | 'survived' | 'does not apply' | 'does not run';

/** Everything the tests need: the source as it is now, the packages by links, the workspace's own by links into the copy. */
function copyTree(tree: string): void {
  mkdirSync(tree);
  for (const name of ['package.json', 'tsconfig.json', 'docs', 'scripts']) {
    cpSync(join(root, name), join(tree, name), { recursive: true });
  }
  cpSync(join(root, 'packages'), join(tree, 'packages'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  });
  const packages = join(tree, 'node_modules');
  mkdirSync(join(packages, '@afterimage'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@afterimage' && name !== 'afterimage')
      symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
  symlinkSync(join(tree, 'packages', 'cli'), join(packages, 'afterimage'));
  for (const name of readdirSync(join(root, 'node_modules', '@afterimage'))) {
    symlinkSync(join(tree, 'packages', name), join(packages, '@afterimage', name));
  }
}

async function runTests(tree: string, tests: readonly string[]): Promise<{ green: boolean; output: string }> {
  const child = spawn(process.execPath, ['--test', '--test-reporter=tap', '--test-concurrency=2', ...tests], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: runMillisecondsMax,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { green: code === 0, output };
}

async function tryMutant(tree: string, mutant: Mutant): Promise<Fate> {
  const file = join(tree, mutant.file);
  const text = readFileSync(file, 'utf8');
  if (text.split(mutant.find).length !== 2) return 'does not apply';
  writeFileSync(
    file,
    text.replace(mutant.find, () => mutant.replace),
  );
  try {
    const { green, output } = await runTests(tree, mutant.tests);
    // What cannot be read or called proves nothing about the guard that was in it.
    if (neverRan.test(output)) return 'does not run';
    return green ? 'survived' : 'killed';
  } finally {
    writeFileSync(file, text);
  }
}

async function tryAll(tree: string, chosen: readonly Mutant[]): Promise<number> {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  const untouched = await runTests(tree, tests);
  if (!untouched.green) {
    process.stdout.write(`${untouched.output}\nThe tests fail without any mutation: nothing can be said.\n`);
    return 1;
  }
  let alive = 0;
  for (const mutant of chosen) {
    const startedAt = performance.now();
    const fate = await tryMutant(tree, mutant);
    if (fate !== 'killed') alive += 1;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`  ${fate.padEnd(14)}  ${seconds.padStart(5)} s  ${mutant.name} (${mutant.file})\n`);
  }
  process.stdout.write(`${chosen.length - alive} mutants killed, ${alive} not\n`);
  return alive === 0 ? 0 : 1;
}

const { values } = parseArgs({
  options: { sample: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const chosen = mutants.filter(
  ({ sample, name }) =>
    (!values.sample || sample === true) && (values.only === undefined || name.includes(values.only)),
);
const folder = mkdtempSync(join(temporaryFolder(), 'afterimage-mutants-'));
chmodSync(folder, 0o755);
// The tests of the copy keep their server and their files here, and go with it.
process.env['TMPDIR'] = join(folder, 'tmp');
mkdirSync(process.env['TMPDIR']);
// Every run loads the service anew, and but one of its files is another.
process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
const tree = join(folder, 'tree');
copyTree(tree);
const support = pathToFileURL(join(tree, 'packages', 'server', 'test', 'support', 'test-server.ts'));
const { startTestServer } = (await import(
  support.href
)) as typeof import('../packages/server/test/support/test-server.ts');
// Held open from first to last: each run would otherwise start and stop it.
const server = await startTestServer();
try {
  process.exitCode = await tryAll(tree, chosen);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
