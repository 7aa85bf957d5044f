/** Holds the files in shape: how long one may grow, how it begins, and where stands what is no test. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = globSync('{packages/*/{src,test}/**/*.{ts,tsx},bench/**/*.ts,scripts/**/*.ts}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

test('no file is longer than 400 lines', () => {
  const long = files.filter((file) => sources.get(file)!.split('\n').length > 401);
  assert.deepEqual(long, []);
});

test('what is no test stands with the support of the tests, and looks like none', () => {
  const isTest = (file: string) => /\.(test|faults|scale|examples)\.ts$/.test(file);
  // A suite is run by several test files; a vendor is one that they talk to.
  const isSupport = (file: string) => /\/test\/(.*\/)?(support|suites|vendors)\//.test(file);
  assert.deepEqual(
    files.filter((file) => file.includes('/test/') && isTest(file) === isSupport(file)),
    [],
  );
});

test('no folder is a drawer', () => {
  assert.deepEqual(
    files.filter((file) => /\/(utils|helpers|common|lib|misc)\//.test(file)),
    [],
  );
});

test('a source file opens by saying what it is for', () => {
  const silent = files.filter(
    (file) => file.includes('/src/') && !/^(#!.*\n)?(\/\*\*|\/\/\/)/.test(sources.get(file)!),
  );
  assert.deepEqual(silent, []);
});
