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

test('a worker alone needs the address that its links start with', () => {
  const elsewhere = { AFTERIMAGE_ROLES: 'worker', DATABASE_URL: 'postgres://u@h/d' };
  const refused: Record<string, string>[] = [
    elsewhere,
    { ...elsewhere, PORT: '8080' },
    { AFTERIMAGE_ROLES: 'worker' },
    { AFTERIMAGE_ROLES: 'worker', PORT: '0' },
  ];
  for (const env of refused) {
    const [sentence, ...more] = faultsOf(() => fromVariables(env));
    assert.deepEqual(more, []);
    assert.match(sentence!, /^AFTERIMAGE_ROLES is worker; AFTERIMAGE_PUBLIC_URL must be set too/);
    fromVariables({ ...env, AFTERIMAGE_PUBLIC_URL: 'https://media.example.com' });
  }
});

test('beside the embedded database a worker may be told the port of the process that answers', () => {
  fromVariables({ AFTERIMAGE_ROLES: 'worker', PORT: '9000' });
  fromVariables({});
  fromVariables({ AFTERIMAGE_ROLES: 'api', DATABASE_URL: 'postgres://u@h/d' });
});
