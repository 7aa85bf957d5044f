/** One role owns the schema and migrates; the service works as another, which may change rows and nothing else. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { openTestService, testSettings } from '../support/service.ts';

const log = createSilentLog();

/** As docs/postgresql.md has them, with the names of this test. */
async function documentedGrants(service: string): Promise<string[]> {
  const page = await readFile(new URL('../../../../docs/postgresql.md', import.meta.url), 'utf8');
  const lines = page.match(/^alter default privileges .*;$/gm) ?? [];
  assert.equal(lines.length, 2);
  return lines.map((line) => line.replaceAll('afterimage_service', service));
}

test('a service whose role may not change the schema submits, makes, delivers and audits', async (t) => {
  const { db: admin, url } = await testDatabase(t);
  const suffix = randomUUID().slice(0, 8);
  const [owner, service, database] = [`owner_${suffix}`, `service_${suffix}`, `roles_${suffix}`];
  for (const role of [owner, service]) await admin.query({ text: `create role ${role} login password 'hush'` });
  await admin.query({ text: `create database ${database} owner ${owner}` });
  const urlOf = (role: string) => {
    const address = new URL(url);
    address.username = role;
    address.password = 'hush';
    address.pathname = `/${database}`;
    return address.href;
  };
  const owning = openDb({ url: urlOf(owner) }, { connectionsMax: 1, applicationName: 'migrate', log });
  for (const text of await documentedGrants(service)) await owning.query({ text });
  await migrate(owning, migrationsFolder);
  await owning.close();

  const db = openDb({ url: urlOf(service) }, { connectionsMax: 2, applicationName: 'test', log });
  await assert.rejects(db.query({ text: 'create table mine ()' }), { code: '42501' });
  const settings = await testSettings(t, { env: { DATABASE_URL: urlOf(service) } });
  const running = await openTestService(t, { db, settings, families });
  try {
    const { sandbox } = await running.account();
    const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'A red kite' }, { 'idempotency-key': 'one' });
    assert.equal(await running.ended(String(body['task_uuid'])), 'completed');
    assert.equal((await running.audit()).ok, true);
  } finally {
    await running.stop();
    await db.close();
    // The test's own connection is closed before any hook of this test runs.
    await admin.query({ text: `drop database ${database} with (force)` });
    for (const role of [service, owner]) await admin.query({ text: `drop role ${role}` });
  }
});
