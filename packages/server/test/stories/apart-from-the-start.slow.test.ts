/** Migrations apart from the start, probes on a port of their own, and a stop that gives as long as it is told to. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { type RunningService, startService } from '../../src/main.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { startTestService, testSettings } from '../support/service.ts';

async function emptied(t: TestContext) {
  const { db, url } = await testDatabase(t);
  await db.query({ text: 'drop schema public cascade; create schema public' });
  return { db, url };
}

/** Undefined while nobody listens. */
async function readiness(port: number): Promise<{ status: number; text: string } | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return answer && { status: answer.status, text: await answer.text() };
}

const tells = (port: number, sentence: RegExp) =>
  eventually(async () => {
    const found = await readiness(port);
    return found?.status === 503 && sentence.test(found.text);
  });

/** Hooks run in the order of their making, and a service must stop before its database goes. */
function stopsFirst(t: TestContext): (starting: Promise<RunningService>) => Promise<RunningService> {
  let running: Promise<RunningService> | undefined;
  t.after(async () => (await running)?.stop());
  return (starting) => {
    running = starting;
    return starting;
  };
}

test('a worker that may not migrate waits, says so on its probe port, and goes on when somebody has', async (t) => {
  const kept = stopsFirst(t);
  const { db, url } = await emptied(t);
  const port = await freePort();
  const env = {
    DATABASE_URL: url,
    AFTERIMAGE_ROLES: 'worker',
    AFTERIMAGE_PUBLIC_URL: 'http://127.0.0.1:8080',
    AFTERIMAGE_MIGRATE: 'off',
    AFTERIMAGE_PROBE_PORT: String(port),
  };
  const settings = await testSettings(t, { env });
  const starting = kept(startService(settings, { log: createSilentLog() }));
  await tells(
    port,
    /The database is empty and this version needs \d{4}_.*: `afterimage migrate` brings it up to date\./,
  );
  const [table] = await db.query<{ there: boolean }>({ text: `select to_regclass('migrations') is not null as there` });
  assert.equal(table!.there, false);
  await migrate(db, migrationsFolder);
  await starting;
  assert.deepEqual(await readiness(port), { status: 200, text: '{"status":"ready"}' });
  assert.match(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), /process_cpu/);
  assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
  assert.equal((await fetch(`http://127.0.0.1:${port}/v1/balance`)).status, 404);
});

test('a running service leaves readiness when a migration comes that it cannot live with', async (t) => {
  const kept = stopsFirst(t);
  const { db, url } = await testDatabase(t);
  const port = await freePort();
  const settings = await testSettings(t, {
    env: {
      DATABASE_URL: url,
      AFTERIMAGE_ROLES: 'worker',
      AFTERIMAGE_PUBLIC_URL: 'http://127.0.0.1:8080',
      AFTERIMAGE_PROBE_PORT: String(port),
    },
  });
  await kept(startService(settings, { log: createSilentLog() }));
  assert.equal((await readiness(port))?.status, 200);
  await db.query({ text: `insert into migrations (name, checksum) values ('9999_narrower.sql', '')` });
  await tells(port, /The database is newer than this program: it has 9999_narrower\.sql/);
});

test('a generation that runs when the service is told to stop may end, for as long as AFTERIMAGE_STOP_SECONDS says', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_STOP_SECONDS: '300' } });
  const { sandbox } = await service.account();
  const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'A red kite [[slow 3]]' });
  const id = String(body['task_uuid']);
  await service.reached(id, 'processing');
  await service.stop();
  const rows = await service.db.query({ text: 'select status, attempt from generations where id = $1' }, [id]);
  assert.deepEqual(rows, [{ status: 'completed', attempt: 1 }]);
});

test('a worker that stops says so on its probe port while a generation may still end', async (t) => {
  const kept = stopsFirst(t);
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const port = await freePort();
  const settings = await testSettings(t, {
    env: {
      DATABASE_URL: service.settings.databaseUrl!,
      AFTERIMAGE_DATA_DIR: service.settings.dataFolder,
      AFTERIMAGE_ROLES: 'worker',
      AFTERIMAGE_PUBLIC_URL: service.url,
      AFTERIMAGE_PROBE_PORT: String(port),
      AFTERIMAGE_STOP_SECONDS: '300',
    },
  });
  const worker = await kept(startService(settings, { log: createSilentLog() }));
  const { sandbox } = await service.account();
  const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'A red kite [[slow 3]]' });
  await service.reached(String(body['task_uuid']), 'processing');
  const stopped = worker.stop();
  await tells(port, /The service is stopping\./);
  await stopped;
});

test('a start whose role may not change the schema says whose address is needed', async (t) => {
  const { db, url } = await emptied(t);
  const name = `limited_${randomUUID().replaceAll('-', '')}`;
  await db.query({ text: `create role ${name} login password 'hush'; grant usage on schema public to ${name}` });
  const address = new URL(url);
  address.username = name;
  address.password = 'hush';
  const settings = await testSettings(t, { env: { DATABASE_URL: address.href } });
  try {
    await assert.rejects(startService(settings, { log: createSilentLog() }), {
      message:
        'The role in DATABASE_URL may not change the schema (permission denied for schema public); `afterimage migrate` needs the address of the role that owns it.',
    });
  } finally {
    await db.query({ text: `drop owned by ${name}; drop role ${name}` });
  }
});
