/** A copy of this checkout to change: its own sources, everybody else's packages by link. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Holds the files that git knows or would add, as they are now, below the given folders; all of them when none is given. */
export async function copyCheckout(t: TestContext, ...below: string[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'afterimage-copy-'));
  t.after(() => rm(copy, { recursive: true, force: true }));
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...below];
  const files = execFileSync('git', listing, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  const folders = new Set(files.map((file) => dirname(join(copy, file))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  // A file that was deleted and not yet committed is still listed.
  await Promise.all(files.filter(Boolean).map((file) => cp(join(root, file), join(copy, file)).catch(unlessMissing)));
  await linkPackages(copy);
  return copy;
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Ours lead into the copy. A link to the whole of `node_modules` would lead back out of it. */
async function linkPackages(copy: string): Promise<void> {
  const packages = join(root, 'node_modules');
  await mkdir(join(copy, 'node_modules', '@afterimage'), { recursive: true });
  for (const name of await readdir(packages)) {
    if (name !== '@afterimage') await symlink(join(packages, name), join(copy, 'node_modules', name));
  }
  for (const name of await readdir(join(packages, '@afterimage'))) {
    await symlink(join(copy, 'packages', name), join(copy, 'node_modules', '@afterimage', name));
  }
}

/** Replaces what stands once in a file of the copy. */
export async function editFile(file: string, find: string, replacement: string): Promise<void> {
  const before = await readFile(file, 'utf8');
  if (before.split(find).length !== 2) throw new Error(`${find} does not stand once in ${file}`);
  await writeFile(
    file,
    before.replace(find, () => replacement),
  );
}

/** Fails with what the compiler says of these files of the copy, or of one that they import; `config` is the checkout's that they are under. */
export async function checkTypes(copy: string, files: readonly string[], config = 'tsconfig.json'): Promise<void> {
  const project = join(copy, dirname(config), 'tsconfig.added.json');
  await writeFile(project, JSON.stringify({ extends: join(root, config), include: [], files }));
  await runInCopy(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '--project', project]);
}

/** Answers the report on test files of the copy. They share a process: to load the service anew takes longer than most of them. */
export function runTestsInCopy(copy: string, files: readonly string[], flags: readonly string[] = []): Promise<string> {
  return runInCopy(copy, ['--test', '--test-isolation=none', '--test-reporter=spec', ...flags, ...files]);
}

/** Runs a program of the copy to its end and answers what it printed; tests in it run as in a file of their own. */
export async function runInCopy(copy: string, args: readonly string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}${errors}`);
  return output;
}
