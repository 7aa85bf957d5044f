/**
 * The clock of a sandbox twin. To move it ahead is to bring nearer all that time brings: limits, waits in the queue, repeats
 * of webhooks, the end of files and of Idempotency-Keys. No other statement knows of it, so nobody else pays for it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isLockTimeout } from '../db/database-errors.ts';
import type { Db } from '../db/postgres.ts';
import { webhooksChannel } from '../queue/wake.ts';
import { movedClocksChannel } from './store.ts';

const columns = `now() + make_interval(secs => clock_ahead_seconds) as now`;

export async function readClock(db: Db, accountId: string): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(
    { name: 'read_clock', text: `select ${columns} from accounts where id = $1` },
    [accountId],
  );
  return row!.now;
}

/** What has come nearer stays so. */
export async function resetClock(db: Db, accountId: string): Promise<void> {
  await db.query({ name: 'reset_clock', text: 'update accounts set clock_ahead_seconds = 0 where id = $1' }, [
    accountId,
  ]);
}

/** What comes when: the table, its rows that still wait for a time, and the columns that say which. */
const awaited = [
  { table: 'generations', which: 'finished_at is null', times: ['deadline_at', 'ready_at'] },
  { table: 'webhook_deliveries', which: `state = 'waiting'`, times: ['next_attempt_at'] },
  { table: 'media_objects', which: 'removed_at is null', times: ['expires_at'] },
  { table: 'idempotency_keys', which: 'true', times: ['expires_at'] },
] as const;

/**
 * Whoever ends a generation holds its row and waits for the account; whoever moves the clock has the account. Shorter than the
 * second after which PostgreSQL stops either of them, so that it is always us who let go, and begin anew.
 */
const rowMilliseconds = 200;
const triesMax = 25;
const pauseMilliseconds = 20;

export async function advanceClock(db: Db, accountId: string, seconds: number): Promise<Date> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await advanceOnce(db, accountId, seconds);
    } catch (fault) {
      if (!isLockTimeout(fault) || tried === triesMax) throw fault;
    }
    await pause(pauseMilliseconds);
  }
}

function advanceOnce(db: Db, accountId: string, seconds: number): Promise<Date> {
  return db.transaction(async (tx) => {
    // First, as submits do: two advances, or one and a submit, come one after the other.
    const [row] = await tx.query<{ now: Date }>(
      {
        name: 'advance_clock',
        text: `update accounts set clock_ahead_seconds = clock_ahead_seconds + $2
          where id = $1 and mode = 'sandbox' returning ${columns}`,
      },
      [accountId, seconds],
    );
    await tx.query({ text: `set local lock_timeout = ${rowMilliseconds}` });
    for (const { table, which, times } of awaited) {
      const moved = times.map((column) => `${column} = ${column} - make_interval(secs => $2)`).join(', ');
      await tx.query(
        { name: `advance_${table}`, text: `update ${table} set ${moved} where account_id = $1 and ${which}` },
        [accountId, seconds],
      );
    }
    tx.tell(webhooksChannel, '');
    tx.tell(movedClocksChannel, accountId);
    return row!.now;
  });
}
