/** Test files share processes: none is left out, and each is a suite with hooks of its own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { writeGroups } from '../test-groups.ts';

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'afterimage-groups-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Files with one test each, and more if given. */
function writeFiles(folder: string, texts: Record<string, string>): string[] {
  return Object.entries(texts).map(([path, text]) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
}

const oneTest = `import { test } from 'node:test';\ntest('it', () => {});\n`;
const named = (path: string, count: number, text = oneTest) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${path}/${i}.test.ts`, text]));

test('every file runs in one process, with others of its folder or alone', (t) => {
  const folder = makeFolder(t);
  const together = writeFiles(folder, {
    ...named('packages/contract/test', 25),
    ...named('packages/studio/test', 2),
    ...named('packages/server/test/http', 13),
  });
  const alone = writeFiles(folder, {
    ...named('packages/cli/test', 2),
    'packages/studio/test/whole.slow.test.ts': oneTest,
    ...named('packages/server/test/waits', 1, `const a = await 1;\n${oneTest}`),
    ...named('packages/server/test/perhaps', 1, `if (a) {\n${oneTest}}`),
  });
  const groups = writeGroups([...together, ...alone], { root: folder, folder, hasBrowser: true });
  assert.deepEqual([...groups.values()].flat().toSorted(), [...together, ...alone].toSorted());
  assert.deepEqual(
    [...groups.values()].map((group) => group.length),
    [1, 1, 1, 1, 1, 9, 8, 8, 2, 7, 6],
  );
  for (const file of alone) assert.deepEqual(groups.get(file), [file]);
  for (const [program, group] of [...groups].slice(alone.length)) {
    const text = readFileSync(program, 'utf8');
    for (const file of group) assert.ok(text.includes(pathToFileURL(file).href), `${file} in ${text}`);
  }
});

test('files that drive a browser share processes where there is one, and are told apart where all are left out', (t) => {
  const folder = makeFolder(t);
  const text = `import { test } from 'node:test';\ntest('it', { skip: noChromium }, () => {});\n`;
  const at = (number: number) => `packages/dashboard/test/${number}.browser.test.ts`;
  const files = writeFiles(folder, Object.fromEntries([1, 2, 3, 4, 5].map((number) => [at(number), text])));
  const sizes = (hasBrowser: boolean) =>
    [...writeGroups(files, { root: folder, folder, hasBrowser }).values()].map((group) => group.length);
  assert.deepEqual(sizes(true), [3, 2]);
  assert.deepEqual(sizes(false), [1, 1, 1, 1, 1]);
});

test("a file's hooks are its own; a file that fails is named, and one of which no test ran", (t) => {
  const folder = makeFolder(t);
  const textOf = (name: string, end = '') => `import { after, before, beforeEach, test } from 'node:test';
before(() => console.log('before ${name}'));
beforeEach(() => console.log('each of ${name}'));
after(() => console.log('after ${name}'));
test('of ${name}', () => { console.log('in ${name}'); ${end} });
`;
  const at = 'packages/contract/test';
  const files = writeFiles(join(folder, at), {
    'first.test.ts': textOf('first'),
    'second.test.ts': textOf('second', `throw new Error('broken');`),
    'none.test.ts': 'export {};',
  });
  const programs = [...writeGroups(files, { root: folder, folder, hasBrowser: true }).keys()];
  assert.equal(programs.length, 1);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--test-reporter=spec', ...programs];
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  assert.deepEqual(stdout.match(/^(before|each of|in|after) \w+/gm), [
    ...['before first', 'each of first', 'in first', 'after first'],
    ...['before second', 'each of second', 'in second', 'after second'],
  ]);
  assert.equal(status, 1);
  assert.match(stdout, /^✔ \S*\Wfirst\.test\.ts/m);
  assert.match(stdout, /^✖ \S*\Wsecond\.test\.ts/m);
  assert.match(stdout, /No test of \S*\Wnone\.test\.ts has run\./);
});
