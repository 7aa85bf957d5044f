/** Settings that are refused without another one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, fromVariables } from './support/reading.ts';

test('DATABASE_DIRECT_URL goes with the address of a pooler, and alone is refused', () => {
  const both = { DATABASE_URL: 'postgres://u:p@pooler:6432/d', DATABASE_DIRECT_URL: 'postgres://u:p@h1,h2/d' };
  assert.equal(fromVariables(both).databaseDirectUrl, both.DATABASE_DIRECT_URL);
  const [sentence, ...more] = faultsOf(() => fromVariables({ DATABASE_DIRECT_URL: both.DATABASE_DIRECT_URL }));
  assert.deepEqual(more, []);
  assert.match(sentence!, /^DATABASE_DIRECT_URL is set; DATABASE_URL must be set too/);
});

test('a worker on a database elsewhere needs the address that its links start with', () => {
  const worker = { AFTERIMAGE_ROLES: 'worker', DATABASE_URL: 'postgres://u@h/d' };
  const [sentence, ...more] = faultsOf(() => fromVariables(worker));
  assert.deepEqual(more, []);
  assert.match(sentence!, /^AFTERIMAGE_ROLES is worker; AFTERIMAGE_PUBLIC_URL must be set too/);
  fromVariables({ ...worker, AFTERIMAGE_PUBLIC_URL: 'https://media.example.com' });
  fromVariables({ AFTERIMAGE_ROLES: 'worker' });
});
