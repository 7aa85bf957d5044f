/** docs/schema.sql is no picture of the schema but the schema: run in an empty database, it makes the same one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema, schemaPage } from '../../../../scripts/schema-page.ts';
import type { Db } from '../../src/db/postgres.ts';
import { testDatabase } from '../support/database.ts';

test('the page of a schema makes that schema', async (t) => {
  const { db } = await testDatabase(t);
  const { db: other } = await testDatabase(t);
  const page = schemaPage(await readSchema(db));
  await other.query({ text: 'drop schema public cascade; create schema public' });
  await other.query({ text: page });
  await copyComments(db, other);
  assert.equal(schemaPage(await readSchema(other)), page);
});

/** To the database they are comments of their own; on the page they are the page's. */
async function copyComments(from: Db, to: Db): Promise<void> {
  const comments = await from.query<{ text: string }>({
    text: `select format('comment on %s %s is %L', about.type, about.identity, d.description) as text
      from pg_description d cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) about
      where about.schema = 'public'`,
  });
  assert.ok(comments.length > 20);
  for (const comment of comments) await to.query(comment);
}
