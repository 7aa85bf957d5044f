/** What we take for granted of pg beyond its documentation: a version that changes it fails here, by name. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { Client, type ClientConfig, Pool, type QueryConfig } from 'pg';
import { endsSession } from '../../src/db/database-errors.ts';
import { testDatabase } from '../support/database.ts';

async function connected(t: TestContext, config: ClientConfig = {}): Promise<Client> {
  const { settings } = await testDatabase(t);
  const client = new Client({ connectionString: settings.url, ...config });
  client.on('error', () => {});
  t.after(() => client.end());
  await client.connect();
  return client;
}

test("destroying client.connection.stream cuts a client off at once: its statements fail, and it tells by 'end'", async (t) => {
  const client = await connected(t);
  // Not by `once`, which takes the error that comes before for its own.
  const ended = new Promise<void>((resolve) => client.on('end', resolve));
  const slow = assert.rejects(client.query('select pg_sleep(60)'), /Connection terminated/);
  client.connection.stream.destroy();
  await Promise.all([slow, ended]);
  await assert.rejects(client.query('select 1'));
});

test('a pool drops a client whose stream was destroyed while it was idle, and opens another', async (t) => {
  const { settings } = await testDatabase(t);
  const pool = new Pool({ connectionString: settings.url, max: 1 });
  t.after(() => pool.end());
  pool.on('error', () => {});
  const pidOf = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const clients: Client[] = [];
  pool.on('connect', (client) => clients.push(client));
  const before = await pidOf();
  const removed = once(pool, 'remove');
  clients[0]!.connection.stream.destroy();
  await removed;
  assert.notEqual(await pidOf(), before);
});

test('with `pipeline: true` a statement is sent before those ahead of it are answered, and one that fails fails alone', async (t) => {
  const client = await connected(t, { pipeline: true });
  assert.equal(client.pipeline, true);
  const written: number[] = [];
  const { stream } = client.connection;
  const write = stream.write.bind(stream) as (...sent: unknown[]) => boolean;
  stream.write = (...sent: unknown[]) => {
    written.push(answered);
    return write(...sent);
  };
  let answered = 0;
  const count = <Answer>(answer: Promise<Answer>) => answer.finally(() => (answered += 1));
  const named = (name: string, value: number) => ({ name, text: 'select 12 / $1::integer as number', values: [value] });
  const asked = [1, 0, 3].map((value) => count(client.query(named('divide', value))));
  const [one, failed, three] = await Promise.allSettled(asked);
  assert.ok(written.length > 0 && written.every((before) => before === 0), 'nothing waited for an answer');
  assert.ok(one!.status === 'fulfilled' && one!.value.rows[0].number === 12);
  assert.ok(failed!.status === 'rejected' && /division by zero/.test(String(failed!.reason)));
  assert.ok(three!.status === 'fulfilled' && three!.value.rows[0].number === 4);
});

test("a statement without an answer within its `query_timeout` fails with 'Query read timeout', which we take for a lost session", async (t) => {
  const client = await connected(t);
  const slow: QueryConfig & { query_timeout: number } = { text: 'select pg_sleep(60)', query_timeout: 50 };
  const fault: unknown = await client.query(slow).catch((thrown: unknown) => thrown);
  assert.ok(fault instanceof Error);
  assert.equal(fault.message, 'Query read timeout');
  assert.equal(endsSession(fault), true);
});
