import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addresses } from '../src/data/addresses.ts';

const src = fileURLToPath(new URL('../src/', import.meta.url));

test('an address that others lead to stands once', () => {
  const { home: _, ...named } = addresses;
  const written = new RegExp(`['"\`](${Object.values(named).join('|')})['"\`/?#$]`);
  const restating = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) =>
    readFileSync(join(src, file), 'utf8')
      .split('\n')
      .some((line) => !/^\s*(\/?\*|\/\/)/.test(line) && written.test(line)),
  );
  assert.deepEqual(
    restating.map((file) => file.replaceAll('\\', '/')),
    ['data/addresses.ts'],
  );
});
