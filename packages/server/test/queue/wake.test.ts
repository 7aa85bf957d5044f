/** Notifications reach those who wait for them, and a broken connection makes everyone look. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSilentLog } from '../../src/log/log.ts';
import { wakeOnNotifications } from '../../src/queue/wake.ts';
import { testDatabase } from '../support/database.ts';

test('a notification wakes its own channel; after a broken connection all are woken', {
  timeout: 120_000,
}, async (t) => {
  const { db, settings } = await testDatabase(t);
  const heard: [string, string | null][] = [];
  let next = Promise.withResolvers<void>();
  const hear = (channel: string) => (payload: string | null) => {
    heard.push([channel, payload]);
    next.resolve();
  };
  const wake = await wakeOnNotifications(
    { work: hear('work'), webhooks: hear('webhooks') },
    { settings, log: createSilentLog() },
  );
  t.after(() => wake.stop());

  await db.query({ text: `select pg_notify('work', 'studio')` });
  await next.promise;
  assert.deepEqual(heard, [['work', 'studio']]);

  next = Promise.withResolvers();
  await db.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'afterimage listener'`,
  });
  await next.promise;
  assert.deepEqual(heard.slice(1), [
    ['work', null],
    ['webhooks', null],
  ]);

  next = Promise.withResolvers();
  await db.query({ text: `select pg_notify('webhooks', '')` });
  await next.promise;
  assert.deepEqual(heard.at(-1), ['webhooks', '']);
});
