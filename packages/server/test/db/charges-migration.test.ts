/** The migration that made generations their own charges keeps the money of a database that was in use before. */
import assert from 'node:assert/strict';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import type { Db } from '../../src/db/postgres.ts';
import { audit } from '../../src/ledger/audit.ts';
import { listEntries } from '../../src/ledger/history-store.ts';
import { testDatabase } from '../support/database.ts';
import { scratchFolder } from './scratch.ts';

const account = '01900000-0000-7000-8000-000000000001';
const submitted = '2026-01-02T03:04:05Z';

/** As the version before left it: a grant, two charges, and one of them given back. */
async function databaseInUse(t: TestContext): Promise<Db> {
  const folder = await scratchFolder();
  for (const name of await readdir(migrationsFolder)) {
    if (name < '0011') await cp(join(migrationsFolder, name), join(folder, name));
  }
  const { db } = await testDatabase(t);
  await db.query({ text: 'drop schema public cascade; create schema public' });
  await migrate(db, folder);
  await db.query(
    { text: `insert into accounts (id, email, kind, balance) values ($1, 'a@example.com', 'live', 700)` },
    [account],
  );
  await db.query(
    {
      text: `with made as (
          insert into generations (id, account_id, api_key_id, family, status, model, prompt, fields, work, inputs, seed,
            price, lane, deadline_at, created_at, failure_code, finished_at)
          select uuidv7(at - now()), $1, $1, family, status, 'm', 'p', '{}', '{}', '[]', 1, price, 'studio', at, at, code,
            case status when 'failed' then at end
          from (values ('beta', 'pending', 300, $2::timestamptz + interval '1 minute', null),
            ('delta', 'failed', 200, $2::timestamptz + interval '2 minutes', 'TIMEOUT')) as g(family, status, price, at, code)
          returning id, account_id, price, created_at)
        insert into ledger_entries (account_id, kind, amount, generation_id, reason, created_at)
        select $1, 'grant', 1000, null, 'opening credit', $2::timestamptz
        union all select account_id, 'charge', -price, id, null, created_at from made
        union all select account_id, 'refund', price, id, 'TIMEOUT', created_at + interval '1 minute' from made
          where price = 200`,
    },
    [account, submitted],
  );
  return db;
}

test('a ledger from before has the same entries afterwards, in the same order', async (t) => {
  const db = await databaseInUse(t);
  assert.equal((await migrate(db, migrationsFolder))[0], '0011_charges.sql');
  const { rows } = await listEntries(db, { accountId: account, kind: null, limit: 10, after: null });
  assert.deepEqual(
    rows.map(({ kind, amount, balance_after, reason, family }) => [kind, amount, balance_after, reason, family]),
    [
      ['refund', 200, 700, 'TIMEOUT', 'delta'],
      ['charge', -200, 500, null, 'delta'],
      ['charge', -300, 700, null, 'beta'],
      ['grant', 1000, 1000, 'opening credit', null],
    ],
  );
  assert.deepEqual(rows.at(-1)!.created_at, new Date(submitted));
  assert.deepEqual((await audit(db)).problems, []);
});

const disagreements = {
  'a generation without its charge': `delete from ledger_entries where amount = -300`,
  'a charge of another amount': `update ledger_entries set amount = -299 where amount = -300`,
  'a charge without its generation': `update ledger_entries set generation_id = gen_random_uuid() where amount = -300`,
};

for (const [what, damage] of Object.entries(disagreements)) {
  test(`with ${what}, nothing is migrated`, async (t) => {
    const db = await databaseInUse(t);
    await db.query({ text: 'alter table ledger_entries disable trigger all' });
    await db.query({ text: damage });
    await assert.rejects(migrate(db, migrationsFolder), /charges and generations do not agree/);
    const entries = await db.query({ text: `select from ledger_entries where kind = 'charge'` });
    assert.ok(entries.length > 0);
  });
}
