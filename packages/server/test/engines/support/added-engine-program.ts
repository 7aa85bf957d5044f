/** Runs in a copy of the checkout to which an engine was added: `node added-engine-program.ts <engine> <database url>`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { openDb } from '../../../src/db/postgres.ts';
import { embeddedTable } from '../../../src/engines/embedded-table.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { describeEngine } from '../../suites/engine.ts';
import { openTestService, testSettings } from '../../support/service.ts';

const [name = '', url = ''] = process.argv.slice(2);

test('a picture of the new engine is delivered', async (t) => {
  assert.ok(embeddedTable.some((engine) => engine.name === name));
  const db = openDb({ url }, { applicationName: 'additions', log: createSilentLog() });
  const settings = await testSettings(t, { env: { DATABASE_URL: url } });
  const service = await openTestService(t, { db, settings, families });
  t.after(() => db.close());
  const { live } = await service.account();
  const submitted = await live.submit('/v1/delta/generate', { prompt: 'A sheet of paper' });
  const id = String(submitted.body['task_uuid']);
  assert.equal(await service.ended(id), 'completed');
  const rows = await db.query({ text: 'select engine from generations' });
  assert.deepEqual(rows, [{ engine: name }]);
});

describeEngine(name, { makes: ['t2i'] });
