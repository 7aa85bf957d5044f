/** Behind a pooler that hands sessions on: nothing is set or prepared for longer than a transaction, and limits still hold. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openPipeline } from '../../src/db/pipeline.ts';
import { DatabaseUnavailable, openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';

const log = createSilentLog();
const terms = {
  name: 'terms',
  text: `select current_setting('statement_timeout') as statement, current_setting('transaction_isolation') as isolation,
    (select count(*)::integer from pg_prepared_statements) as prepared`,
};

/** The database's own defaults are others than ours, so that what is not said with each transaction shows. */
async function pooled(t: TestContext) {
  const { db, url } = await testDatabase(t);
  await db.query({
    text: `do $$ begin execute format('alter database %I set default_transaction_isolation = ''serializable''', current_database()); end $$`,
  });
  return { db, settings: { url, sessions: 'pooled' as const } };
}

test('lone statements, transactions and submits bring their terms along and leave nothing behind', async (t) => {
  const { settings } = await pooled(t);
  const db = openDb(settings, {
    connectionsMax: 1,
    applicationName: 'pooled',
    statementTimeoutMilliseconds: 7_000,
    log,
  });
  const submits = openPipeline(settings, 'pooled submits');
  t.after(async () => {
    await submits.close();
    await db.close();
  });
  const ours = { statement: '7s', isolation: 'read committed', prepared: 0 };
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(await db.query(terms), [ours]);
    assert.deepEqual(await db.transaction((tx) => tx.query(terms)), [ours]);
    assert.deepEqual(await submits.query(terms), [{ ...ours, statement: '30s' }]);
  }
  const outside = openDb({ url: settings.url }, { connectionsMax: 1, applicationName: 'own', log });
  t.after(() => outside.close());
  const [own] = await outside.query<{ prepared: number }>(terms);
  assert.equal(own?.prepared, 1, 'a session of our own keeps what it has prepared');
});

test('a statement that fails changes nothing, and the session goes on', async (t) => {
  const { db, settings } = await pooled(t);
  await db.query({ text: 'create table notes (n integer primary key)' });
  const far = openDb(settings, { connectionsMax: 1, applicationName: 'pooled', log });
  const submits = openPipeline(settings, 'pooled submits');
  t.after(async () => {
    await submits.close();
    await far.close();
  });
  const insert = { name: 'insert_note', text: 'insert into notes select unnest($1::integer[])' };
  assert.equal(await far.change(insert, [[1, 2]]), 2);
  await assert.rejects(far.change(insert, [[3, 1]]), { code: '23505' });
  await assert.rejects(submits.change(insert, [[4, 1]]), { code: '23505' });
  const sent = [submits.change(insert, [[5]]), submits.change(insert, [[1]]), submits.change(insert, [[6]])];
  const outcomes = await Promise.allSettled(sent);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await far.query({ text: 'select n from notes order by n' }), [
    { n: 1 },
    { n: 2 },
    { n: 5 },
    { n: 6 },
  ]);
});

test('a statement that takes too long is stopped by the server', async (t) => {
  const { settings } = await pooled(t);
  const db = openDb(settings, { connectionsMax: 1, applicationName: 'pooled', statementTimeoutMilliseconds: 50, log });
  t.after(() => db.close());
  await assert.rejects(db.query({ text: 'select pg_sleep(10)' }), DatabaseUnavailable);
  assert.deepEqual(await db.query({ text: 'select 1 as one' }), [{ one: 1 }]);
});

test('a pooler that refuses our start-up options is told from a server that is away, with what is to be set', async (t) => {
  // As PgBouncer answers them, in whatever mode: a FATAL error, and the end.
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout', ''].join('\0');
  const pooler = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const head = Buffer.from('E\0\0\0\0');
      head.writeInt32BE(4 + fields.length + 1, 1);
      socket.end(Buffer.concat([head, Buffer.from(`${fields}\0`)]));
    });
  }).listen(0, '127.0.0.1');
  t.after(() => pooler.close());
  await once(pooler, 'listening');
  const url = `postgres://app@127.0.0.1:${(pooler.address() as AddressInfo).port}/app`;
  const db = openDb({ url }, { applicationName: 'test', log });
  t.after(() => db.close());
  await assert.rejects(db.query({ text: 'select 1' }), {
    name: 'DatabaseUnavailable',
    message:
      'DATABASE_URL leads to a pooler (unsupported startup parameter: statement_timeout); DATABASE_DIRECT_URL must be set too: the address of the server behind it.',
  });
});
