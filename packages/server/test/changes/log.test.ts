/** The log of what became of generations: every move is in it, once, and a reader misses none, however commits overlap. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cursor, cursorAfter, cursorAt } from '../../src/changes/cursor.ts';
import { lookAtLog, readChanges, readChangesOf, sweepChanges } from '../../src/changes/store.ts';
import { openDb, type Tx } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { startTestService } from '../support/service.ts';

const accountId = crypto.randomUUID();
const note = (tx: Pick<Tx, 'query'>, status: string, account = accountId) =>
  tx.query<{ number: number }>(
    {
      text: `insert into generation_changes (account_id, generation_id, status) values ($1, gen_random_uuid(), $2)
        returning number`,
    },
    [account, status],
  );

test('a commit that is late is not skipped, and what came before it is not told again', async (t) => {
  const { db, settings } = await testDatabase(t);
  const writers = openDb(settings, { connectionsMax: 3, applicationName: 'writers', log: createSilentLog() });
  t.after(() => writers.close());
  let cursor: Cursor = cursorAt(await lookAtLog(db));
  const told: string[] = [];
  async function read(limit = 100): Promise<string[]> {
    const found = await readChanges(db, cursor, limit);
    const own = await readChangesOf(db, { accountId, family: null }, { cursor, limit });
    assert.deepEqual(own.changes, found.changes);
    cursor = found.cut ? cursorAfter(cursor, found, found.changes.at(-1)!) : cursorAt(found);
    const statuses = found.changes.map(({ status }) => String(status));
    told.push(...statuses);
    return statuses;
  }

  const gate = () => {
    let open!: () => void;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  };
  const [lateWrote, lateMay] = [gate(), gate()];
  // Draws the lowest number and the lowest transaction, and commits last.
  const late = writers.transaction(async (tx) => {
    await note(tx, 'late one');
    lateWrote.open();
    await lateMay.opened;
    await note(tx, 'late two');
  });
  await lateWrote.opened;
  await writers.transaction(async (tx) => {
    for (const status of ['first', 'second', 'third']) await note(tx, status);
  });
  // Not held up by the one that is open.
  assert.deepEqual(await read(2), ['first', 'second']);
  await assert.rejects(
    writers.transaction(async (tx) => {
      await note(tx, 'never');
      throw new Error('rolled back');
    }),
  );
  await note(db, 'fourth');
  assert.deepEqual(await read(2), ['third', 'fourth']);
  assert.deepEqual(await read(2), []);
  lateMay.open();
  await late;
  assert.deepEqual(await read(1), ['late one']);
  await note(db, 'fifth');
  assert.deepEqual(await read(), ['late two', 'fifth']);
  assert.deepEqual(await read(), []);
  assert.equal(new Set(told).size, told.length);
});

test('many writers at once: a reader that looks all the time is told each change once', async (t) => {
  const { db, settings } = await testDatabase(t);
  const writers = openDb(settings, { connectionsMax: 16, applicationName: 'writers', log: createSilentLog() });
  t.after(() => writers.close());
  let cursor = cursorAt(await lookAtLog(db));
  const told: number[] = [];
  const look = async () => {
    const found = await readChanges(db, cursor, 7);
    cursor = found.cut ? cursorAfter(cursor, found, found.changes.at(-1)!) : cursorAt(found);
    told.push(...found.changes.map(({ number }) => number));
    return found.changes.length;
  };
  const written: number[] = [];
  let done = false;
  const writing = Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let round = 0; round < 20; round += 1) {
        await writers.transaction(async (tx) => {
          for (let row = 0; row <= (writer + round) % 3; row += 1) written.push((await note(tx, 'x'))[0]!.number);
        });
      }
    }),
  ).finally(() => {
    done = true;
  });
  while (!done) await look();
  await writing;
  while ((await look()) > 0);
  assert.deepEqual(
    told.sort((a, b) => a - b),
    written.sort((a, b) => a - b),
  );
});

test('a day is kept, and what is older goes', async (t) => {
  const { db } = await testDatabase(t);
  await note(db, 'old');
  await db.query({ text: `update generation_changes set changed_at = now() - interval '26 hours'` });
  await note(db, 'new');
  assert.equal(await sweepChanges(db), 'done');
  const left = await db.query<{ status: string }>({ text: 'select status from generation_changes' });
  assert.deepEqual(left, [{ status: 'new' }]);
});

test('every move of a generation is noted once, by whatever made it', async (t) => {
  const service = await startTestService(t);
  const { sandbox } = await service.account();
  const submit = async (prompt: string) =>
    String((await sandbox.submit('/v1/delta/generate', { prompt })).body['task_uuid']);
  const made = {
    completed: await submit('a fox'),
    failed: await submit('a fox [[fail API_ERROR]]'),
    cancelled: await submit('a fox [[queue 3600]]'),
  };
  await sandbox.ask('DELETE', `/v1/delta/generations/${made.cancelled}`);
  for (const id of Object.values(made)) await service.ended(id);
  const moves = async (id: string) => {
    const rows = await service.db.query<{ status: string }>(
      { text: 'select status from generation_changes where generation_id = $1 order by xid, number' },
      [id],
    );
    return rows.map(({ status }) => status);
  };
  assert.deepEqual(await moves(made.completed), ['processing', 'completed']);
  assert.deepEqual(await moves(made.failed), ['processing', 'failed']);
  assert.deepEqual(await moves(made.cancelled), ['failed']);
});
