/** Several servers in one address: the one that takes writes is used, and followed when it moves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useExternalPostgres } from '../../src/db/external-postgres.ts';
import { listen } from '../../src/db/listener.ts';
import { openPipeline } from '../../src/db/pipeline.ts';
import { DatabaseUnavailable, openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { openWay } from '../support/database-way.ts';
import { eventually } from '../support/eventually.ts';

const log = createSilentLog();

function addressOf(url: string, ports: number[]): string {
  const { username, password, pathname } = new URL(url);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write&sslmode=disable`;
}

test('statements, submits and notifications follow the database to another server', async (t) => {
  const { db, url } = await testDatabase(t);
  const first = await openWay(t, url);
  const second = await openWay(t, url);
  second.close();
  const server = await useExternalPostgres(addressOf(url, [first.port, second.port]), { log });
  t.after(() => server.stop());
  const far = openDb(server.connection, { connectionsMax: 2, applicationName: 'far', log });
  const submits = openPipeline(server.connection, 'far submits');
  const heard: string[] = [];
  const listener = await listen({
    settings: server.direct,
    channels: ['news'],
    on: (_, payload) => heard.push(payload),
    onReconnect: () => heard.push('back'),
    log,
  });
  t.after(async () => {
    await listener.stop();
    await submits.close();
    await far.close();
  });
  const one = { text: 'select 1 as one' };
  assert.deepEqual(await far.query(one), [{ one: 1 }]);
  assert.deepEqual(await submits.query(one), [{ one: 1 }]);

  first.close();
  await eventually(() => server.state().phase === 'down');
  assert.match(
    server.state().sentence,
    /^No server of DATABASE_URL takes writes: 127\.0\.0\.1:\d+ cannot be reached: /,
  );
  await assert.rejects(far.query(one), DatabaseUnavailable);

  await openWay(t, url, { port: second.port });
  await eventually(() => server.state().phase === 'ready');
  assert.equal(new URL(server.connection.url).port, String(second.port));
  await eventually(async () => (await far.query(one).catch(() => [])).length === 1);
  await eventually(async () => (await submits.query(one).catch(() => [])).length === 1);
  await eventually(() => heard.includes('back'));
  await db.query({ text: `select pg_notify('news', 'good')` });
  await eventually(() => heard.includes('good'));
});

for (const order of ['first', 'last'] as const) {
  test(`one that was left behind and answers first is not used, named ${order}`, async (t) => {
    const { db, url } = await testDatabase(t);
    const gate = Promise.withResolvers<void>();
    const old = await openWay(t, url);
    const leader = await openWay(t, url, { timeline: '00000002', open: gate.promise });
    const ports = order === 'first' ? [old.port, leader.port] : [leader.port, old.port];
    const said: string[] = [];
    const opening = useExternalPostgres(addressOf(url, ports), { log, onState: ({ sentence }) => said.push(sentence) });
    t.after(async () => (await opening).stop());
    const looks = {
      text: `select query_start::text as at from pg_stat_activity
        where datname = current_database() and application_name = 'afterimage presence' and query like '%timeline%'`,
    };
    const times = new Set<string>();
    // Who looks a second time has noted what it saw at first.
    await eventually(async () => {
      for (const { at } of await db.query<{ at: string }>(looks)) times.add(at);
      return times.size > 1;
    });
    assert.deepEqual(said, ['Connecting to the database.']);
    gate.resolve();
    const server = await opening;
    assert.equal(new URL(server.connection.url).port, String(leader.port));
    assert.deepEqual(said, ['Connecting to the database.', 'The database is ready.']);
  });
}

test('a statement under way at a server that lost the writes is cut off, and its outcome is called unknown', async (t) => {
  const { db, url } = await testDatabase(t);
  const way = await openWay(t, url);
  const places = [addressOf(url, [way.port]), url];
  const moves: (() => void)[] = [];
  const settings = {
    get url() {
      return places[0]!;
    },
    onMove: (listener: () => void) => moves.push(listener),
  };
  const far = openDb(settings, { connectionsMax: 1, applicationName: 'far', log });
  t.after(() => far.close());
  const slow = far.query({ text: 'select pg_sleep(60)' });
  const isAsleep = { text: `select from pg_stat_activity where application_name = 'far' and state = 'active'` };
  await eventually(async () => (await db.query(isAsleep)).length === 1);
  places.shift();
  for (const move of moves) move();
  await assert.rejects(slow, { name: 'CommitUnknown' });
  assert.deepEqual(await far.query({ text: 'select 1 as one' }), [{ one: 1 }]);
});

test('a connection whose server refuses writes is not used again', async (t) => {
  const { url } = await testDatabase(t);
  // Refuses writes with the code of a standby.
  const readOnly = new URL(url);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const far = openDb({ url: readOnly.href }, { connectionsMax: 1, applicationName: 'far', log });
  t.after(() => far.close());
  const pid = { text: 'select pg_backend_pid() as pid' };
  const [before] = await far.query<{ pid: number }>(pid);
  await assert.rejects(far.query({ text: 'create table nobody_makes_it ()' }), DatabaseUnavailable);
  const [after] = await far.query<{ pid: number }>(pid);
  assert.notEqual(after!.pid, before!.pid, 'the next statement asks anew where the writes go');
});
