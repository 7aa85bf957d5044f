/** PostgreSQL dies under the service: 503 while it is away, no restart of ours needed, nothing lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { databaseFolder } from '../../src/config/config.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { serverPid } from '../db/support/server-watch.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService, testSettings } from '../support/service.ts';

test('a service whose PostgreSQL is killed answers 503 and heals by itself', async (t) => {
  const stops: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  const settings = await testSettings(t, {});
  const log = createSilentLog();
  const server = await startEmbeddedPostgres({ folder: databaseFolder(settings), log });
  stops.push(() => server.stop());
  const db = openDb(server.connection, { connectionsMax: 2, applicationName: 'test', log });
  stops.push(() => db.close());
  await migrate(db, migrationsFolder);
  const service = await openTestService(t, { db, settings, families });
  stops.push(() => service.stop());
  const { live, sandbox } = await service.account();
  const submit = () => sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 2]] [[fail API_ERROR]]' });
  const before = await submit();
  assert.equal(before.status, 200);

  process.kill(serverPid(databaseFolder(settings))!, 'SIGKILL');
  const away = await eventually(async () => {
    const answer = await live.get('/v1/data/balance');
    return answer.status === 200 ? undefined : answer;
  });
  assert.equal(away.status, 503);
  assert.equal(away.body['code'], 'BUSY');
  assert.ok(Number(away.headers['retry-after']) > 0);
  assert.equal((await service.ask('GET', '/healthz')).status, 200);

  await eventually(async () => ((await live.get('/v1/data/balance')).status === 200 ? true : undefined));
  await eventually(async () => ((await service.ask('GET', '/readyz')).status === 200 ? true : undefined));
  assert.equal((await submit()).status, 200);
  // What was accepted before, and was waiting, runs to its end.
  const id = String(before.body['task_uuid']);
  await eventually(async () => {
    const { body } = await sandbox.get(`/v1/delta/generations/${id}`);
    return body['status'] === 'failed' ? true : undefined;
  });
  assert.equal((await service.audit()).ok, true);
});
