/** A database whose commits are listened to, and a process that dies after each of them, before it tells of it. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { listen } from '../../../src/db/listener.ts';
import type { Db } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { testDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

export interface Notifications {
  db: Db;
  /** Does as `db` does, and tells nobody. */
  died: Db;
  /** `channel payload`, as it came. */
  heard: string[];
  /** What was committed since has notified nobody; and what `died` would have told of it. */
  quiet(toldThen: string[]): Promise<void>;
}

const mark = 'a_mark';

export async function hearNotifications(t: TestContext, channels: string[]): Promise<Notifications> {
  const { db, settings } = await testDatabase(t);
  const heard: string[] = [];
  const on = (channel: string, payload: string) => heard.push(`${channel} ${payload}`);
  const log = createSilentLog();
  const listener = await listen({ settings, channels: [mark, ...channels], on, onReconnect: () => {}, log });
  t.after(() => listener.stop());
  // What is told again before it is out is told once.
  const told = new Set<string>();
  const tell = (channel: string, payload: string) => void told.add(`${channel} ${payload}`);
  return {
    db,
    died: { ...db, tell, transaction: (work) => db.transaction((tx) => work({ ...tx, tell })) },
    heard,
    async quiet(toldThen) {
      // Notifications come in the order of commits.
      await db.query({ text: `select pg_notify('${mark}', '')` });
      await eventually(() => heard.includes(`${mark} `));
      assert.deepEqual([heard.splice(0), [...told]], [[`${mark} `], toldThen]);
      told.clear();
    },
  };
}
