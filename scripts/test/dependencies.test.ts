/** The look at what is installed: each thing that it is for is found, and what is there today passes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { auditFaults, installScriptFaults, type LockedPackages, licenceFaults, lockFaults } from '../dependencies.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(root + file, 'utf8'));
const { packages } = read('package-lock.json') as { packages: LockedPackages };
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };

test('what is installed today has good licences, no undecided install script, and a digest each', () => {
  assert.deepEqual(licenceFaults(packages), []);
  assert.deepEqual(installScriptFaults(packages, allowScripts), []);
  assert.deepEqual(lockFaults(packages), []);
});

const one = (changes: object): LockedPackages => ({ 'node_modules/it': { version: '1.0.0', ...changes } });

test('a licence that is missing, or may not be shipped, is a fault', () => {
  for (const license of [undefined, 'AGPL-3.0', 'GPL-3.0', 'MIT AND SSPL-1.0', 'UNLICENSED']) {
    assert.equal(licenceFaults(one(license === undefined ? {} : { license })).length, 1, String(license));
  }
  assert.deepEqual(licenceFaults(one({ license: '(MIT OR Apache-2.0)' })), []);
});

test('an install script that nobody decided about, or that may run, is a fault, and so is a decision about none', () => {
  const scripted = one({ hasInstallScript: true });
  assert.match(installScriptFaults(scripted, {}).join(), /no decision/);
  assert.match(installScriptFaults(scripted, { it: true }).join(), /nothing here needs one/);
  assert.deepEqual(installScriptFaults(scripted, { it: false }), []);
  assert.match(installScriptFaults(one({}), { it: false }).join(), /any more/);
});

test('a package without a digest, or with an address, is a fault', () => {
  assert.match(lockFaults(one({})).join(), /no digest/);
  assert.match(lockFaults(one({ integrity: 'sha512-x', resolved: 'http://here/it.tgz' })).join(), /downloaded/);
  assert.deepEqual(lockFaults(one({ integrity: 'sha512-x' })), []);
});

test('grave weaknesses that the registry knows are faults; a registry that cannot be asked is not', () => {
  assert.deepEqual(auditFaults({}), { outcome: 'not asked' });
  const vulnerabilities = { small: { severity: 'low' }, grave: { severity: 'critical' } };
  assert.deepEqual(auditFaults({ vulnerabilities }), {
    outcome: 'asked',
    faults: ['grave has a weakness known as critical.'],
  });
});
