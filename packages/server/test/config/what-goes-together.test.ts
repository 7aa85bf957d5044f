/** Settings that are refused without another one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../src/config/read.ts';
import { publicAddress } from '../../src/config/settings.ts';
import { variables } from '../../src/config/table.ts';
import { faultsOf, fromVariables, source } from './support/reading.ts';

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
    assert.match(sentence!, /^AFTERIMAGE_ROLES is worker; AFTERIMAGE_PUBLIC_URL must be set too(, or PORT .*)?: /);
    // Elsewhere no port of this machine would do.
    assert.equal(sentence!.includes(', or PORT to that of a process that answers: '), !('DATABASE_URL' in env));
    fromVariables({ ...env, AFTERIMAGE_PUBLIC_URL: 'https://media.example.com' });
  }
});

test('beside the embedded database a worker may be told the port of the process that answers', () => {
  const worker = fromVariables({ AFTERIMAGE_ROLES: 'worker', PORT: '9000' });
  assert.equal(publicAddress(worker), 'http://127.0.0.1:9000');
  assert.match(variables.roles.meaning, /beside the embedded database `PORT` of a process that answers will do\.$/);
  fromVariables({});
  fromVariables({ AFTERIMAGE_ROLES: 'api', DATABASE_URL: 'postgres://u@h/d' });
});

test('probes have a port of their own', () => {
  const [sentence, ...more] = faultsOf(() => fromVariables({ PORT: '8080', AFTERIMAGE_PROBE_PORT: '8080' }));
  assert.deepEqual([sentence, more], ['AFTERIMAGE_PROBE_PORT is 8080; it must be another port than PORT.', []]);
  fromVariables({ PORT: '0', AFTERIMAGE_PROBE_PORT: '0' });
  // A worker listens at its probe port alone.
  const worker = { AFTERIMAGE_ROLES: 'worker', AFTERIMAGE_PUBLIC_URL: 'https://media.example.com' };
  fromVariables({ ...worker, PORT: '8080', AFTERIMAGE_PROBE_PORT: '8080' });
});

test('a database address with a mode of TLS that there is not, or a file that cannot be read, is refused with a sentence', () => {
  const refused = (env: Record<string, string>) => faultsOf(() => fromVariables(env));
  assert.deepEqual(refused({ DATABASE_URL: 'postgres://u:hunter2@h/d?sslmode=verify_full' }), [
    'DATABASE_URL has sslmode=verify_full; it must be one of disable, prefer, require, verify-ca, verify-full, no-verify.',
  ]);
  const both = {
    DATABASE_URL: 'postgres://h/d',
    DATABASE_DIRECT_URL: 'postgres://h1,h2/d?sslrootcert=ca.pem&sslkey=/k',
  };
  assert.deepEqual(refused(both), [
    'DATABASE_DIRECT_URL has sslrootcert=ca.pem; it must be a file that can be read.',
    'DATABASE_DIRECT_URL has sslkey=/k; it must be a file that can be read.',
  ]);
  const read = (file: string) => (file === '/here/ca.pem' || file === '/k' ? 'PEM' : null);
  readSettings({ ...source(both), readText: read });
});

test('headers for a collector that could not be sent are refused, and not shown', () => {
  for (const wrong of ['bad header', 'key', 'a=1,hush', 'key=%zz'])
    assert.deepEqual(
      faultsOf(() => fromVariables({ OTEL_EXPORTER_OTLP_HEADERS: wrong })),
      [
        'OTEL_EXPORTER_OTLP_HEADERS (not shown) must be `name=value` with commas between them, percent-encoded where need be.',
      ],
    );
});

test('media is not kept longer than the records that lead to it', () => {
  const read = (yaml: string) => readSettings({ ...source({}), readText: () => yaml });
  assert.deepEqual(
    faultsOf(() => read('media_days: 90\nrecords_days: 60')),
    ['media_days is 90; it must be at most records_days (60): nobody could reach files whose records are gone.'],
  );
  assert.equal(read('media_days: 60\nrecords_days: 60').mediaDays, 60);
  assert.equal(read('media_days: 90').recordsDays, null);
});
