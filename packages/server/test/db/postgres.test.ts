/** Statements, transactions, and what a failure means, against a real server. */

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ConnectionSettings } from '../../src/db/database-server.ts';
import { CommitUnknown, DatabaseUnavailable, maybeOne, one, openDb, type Tx } from '../../src/db/postgres.ts';
import { createSilentLog, writeLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { scratchFolder } from './support/scratch.ts';

const log = createSilentLog();
const backendPid = { text: 'select pg_backend_pid() as pid' };
const endSession = { text: 'select pg_terminate_backend($1)' };

async function databaseWithNotes(t: TestContext) {
  const database = await testDatabase(t);
  await database.db.query({ text: 'create table notes (n bigint unique deferrable initially deferred)' });
  return database;
}

test('whole numbers arrive as numbers, times as dates, and a number that would be rounded is refused', async (t) => {
  const { db } = await testDatabase(t);
  const text = `select 9007199254740991::int8 as largest, array[1, null]::int8[] as list, 'epoch'::timestamptz as time`;
  const row = one(await db.query({ text }));
  assert.deepEqual(row, { largest: Number.MAX_SAFE_INTEGER, list: [1, null], time: new Date(0) });
  await assert.rejects(db.query({ text: 'select 9007199254740992::int8' }), /without rounding/);
  await assert.rejects(db.query({ text: 'select array[9007199254740992]::int8[]' }), /without rounding/);
});

test('a database with settings of its own is spoken to in ours', async (t) => {
  const { db, settings } = await testDatabase(t);
  const { name } = one(await db.query<{ name: string }>({ text: 'select current_database() as name' }));
  await db.query({ text: `alter database ${name} set datestyle = 'German, DMY'` });
  await db.query({ text: `alter database ${name} set default_transaction_isolation = 'serializable'` });
  const fresh = openDb(settings, { applicationName: 'fresh', log });
  t.after(() => fresh.close());
  const text = `select current_setting('transaction_isolation') as isolation, '2026-02-03T04:05:06Z'::timestamptz as time`;
  const row = one(await fresh.query({ text }));
  assert.deepEqual(row, { isolation: 'read committed', time: new Date('2026-02-03T04:05:06Z') });
});

test('of a connection that breaks while idle the log tells the reason, not its secrets', async (t) => {
  const { db, settings } = await testDatabase(t);
  const lines: string[] = [];
  const idle = openDb(settings, {
    applicationName: 'idle',
    log: writeLog('info', { write: (line) => lines.push(line) }),
  });
  t.after(() => idle.close());
  const { pid } = one(await idle.query<{ pid: number }>(backendPid));
  await db.query(endSession, [pid]);
  await eventually(() => lines.length > 0);
  const { level, time, node: _, ...told } = JSON.parse(lines[0]!);
  assert.deepEqual(Object.keys(told), ['reason', 'msg'], `${level} ${time}`);
});

test('one wants one row, maybeOne at most one', () => {
  assert.equal(one([7]), 7);
  assert.throws(() => one([]), /one row/);
  assert.throws(() => one([1, 2]), /one row/);
  assert.equal(maybeOne([]), undefined);
  assert.equal(maybeOne([7]), 7);
  assert.throws(() => maybeOne([1, 2]), /at most one/);
});

test('a named statement is prepared once on a connection', async (t) => {
  const { settings } = await testDatabase(t);
  const db = openDb(settings, { connectionsMax: 1, applicationName: 'test', log });
  t.after(() => db.close());
  const statement = { name: 'double', text: 'select $1::int * 2 as twice' };
  assert.deepEqual(await db.query(statement, [1]), [{ twice: 2 }]);
  assert.deepEqual(await db.query(statement, [2]), [{ twice: 4 }]);
  const prepared = await db.query({
    text: 'select name, generic_plans + custom_plans as runs from pg_prepared_statements',
  });
  assert.deepEqual(prepared, [{ name: 'double', runs: 2 }]);
});

test('a prepared statement goes on after each way in which it can fail, with the columns that it had', async (t) => {
  const { settings } = await testDatabase(t);
  const db = openDb(settings, { connectionsMax: 1, applicationName: 'test', log });
  t.after(() => db.close());
  const statement = { name: 'read', text: 'select $1::text::int8 as number, $2::text as text' };
  const unsendable = {
    toPostgres() {
      throw new Error('cannot be sent');
    },
  };
  const failures: [value: unknown, fault: RegExp][] = [
    ['no number', /invalid input syntax/],
    ['9007199254740992', /without rounding/],
    [unsendable, /cannot be sent/],
  ];
  for (const round of [1, 2]) {
    for (const [value, fault] of failures) {
      await assert.rejects(db.query(statement, [value, null]), fault);
      assert.deepEqual(await db.query(statement, [round, null]), [{ number: round, text: null }]);
    }
  }
  const silent = { name: 'silent', text: 'create temporary table if not exists silent ()' };
  for (const _ of [1, 2]) assert.deepEqual(await db.query(silent), []);
  await assert.rejects(db.query({ ...statement, text: 'select 1' }), /must be unique - 'read'/);
});

test('a transaction commits everything or nothing, in READ COMMITTED', async (t) => {
  const { db } = await databaseWithNotes(t);
  const answer = await db.transaction(async (tx) => {
    await tx.query({ text: 'insert into notes values ($1)' }, [1]);
    return one(await tx.query<{ transaction_isolation: string }>({ text: 'show transaction_isolation' }));
  });
  assert.equal(answer.transaction_isolation, 'read committed');
  const fault = new Error('changed my mind');
  const undone = db.transaction(async (tx) => {
    await tx.query({ text: 'insert into notes values ($1)' }, [2]);
    throw fault;
  });
  await assert.rejects(undone, fault);
  assert.deepEqual(await db.query({ text: 'select n from notes' }), [{ n: 1 }]);
});

test('a fault found at COMMIT is the fault itself, not an unknown outcome', async (t) => {
  const { db } = await databaseWithNotes(t);
  const twice = db.transaction((tx) => tx.query({ text: 'insert into notes values (1), (1)' }));
  await assert.rejects(twice, { code: '23505' });
});

test('a transaction that ignores a failed statement is not reported as committed', async (t) => {
  const { db } = await databaseWithNotes(t);
  const careless = db.transaction(async (tx) => {
    await tx.query({ text: 'insert into notes values (1)' });
    await tx.query({ text: 'select 1 / 0' }).catch(() => {});
  });
  await assert.rejects(careless, /ignored a failed statement/);
  assert.deepEqual(await db.query({ text: 'select n from notes' }), []);
});

test('a statement sent after its transaction has ended is refused', async (t) => {
  const { db } = await testDatabase(t);
  let kept: Tx | undefined;
  await db.transaction(async (tx) => {
    kept = tx;
  });
  await assert.rejects(kept?.query({ text: 'select 1' }) ?? Promise.resolve(), /had ended/);
});

test('a fault of a statement keeps its code and its connection', async (t) => {
  const { settings } = await testDatabase(t);
  const db = openDb(settings, { connectionsMax: 1, applicationName: 'test', log });
  t.after(() => db.close());
  const before = await db.query(backendPid);
  await assert.rejects(db.query({ text: 'select 1 / 0' }), { code: '22012' });
  assert.deepEqual(await db.query(backendPid), before);
});

test('no server, a wrong password or a missing database is DatabaseUnavailable', async (t) => {
  const { url } = await testDatabase(t);
  const nowhere = new URL(url);
  nowhere.searchParams.set('host', join(await scratchFolder(), 'none'));
  const stranger = new URL(url);
  stranger.password = 'guess';
  const missing = new URL(url);
  missing.pathname = '/no_such_database';
  for (const wrong of [nowhere, stranger, missing]) {
    const db = openDb({ url: wrong.href }, { applicationName: 'test', log });
    await assert.rejects(db.query({ text: 'select 1' }), (error) => {
      return error instanceof DatabaseUnavailable && !(error instanceof CommitUnknown);
    });
    await db.close();
  }
});

test('a statement over its time is DatabaseUnavailable', async (t) => {
  const { settings } = await testDatabase(t);
  const db = openDb(settings, { applicationName: 'test', statementTimeoutMilliseconds: 50, log });
  t.after(() => db.close());
  await assert.rejects(db.query({ text: 'select pg_sleep(30)' }), { name: 'DatabaseUnavailable' });
});

test('a session that the server ends inside a transaction leaves nothing, and the pool goes on', async (t) => {
  const { db } = await databaseWithNotes(t);
  const cut = db.transaction(async (tx) => {
    const { pid } = one(await tx.query<{ pid: number }>(backendPid));
    await tx.query({ text: 'insert into notes values (1)' });
    await db.query(endSession, [pid]);
    await tx.query({ text: 'insert into notes values (2)' });
  });
  await assert.rejects(cut, { name: 'DatabaseUnavailable' });
  assert.deepEqual(await db.query({ text: 'select n from notes' }), []);
});

test('sessions that the server ends while idle, 50 times over, neither end the process nor reach a caller', async (t) => {
  const { db, settings } = await testDatabase(t);
  const victim = openDb(settings, { connectionsMax: 1, applicationName: 'victim', log });
  t.after(() => victim.close());
  for (let round = 0; round < 50; round += 1) {
    const { pid } = one(await victim.query<{ pid: number }>(backendPid));
    await db.query(endSession, [pid]);
    await eventually(async () => {
      const next = await victim.query<{ pid: number }>(backendPid).catch(() => []);
      return next.length > 0 && next[0]?.pid !== pid;
    });
  }
});

/** Stands between a client and the server, hands everything on, and cuts the line when a message is being answered. */
async function cuttingProxy(t: TestContext, settings: ConnectionSettings, cutAfter: string) {
  const real = new URL(settings.url);
  const folder = join(await scratchFolder(), 'proxy');
  await mkdir(folder);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = createConnection(`${real.searchParams.get('host')}/.s.PGSQL.5432`);
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}));
    let cutting = false;
    client.on('data', (chunk) => {
      cutting ||= chunk.includes(cutAfter);
      server.write(chunk);
    });
    // The answer has arrived, so the server has done it; the client never learns.
    server.on('data', (chunk) => (cutting ? client.destroy() : client.write(chunk)));
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((ready) => proxy.listen(join(folder, '.s.PGSQL.5432'), ready));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(settings.url);
  url.searchParams.set('host', folder);
  return { url: url.href };
}

