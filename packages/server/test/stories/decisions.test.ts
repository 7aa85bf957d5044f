/** docs/decisions: the files that a record names are there, and whatever is installed to run has its record. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const records = globSync('docs/decisions/*.md', { cwd: root });

test('the TypeScript files that a record names are there', () => {
  const files = globSync('{packages,bench,scripts}/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  assert.ok(records.length > 20);
  for (const record of records) {
    for (const [, named = ''] of read(record).matchAll(/`([\w./-]+\.ts)`/g)) {
      // Tests are named by their package, without its folder of tests.
      const [, name = '', rest = ''] = /^(server|contract|cli)\/(.*)$/.exec(named) ?? [];
      const isThere = (file: string) => file.endsWith(`/${named}`) || file === `packages/${name}/test/${rest}`;
      assert.ok(files.includes(named) || files.some(isThere), `${record} names ${named}, which is not there`);
    }
  }
});

test('every package that is installed to run has its record', () => {
  const rows = read('docs/decisions/0006-dependencies.md').matchAll(/^\| ([^|]*) \|/gm);
  const recorded = [...rows].flatMap(([, cell = '']) => cell.split(/[, ]+/));
  const hasRecord = (name: string) =>
    recorded.some((each) => each === name || (each.endsWith('*') && name.startsWith(each.slice(0, -1))));
  // What the dashboard is made of has a record of its own.
  const packages = globSync('{package.json,packages/*/package.json}', {
    cwd: root,
    exclude: ['packages/dashboard/**'],
  });
  for (const file of packages) {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(read(file));
    const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !name.startsWith('@afterimage/'),
    );
    assert.deepEqual(
      names.filter((name) => !hasRecord(name)),
      [],
      file,
    );
  }
});
