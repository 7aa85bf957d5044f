/** The listening connection: hears, comes back after every loss, and says that it was away. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { listen } from '../../src/db/listener.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

const announce = { text: 'select pg_notify($1, $2)' };
const endListeners = {
  text: `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'afterimage listener'`,
};

async function listening(t: TestContext, channels: string[]) {
  const { db, settings } = await testDatabase(t);
  const heard: string[] = [];
  let reconnects = 0;
  const listener = await listen({
    settings,
    channels,
    on: (channel, payload) => heard.push(`${channel}: ${payload}`),
    onReconnect: () => {
      reconnects += 1;
    },
    log: createSilentLog(),
  });
  t.after(() => listener.stop());
  return { db, heard, reconnects: () => reconnects, listener };
}

test('announcements on the channels asked for arrive, others do not', async (t) => {
  const { db, heard } = await listening(t, ['work', 'Key-Changes']);
  await db.query(announce, ['other', 'unheard']);
  await db.query(announce, ['work', '']);
  await db.query(announce, ['Key-Changes', 'id 7']);
  await eventually(() => heard.length === 2);
  assert.deepEqual(heard, ['work: ', 'Key-Changes: id 7']);
});

test('a listener whose session is ended comes back, says so once each time, and hears again', async (t) => {
  const { db, heard, reconnects } = await listening(t, ['work']);
  for (let round = 1; round <= 5; round += 1) {
    await db.query(endListeners);
    await eventually(() => reconnects() === round);
    await db.query(announce, ['work', `round ${round}`]);
    await eventually(() => heard.includes(`work: round ${round}`));
  }
  assert.equal(reconnects(), 5);
});

test('a stopped listener stays away', async (t) => {
  const { db, listener, reconnects } = await listening(t, ['work']);
  await listener.stop();
  const present = {
    text: `select count(*) from pg_stat_activity where application_name = 'afterimage listener' and datname = current_database()`,
  };
  await eventually(async () => {
    const [row] = await db.query<{ count: number }>(present);
    return row?.count === 0;
  });
  assert.equal(reconnects(), 0);
});

test('a listener that cannot connect at first says so', async (t) => {
  const { url } = await testDatabase(t);
  const wrong = new URL(url);
  wrong.pathname = '/no_such_database';
  const refused = listen({
    settings: { url: wrong.href },
    channels: ['work'],
    on: () => {},
    onReconnect: () => {},
    log: createSilentLog(),
  });
  await assert.rejects(refused, { code: '3D000' });
});
