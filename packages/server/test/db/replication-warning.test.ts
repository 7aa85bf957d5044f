/** A database whose commits wait for a standby that is not there is said by `/readyz`, as is one that no longer waits. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { Client } from 'pg';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { createReplicationWatch } from '../../src/db/replication-watch.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService, testSettings } from '../support/service.ts';
import { startHere } from './support/own-server.ts';
import { scratchFolder } from './support/scratch.ts';

test('readiness warns of a synchronous standby that is away, also when another is connected', async (t) => {
  const { server, db } = await startHere(t, join(await scratchFolder(), 'postgres'));
  await migrate(db, migrationsFolder);
  const { url } = server.administration;
  const settings = await testSettings(t, { env: { DATABASE_URL: url } });
  const { ask, stop } = await openTestService(t, { db, settings, families });
  const warned = async (words: RegExp) => {
    await eventually(async () => {
      const { status, body } = await ask('GET', '/readyz');
      assert.equal(status, 200);
      return ((body['warnings'] ?? []) as string[]).some((warning) => words.test(warning));
    });
  };
  const askFor = async (names: string) => {
    // Neither waits for a standby itself.
    await db.query({ text: `alter system set synchronous_standby_names = '${names}'` });
    await db.query({ text: 'select pg_reload_conf()' });
  };

  // It is connected and follows nothing: a copy that somebody takes looks the same.
  const other = new Client({ connectionString: url, replication: 'true', application_name: 'other' } as object);
  await other.connect();
  try {
    const sees = 'select count(*)::integer as senders from pg_stat_replication';
    assert.deepEqual(await db.query({ text: sees }), [{ senders: 1 }]);
    assert.equal((await ask('GET', '/readyz')).body['warnings'], undefined);

    await askFor('away');
    await warned(/^The database waits for a synchronous standby with every commit and none is connected: nothing is /);
    await askFor('ANY 2 (away, gone)');
    await warned(/^The database waits for 2 synchronous standbys with every commit and none is connected: /);
    await askFor('');
    await warned(/^The database no longer waits for a standby: /);
  } finally {
    await askFor('');
    await other.end();
    await stop();
  }
});

test('the warning ends when the standby is back, and names how many are missing', () => {
  const { note, sentence } = createReplicationWatch(createSilentLog());
  note({ wanted: 0, standbys: 3 });
  assert.equal(sentence(), null);
  note({ wanted: 2, standbys: 1 });
  assert.match(sentence() ?? '', /waits for 2 synchronous standbys .* only 1 is connected/);
  note({ wanted: 2, standbys: 2 });
  assert.equal(sentence(), null);
  note({ wanted: 0, standbys: 2 });
  assert.match(sentence() ?? '', /no longer waits/);
});
