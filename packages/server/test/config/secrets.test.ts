/** Settings that are secrets: each may stand in a file, and none is ever shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveSettings, readSettings, type SettingsSource } from '../../src/config/read.ts';
import type { Settings } from '../../src/config/settings.ts';
import { variables } from '../../src/config/table.ts';
import { faultsOf, fromVariables, source } from './support/reading.ts';

const aKey = Buffer.alloc(32, 7).toString('base64');
const another = Buffer.alloc(32, 8).toString('base64');

test('AFTERIMAGE_SECRET_KEY holds keys of 32 bytes, the newest first; what is none is refused without being shown', () => {
  const { secretKeys } = fromVariables({ AFTERIMAGE_SECRET_KEY: `${aKey}, ${another}` });
  assert.deepEqual(secretKeys, [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]);
  for (const wrong of ['hunter2', aKey.slice(4), `${aKey},hunter2`, aKey.replace('=', '')]) {
    const [sentence, ...more] = faultsOf(() => fromVariables({ AFTERIMAGE_SECRET_KEY: wrong }));
    assert.deepEqual(more, []);
    assert.match(sentence!, /^AFTERIMAGE_SECRET_KEY \(not shown\) must be 32 bytes in base64/);
    assert.ok(!sentence!.includes(wrong.slice(0, 6)));
  }
  const shown = effectiveSettings(source({ AFTERIMAGE_SECRET_KEY: aKey }));
  assert.ok(!JSON.stringify(shown).includes(aKey.slice(0, 8)));
});

const inFiles: [name: string, text: string, key: keyof Settings, read: unknown][] = [
  ['DATABASE_URL', 'postgres://u:p@h/d', 'databaseUrl', 'postgres://u:p@h/d'],
  ['DATABASE_DIRECT_URL', 'postgres://u:p@h/d', 'databaseDirectUrl', 'postgres://u:p@h/d'],
  ['AFTERIMAGE_OIDC_CLIENT_SECRET', 'hush', 'oidcClientSecret', 'hush'],
  ['AFTERIMAGE_METRICS_TOKEN', 'scrape me', 'metricsToken', 'scrape me'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=hush', 'telemetryHeaders', 'key=hush'],
  ['AWS_SECRET_ACCESS_KEY', 'hush', 's3SecretAccessKey', 'hush'],
  ['AWS_SESSION_TOKEN', 'hush', 's3SessionToken', 'hush'],
  ['AFTERIMAGE_SECRET_KEY', aKey, 'secretKeys', [Buffer.alloc(32, 7)]],
];

/** What a secret is refused without. */
const company: Record<string, Record<string, string>> = {
  DATABASE_DIRECT_URL: { DATABASE_URL: 'postgres://pooler/d' },
};

for (const [name, text, key, read] of inFiles) {
  test(`${name}_FILE names a file that holds ${name}; both at once, or no such file, is a fault`, () => {
    const file = `${name}_FILE`;
    const reading = (env: Record<string, string>): SettingsSource => ({
      ...source({ ...company[name], ...env }),
      readText: (file) => (file === '/run/secrets/it' ? `${text}\n` : null),
    });
    assert.deepEqual(readSettings(reading({ [file]: '/run/secrets/it' }))[key], read);
    assert.deepEqual(
      faultsOf(() => readSettings(reading({ [file]: '/run/secrets/it', [name]: text }))),
      [`${name} and ${file} are both set; it must be one of the two.`],
    );
    assert.deepEqual(
      faultsOf(() => readSettings(reading({ [file]: '/run/secrets/other' }))),
      [`${file} is "/run/secrets/other"; it must be a file that can be read and is not empty.`],
    );
    assert.equal(readSettings(reading({ [file]: ' ' }))[key], null, 'an empty variable counts as not set');
  });
}

test('every secret of the table can stand in a file, and nothing else can', () => {
  const secrets = Object.values(variables).filter(({ kind }) => kind.isSecret);
  assert.deepEqual(secrets.map(({ name }) => name).sort(), inFiles.map(([name]) => name).sort());
  assert.match(faultsOf(() => fromVariables({ AFTERIMAGE_ROLES_FILE: 'x' })).join(), /is not a setting/);
});
