/** `afterimage migrate` as a role that may change rows and nothing else. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { temporaryFolder } from './support/afterimage.ts';
import { hosted } from './support/hosted.ts';

test('a role that may not change the schema is told whose address is needed', async (t) => {
  const data = await temporaryFolder();
  t.after(data.remove);
  const { db, url } = await testDatabase(t);
  const name = `limited_${randomUUID().replaceAll('-', '')}`;
  await db.query({ text: `create role ${name} login password 'hush'` });
  await db.query({ text: `create database ${name}` });
  try {
    const address = new URL(url);
    address.username = name;
    address.password = 'hush';
    address.pathname = `/${name}`;
    const env = { AFTERIMAGE_DATA_DIR: data.folder, DATABASE_URL: address.href };
    const { exitCode, stderr } = await hosted(['migrate'], env);
    assert.equal(exitCode, 1);
    assert.match(
      stderr,
      /^The role in DATABASE_URL may not change the schema \(permission denied for schema public\); `afterimage migrate` needs the address of the role that owns it\.\n$/,
    );
  } finally {
    await db.query({ text: `drop database ${name} with (force)` });
    await db.query({ text: `drop role ${name}` });
  }
});
