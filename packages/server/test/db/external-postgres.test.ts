/** A server given by its address: watched, never stopped. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { useExternalPostgres } from '../../src/db/external-postgres.ts';
import { writeLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

function heardLog() {
  const lines: string[] = [];
  return { lines, log: writeLog('info', { write: (line: string) => lines.push(line) }) };
}

test('an external server is watched: down when its session ends, ready again, and still there after stop', async (t) => {
  const { db, url } = await testDatabase(t);
  const phases: string[] = [];
  const { log } = heardLog();
  const server = await useExternalPostgres(url, { log, onState: ({ phase }) => phases.push(phase) });
  assert.equal(server.connection.url, url);
  await db.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'afterimage presence'`,
  });
  await eventually(() => phases.filter((phase) => phase === 'ready').length === 2);
  assert.deepEqual(phases, ['starting', 'ready', 'down', 'ready']);
  await server.stop();
  assert.deepEqual(await db.query({ text: 'select 1 as one' }), [{ one: 1 }]);
});

test('a wrong password or database stops the start with one sentence that shows no password', async (t) => {
  const { url } = await testDatabase(t);
  const stranger = new URL(url);
  stranger.password = 'guess';
  const missing = new URL(url);
  missing.pathname = '/no_such_database';
  for (const wrong of [stranger, missing]) {
    const refused = useExternalPostgres(wrong.href, { log: heardLog().log });
    await assert.rejects(refused, ({ message }: Error) => {
      return message.startsWith('DATABASE_URL cannot be used: ') && !message.includes(wrong.password);
    });
  }
});

test('a server that may lose confirmed commits is named in the log', async (t) => {
  const { url } = await testDatabase(t);
  const { lines, log } = heardLog();
  const server = await useExternalPostgres(url, { log });
  await server.stop();
  assert.ok(
    lines.some((line) => line.includes('fsync off')),
    'the server of the tests runs without fsync',
  );
});

test('a database that cannot keep every character is refused with a sentence', async (t) => {
  const { db, url } = await testDatabase(t);
  const name = `latin_${randomUUID().replaceAll('-', '')}`;
  await db.query({
    text: `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
  });
  const latin = new URL(url);
  latin.pathname = `/${name}`;
  const refused = useExternalPostgres(latin.href, { log: heardLog().log });
  await assert.rejects(refused, /has the encoding LATIN1: UTF8 is needed/);
  await db.query({ text: `drop database ${name} with (force)` });
});