test('a line cut while COMMIT is answered is CommitUnknown: it was committed, and nobody said so', async (t) => {
  const { db, settings } = await databaseWithNotes(t);
  const cut = openDb(await cuttingProxy(t, settings, 'commit\0'), { applicationName: 'test', log });
  t.after(() => cut.close());
  await assert.rejects(
    cut.transaction((tx) => tx.query({ text: 'insert into notes values (1)' })),
    CommitUnknown,
  );
  assert.deepEqual(await db.query({ text: 'select n from notes' }), [{ n: 1 }]);
});

test('a line cut while a lone statement is answered is CommitUnknown; inside a transaction it is not', async (t) => {
  const { db, settings } = await databaseWithNotes(t);
  const cut = openDb(await cuttingProxy(t, settings, 'insert into'), { applicationName: 'test', log });
  t.after(() => cut.close());
  const insert = { text: 'insert into notes values (1)' };
  await assert.rejects(cut.query(insert), CommitUnknown);
  await assert.rejects(
    cut.transaction((tx) => tx.query(insert)),
    { name: 'DatabaseUnavailable' },
  );
  assert.deepEqual(await db.query({ text: 'select n from notes' }), [{ n: 1 }]);
});

test('a plan that a migration made outdated fails once, not for ever', async (t) => {
  const { db, settings } = await databaseWithNotes(t);
  const other = openDb(settings, { connectionsMax: 1, applicationName: 'test', log });
  t.after(() => other.close());
  const statement = { name: 'all-notes', text: 'select * from notes' };
  await other.query(statement);
  await db.query({ text: 'alter table notes add column text text' });
  await assert.rejects(other.query(statement), { code: '0A000' });
  assert.deepEqual(await other.query(statement), []);
});
