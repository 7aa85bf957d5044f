/** A database of its own for each test, cloned from one that the real migrations made. */

import { createHash, randomUUID } from 'node:crypto';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeCredential } from '@afterimage/studio';
import type { ConnectionSettings } from '../../src/db/database-server.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { type Db, openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { startTestServer } from './test-server.ts';

export interface TestDatabase {
  readonly db: Db;
  readonly settings: ConnectionSettings;
  readonly url: string;
}

interface Workshop {
  readonly admin: Db;
  readonly template: string;
  settingsFor(database: string): ConnectionSettings;
  close(): Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../src/db/migrations/', import.meta.url));
const log = createSilentLog();
let workshop: Promise<Workshop> | undefined;

after(async () => {
  await (await workshop)?.close();
});

/** Dropped, with whatever is still connected to it, when the test is over. */
export async function testDatabase(t: TestContext): Promise<TestDatabase> {
  workshop ??= openWorkshop();
  const { admin, template, settingsFor } = await workshop;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin.query({ text: `create database ${name} template ${template} strategy file_copy` });
  const settings = settingsFor(name);
  const db = openDb(settings, { applicationName: 'test', log });
  t.after(async () => {
    await db.close();
    await admin.query({ text: `drop database ${name} with (force)` });
  });
  return { db, settings, url: settings.url };
}

async function openWorkshop(): Promise<Workshop> {
  const server = await startTestServer();
  const settingsFor = (database: string) => {
    const url = new URL(server.connection.url);
    url.pathname = `/${database}`;
    return { url: url.href };
  };
  const admin = openDb(settingsFor('postgres'), { connectionsMax: 4, applicationName: 'tests', log });
  const close = async () => {
    await admin.close();
    await server.stop();
  };
  try {
    return { admin, template: await prepareTemplate(admin, settingsFor), settingsFor, close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

/** Named by the checksum of the migrations: a change of them makes a new one. Whole when it has its final name. */
async function prepareTemplate(admin: Db, settingsFor: Workshop['settingsFor']): Promise<string> {
  const migrations = await readMigrations(migrationsFolder);
  const checksums = migrations.map(({ checksum }) => checksum).join();
  const template = `template_${createHash('sha256').update(checksums).digest('hex').slice(0, 12)}`;
  if (await exists(admin, template)) return template;
  await admin.transaction(async (tx) => {
    await tx.query({ text: `select pg_advisory_xact_lock(hashtextextended('test template', 0))` });
    if (await exists(admin, template)) return;
    await dropLeftovers(admin);
    const making = `making_${template}`;
    await admin.query({ text: `create database ${making}` });
    const db = openDb(settingsFor(making), { connectionsMax: 1, applicationName: 'tests', log });
    try {
      await migrate(db, migrationsFolder);
      // A first start makes a certificate, which every service of a test would pay for.
      const credential = Buffer.from(JSON.stringify(await makeCredential(new Date())));
      await db.query({ text: `insert into service_secrets (name, value) values ('provenance', $1)` }, [credential]);
    } finally {
      // Of a migration that fails, too: a connection that is left open keeps the process from ending.
      await db.close();
    }
    // A session that begins after the last change of the schema leaves what it found there in a file, and every copy has it: a
    // dozen sessions of a service begin at once, and each would look for itself.
    const next = openDb(settingsFor(making), { connectionsMax: 1, applicationName: 'tests', log });
    await next.query({ text: 'select' });
    await next.close();
    await admin.query({ text: `alter database ${making} rename to ${template}` });
  });
  return template;
}

async function exists(admin: Db, database: string): Promise<boolean> {
  const rows = await admin.query({ text: 'select from pg_database where datname = $1' }, [database]);
  return rows.length > 0;
}

/** Earlier templates, and what killed test runs left: whatever nobody is connected to. */
async function dropLeftovers(admin: Db): Promise<void> {
  const rows = await admin.query<{ datname: string }>({
    text: `select datname from pg_database
           where datname ~ '^(template_|making_template_|test_)'
             and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
  });
  for (const { datname } of rows) await admin.query({ text: `drop database if exists ${datname}` }).catch(() => {});
}
