/** Statements sent one behind the other on one connection: in their order, each by itself, and honest when it breaks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPipeline } from '../../src/db/pipeline.ts';
import { CommitUnknown, DatabaseUnavailable } from '../../src/db/postgres.ts';
import { testDatabase } from '../support/database.ts';

const answer = { name: 'answer', text: 'select $1::integer as number, pg_backend_pid() as pid' };

test('statements share a connection, come in their order, and one that fails fails alone', async (t) => {
  const { settings } = await testDatabase(t);
  const pipeline = openPipeline(settings, 'test');
  t.after(() => pipeline.close());
  const broken = { name: 'broken', text: 'select 1 / $1::integer' };
  const queries = [1, 2, 3].map((number) => pipeline.query<{ number: number; pid: number }>(answer, [number]));
  const failing = pipeline.query(broken, [0]);
  const last = pipeline.query<{ number: number; pid: number }>(answer, [4]);
  await assert.rejects(failing, /division by zero/);
  const rows = (await Promise.all([...queries, last])).flat();
  assert.deepEqual(
    rows.map(({ number }) => number),
    [1, 2, 3, 4],
  );
  assert.equal(new Set(rows.map(({ pid }) => pid)).size, 1);
});

test('what was under way when the connection broke may have been done; what comes next gets another', async (t) => {
  const { settings, db } = await testDatabase(t);
  const pipeline = openPipeline(settings, 'test');
  t.after(() => pipeline.close());
  const [{ pid } = { pid: 0 }] = await pipeline.query<{ pid: number }>(answer, [1]);
  const slow = pipeline.query({ name: 'slow', text: 'select pg_sleep(60)' });
  const behind = pipeline.query(answer, [2]);
  const outcomes = Promise.allSettled([slow, behind]);
  await db.query({ text: 'select pg_terminate_backend($1)' }, [pid]);
  for (const outcome of await outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof CommitUnknown);
  }
  const [after] = await pipeline.query<{ pid: number }>(answer, [3]);
  assert.notEqual(after!.pid, pid);
});

test('without a server it says so, and nothing was done', async (t) => {
  const pipeline = openPipeline({ url: 'postgres://nobody@127.0.0.1:1/none' }, 'test');
  t.after(() => pipeline.close());
  const refused = (fault: unknown) => fault instanceof DatabaseUnavailable && !(fault instanceof CommitUnknown);
  await assert.rejects(pipeline.query(answer, [1]), refused);
  await assert.rejects(pipeline.query(answer, [1]), refused);
});
