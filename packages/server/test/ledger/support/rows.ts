/** Accounts and generations of any age and end, put into a database with what they cost. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createAccount } from '../../../src/accounts/accounts.ts';
import { lowestIdAt } from '../../../src/db/id-times.ts';
import type { Db } from '../../../src/db/postgres.ts';

/** Of each generation. */
export const price = 200;

export async function accountIn(db: Db, credit: number): Promise<string> {
  const creation = await db.transaction((tx) => createAccount(tx, { email: `${randomUUID()}@example.com`, credit }));
  assert.ok(creation.outcome === 'created');
  return creation.account.id;
}

export type Ended = 'pending' | 'completed' | 'failed';

/** A generation that was paid for, as a submit leaves it; a failed one gets its money back. */
export async function generationIn(db: Db, accountId: string, status: Ended, at?: Date): Promise<string> {
  const id = at === undefined ? randomUUID() : idAt(at);
  await db.transaction(async (tx) => {
    // Of any age, so the trigger that has every generation begin as pending is not asked.
    await tx.query({ text: 'set local session_replication_role = replica' });
    await tx.query(
      {
        text: `insert into generations (id, account_id, api_key_id, family, status, model, prompt, fields, work, inputs,
            seed, price, engine, deadline_at, created_at, failure_code, output_media_id, finished_at)
          values ($1, $2, $1, 'delta', $3, 'delta', 'x', '{}', '{}', '[]', 1, $4, 'studio', now(), coalesce($5, now()),
            case $3 when 'failed' then 'TIMEOUT' end, case $3 when 'completed' then $1::uuid end,
            case $3 when 'pending' then null else now() end)`,
      },
      [id, accountId, status, price, at],
    );
    await tx.query({ text: `update accounts set balance = balance - $2 where id = $1` }, [accountId, price]);
    if (status === 'failed') {
      await enter(tx, { accountId, kind: 'refund', amount: price, generationId: id, ...(at && { at }) });
    }
  });
  return id;
}

const idAt = (at: Date): string => `${lowestIdAt(at).slice(0, 14)}7${randomUUID().slice(15)}`;

/** An entry and its effect on the balance. */
export async function enter(
  db: Pick<Db, 'query'>,
  entry: { accountId: string; kind: string; amount: number; generationId: string | null; at?: Date },
): Promise<void> {
  const { accountId, kind, amount, generationId, at } = entry;
  const text = `insert into ledger_entries (id, account_id, kind, amount, generation_id, created_at)
    values (coalesce($5, uuidv7()), $1, $2, $3, $4, coalesce($6, now()))`;
  await db.query({ text }, [accountId, kind, amount, generationId, at && idAt(at), at]);
  await db.query({ text: `update accounts set balance = balance + $2 where id = $1` }, [accountId, amount]);
}
