/** docs/schema.sql and docs/schema-apart.sql are no picture of the schema but the schema: run in an empty database, they make the same one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema, schemaPages } from '../../../../scripts/schema-page.ts';
import type { Db } from '../../src/db/postgres.ts';
import { testDatabase } from '../support/database.ts';

test('the pages of a schema make that schema', async (t) => {
  const { db } = await testDatabase(t);
  const { db: other } = await testDatabase(t);
  const pages = schemaPages(await readSchema(db));
  await other.query({ text: 'drop schema public cascade; create schema public' });
  for (const text of pages.values()) await other.query({ text });
  await copyComments(db, other);
  assert.deepEqual(schemaPages(await readSchema(other)), pages);
  assert.equal(
    (await other.query({ text: `select from pg_inherits where inhparent = 'generations'::regclass` })).length,
    2,
  );
});

test('what is made later is not left out of the pages: they want a subject for it', async (t) => {
  const { db } = await testDatabase(t);
  await db.query({ text: 'create table reviews (id uuid primary key)' });
  const objects = await readSchema(db);
  assert.throws(() => schemaPages(objects), {
    message: 'The table reviews has no subject in scripts/schema-subjects.ts.',
  });
  const fewer = objects.filter(({ name }) => name !== 'table reviews' && name !== 'function claim_generations');
  assert.throws(() => schemaPages(fewer), { message: 'The schema has no claim_generations.' });
});

test('every table says on the page what it is for, beside it or before it', async (t) => {
  const { db } = await testDatabase(t);
  const silent = (await readSchema(db)).filter(({ name, about }) => name.startsWith('table ') && !about);
  assert.deepEqual(silent, []);
});

/** Exceptions to what stands beside them; the tests named show each. */
const exceptions = [
  // stories/spend-limit.test.ts
  /A sandbox's clock is set ahead by moving these times back, all but spend limits: it is real time for all\./,
  /-- spent: a refund lowers it while the period of its charge lasts/,
  // invariants/lost-lease.test.ts
  /-- worker: who holds it; .* null, or its old name while the work is with its engine/,
];

test('the page tells what is not as the rest', async (t) => {
  const { db } = await testDatabase(t);
  const page = schemaPages(await readSchema(db)).get('docs/schema.sql')!;
  for (const exception of exceptions) assert.match(page, exception);
});

/** To the database they are comments of their own; on the page they are the page's. */
async function copyComments(from: Db, to: Db): Promise<void> {
  const comments = await from.query<{ text: string }>({
    text: `select format('comment on %s %s is %L', replace(about.type, 'table column', 'column'), about.identity, d.description) as text
      from pg_description d cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) about
      where about.schema = 'public'`,
  });
  assert.ok(comments.length > 20);
  for (const comment of comments) await to.query(comment);
}
