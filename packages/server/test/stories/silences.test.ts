/** docs/silences.md: every answer to an open point names tests, and each of them is there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../../', import.meta.url);
const page = readFileSync(new URL('docs/silences.md', root), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Open point'));

test('every answer is proved by tests that exist', () => {
  assert.ok(rows.length > 60);
  for (const row of rows) {
    const proof = row.split(' | ').at(-1) ?? '';
    const named = [...proof.matchAll(/`((?:contract|server|cli)\/[^`]*)`/g)].map(([, name = '']) => name);
    assert.ok(named.length > 0 || proof.startsWith('a promise'), row);
    for (const name of named) {
      const file = name.replace(/^(contract|server|cli)\//, 'packages/$1/test/');
      assert.ok(existsSync(new URL(file, root)), `${name} is not there`);
    }
  }
});
