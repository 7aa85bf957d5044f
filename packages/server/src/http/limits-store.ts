/** The statement that tells the other processes what this one has allowed: nothing is kept, for a count is old in a minute. */
import type { Queryable } from '../db/postgres.ts';

export const limitsChannel = 'limits';

export async function announceTaken(db: Queryable, payload: string): Promise<void> {
  await db.query({ name: 'announce_taken', text: 'select pg_notify($1, $2)' }, [limitsChannel, payload]);
}
