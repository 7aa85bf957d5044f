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
  // Comments of the database become comments of the page, which the other one does not have.
  const schemaOf = async (one: Db) => (await readSchema(one)).map(({ sql }) => sql.replaceAll(/^-- .*\n/gm, ''));
  assert.deepEqual(await schemaOf(other), await schemaOf(db));
});
