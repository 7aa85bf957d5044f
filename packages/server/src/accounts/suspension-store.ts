/** The statements about accounts that take no requests for now. */
import { maybeOne, type Queryable, type Tx } from '../db/postgres.ts';

/** The account with its twin; false when there is no such account. One that is suspended already stays so since when it was. */
export async function markSuspended(tx: Tx, liveId: string, state: 'suspended' | 'working'): Promise<boolean> {
  const text = `update accounts set suspended_at = case when $2 = 'suspended' then coalesce(suspended_at, now()) end
    where (id = $1 and mode = 'live') or live_account_id = $1`;
  return (await tx.change({ text }, [liveId, state])) > 0;
}

export async function isSuspended(db: Queryable, accountId: string): Promise<boolean> {
  const text = 'select suspended_at is not null as suspended from accounts where id = $1';
  return maybeOne(await db.query<{ suspended: boolean }>({ text }, [accountId]))?.suspended ?? false;
}
