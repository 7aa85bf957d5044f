/** The database allows the moves of the contract's table and no other, and no other beginning, whatever the code does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstStatus, mayMove, type Status, statuses } from '@afterimage/contract';
import type { Db } from '../../src/db/postgres.ts';
import { testDatabase } from '../support/database.ts';

/** What a generation in this state must have, and what it must not have. */
const looks: Record<Status, string> = {
  pending: `failure_code = null, output_media_id = null, finished_at = null`,
  processing: `failure_code = null, output_media_id = null, finished_at = null`,
  completed: `failure_code = null, output_media_id = id, finished_at = now()`,
  failed: `failure_code = 'TIMEOUT', output_media_id = null, finished_at = now()`,
};

const insert = (status: Status, columns = '', values = '') =>
  `insert into generations (id, account_id, api_key_id, family, status, model, prompt, fields, work, inputs, seed, price,
    engine, deadline_at, created_at${columns})
  values (uuidv7(), uuidv7(), uuidv7(), 'delta', '${status}', 'm', 'p', '{}', '{}', '[]', 1, 1, 'studio', now(),
    now()${values}) returning id`;

const beginnings: Record<Status, string> = {
  pending: insert('pending'),
  processing: insert('processing'),
  completed: insert('completed', ', output_media_id, finished_at', ', uuidv7(), now()'),
  failed: insert('failed', ', failure_code, finished_at', `, 'TIMEOUT', now()`),
};

/** Past the triggers: how it came into its state is not what is tried. */
function generationIn(db: Db, status: Status): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' });
    const [row] = await tx.query<{ id: string }>({ text: beginnings[status] });
    return row!.id;
  });
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  const [outcome] = await Promise.allSettled([work]);
  if (outcome.status === 'fulfilled') return true;
  assert.match((outcome.reason as { code: string }).code, /^(23514|23001)$/);
  return false;
}

for (const from of statuses) {
  for (const to of statuses) {
    if (from === to) continue;
    test(`${from} to ${to} is ${mayMove(from, to) ? 'a move' : 'refused'}`, async (t) => {
      const { db } = await testDatabase(t);
      const id = await generationIn(db, from);
      const move = { text: `update generations set status = '${to}', ${looks[to]} where id = $1` };
      assert.equal(await succeeds(db.query(move, [id])), mayMove(from, to));
    });
  }
  test(`a generation ${from === firstStatus ? 'begins' : 'does not begin'} as ${from}`, async (t) => {
    const { db } = await testDatabase(t);
    assert.equal(await succeeds(db.query({ text: beginnings[from] })), from === firstStatus);
  });
}

test('nor held by somebody, nor with the time of an end', async (t) => {
  const { db } = await testDatabase(t);
  for (const [column, value] of Object.entries({ worker: `'somebody'`, finished_at: 'now()' })) {
    const text = insert('pending', `, ${column}`, `, ${value}`);
    await assert.rejects(db.query({ text }), /a generation begins as pending/, column);
  }
});

test('what begins with the look of an end moves nowhere with it', async (t) => {
  const { db } = await testDatabase(t);
  for (const [column, value] of Object.entries({ output_media_id: 'uuidv7()', failure_code: `'TIMEOUT'` })) {
    const [row] = await db.query<{ id: string }>({ text: insert('pending', `, ${column}`, `, ${value}`) });
    const move = { text: `update generations set status = 'processing' where id = $1` };
    await assert.rejects(db.query(move, [row!.id]), /not as such a one must be/, column);
  }
});
