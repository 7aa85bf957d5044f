/** Of the API reference only its bundle is installed: 228 packages that it holds already are not. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scalarBundle } from '../scalar-bundle.ts';

interface Locked {
  name?: string;
  dependencies?: Record<string, string>;
}

test("what Scalar's bundle holds is not installed beside it", () => {
  const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> };
  const own = 'node_modules/@scalar/api-reference';
  for (const name of Object.keys(packages[own]!.dependencies!)) {
    const found = packages[`${own}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    assert.equal(found?.name, '@favware/skip-dependency', `${name} needs its line under "overrides" in package.json`);
  }
});

test('the bundle tells what it holds', () => {
  const names = scalarBundle().map(({ name }) => name);
  for (const name of ['vue', '@headlessui/vue', 'fuse.js']) assert.ok(names.includes(name), name);
});
