/** The embedded database is spoken to as a role that owns it and is no superuser, also one that a version before made. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';

const log = createSilentLog();

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-role-'));
  await chmod(folder, 0o755);
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return join(folder, 'postgres');
}

test('the service is no superuser: it migrates and works, and neither reads files nor makes roles', async (t) => {
  const folder = await folderOf(t);
  const servers = await Promise.all([startEmbeddedPostgres({ folder, log }), startEmbeddedPostgres({ folder, log })]);
  t.after(() => Promise.all(servers.map((server) => server.stop())));
  const db = openDb(servers[0].connection, { applicationName: 'test', log });
  t.after(() => db.close());
  await migrate(db, migrationsFolder);
  const [role] = await db.query<{ name: string; super: boolean; able: boolean }>({
    text: `select rolname as name, rolsuper as super, rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as able
      from pg_roles where rolname = current_user`,
  });
  assert.deepEqual(role, { name: 'afterimage_service', super: false, able: false });
  for (const text of [
    `select pg_read_file('/etc/passwd')`,
    `copy migrations to program 'cat'`,
    `create role another superuser`,
    `alter role afterimage_service superuser`,
    `set role afterimage`,
  ]) {
    await assert.rejects(db.query({ text }), /permission denied|must be superuser|Only roles with/, text);
  }
});

test('a database that the superuser owned is handed over with all that is in it, and is as it was', async (t) => {
  const folder = await folderOf(t);
  const first = await startEmbeddedPostgres({ folder, log });
  const before = openDb(first.administration, { applicationName: 'test', log });
  // As a version before left it.
  await before.query({ text: 'alter database afterimage owner to afterimage' });
  await before.query({ text: 'alter schema public owner to afterimage' });
  await migrate(before, migrationsFolder);
  await before.query({ text: 'create table odd (id bigint generated always as identity, kind text)' });
  await before.query({ text: `insert into odd (kind) values ('kept')` });
  await before.close();
  await first.stop();

  const server = await startEmbeddedPostgres({ folder, log });
  t.after(() => server.stop());
  const db = openDb(server.connection, { applicationName: 'test', log });
  t.after(() => db.close());
  const foreign = await db.query({
    text: `select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relowner <> to_regrole('afterimage_service')`,
  });
  assert.deepEqual(foreign, []);
  const routines = await db.query({
    text: `select from pg_proc where pronamespace = 'public'::regnamespace
      and proowner <> to_regrole('afterimage_service')`,
  });
  assert.equal(routines.length, 0);
  assert.deepEqual(await db.query({ text: 'select id, kind from odd' }), [{ id: 1, kind: 'kept' }]);
  await db.query({ text: `insert into odd (kind) values ('added')` });
  await db.query({ text: `alter table generations add column tried boolean` });
  assert.deepEqual(await migrate(db, migrationsFolder), []);
});
