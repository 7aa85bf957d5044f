/** The list of mutants keeps up with the source: one that no longer applies would look like a guard that is watched. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mutants } from './support/mutants.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

test('every guard on the list stands once where the list says, and its tests exist', () => {
  for (const { name, file, find, replace, tests } of mutants) {
    const times = readFileSync(join(root, file), 'utf8').split(find).length - 1;
    assert.equal(times, 1, `${name}: found ${times} times in ${file}`);
    assert.notEqual(find, replace, name);
    for (const path of tests) assert.ok(existsSync(join(root, path)), `${name}: there is no ${path}`);
  }
});

test('a guard in the schema stands where its function or trigger was made last: before that, nothing of it is in force', () => {
  for (const { name, file, find } of mutants.filter((mutant) => mutant.file.endsWith('.sql'))) {
    const text = readFileSync(join(root, file), 'utf8');
    const [, kind, made] =
      [...text.slice(0, text.indexOf(find)).matchAll(/^create (?:or replace )?(function|trigger) (\w+)/gm)].at(-1) ??
      [];
    if (made === undefined) continue;
    const later = readdirSync(join(root, dirname(file))).filter((other) => other > basename(file));
    const making = new RegExp(`^create (or replace )?${kind} ${made}\\b`, 'm');
    const again = later.filter((other) => making.test(readFileSync(join(root, dirname(file), other), 'utf8')));
    assert.deepEqual(again, [], `${name}: ${made} is made again`);
  }
});
