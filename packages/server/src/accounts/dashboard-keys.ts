/** The key with which people who are signed in submit: made when first needed, its secret thrown away at once. */
import { randomBytes } from 'node:crypto';
import type { Queryable } from '../db/postgres.ts';
import { findDashboardKey, insertDashboardKey } from './dashboard-keys-store.ts';
import { noteKeysUsed } from './store.ts';

const name = 'Dashboard';

/** Its id. A revoked one is followed by another: who is signed in needs no key to be let in. */
export async function useDashboardKey(db: Queryable, accountId: string, now: Date): Promise<string> {
  const id = (await findDashboardKey(db, accountId)) ?? (await makeDashboardKey(db, accountId));
  await noteKeysUsed(db, { ids: [id], times: [now] });
  return id;
}

async function makeDashboardKey(db: Queryable, accountId: string): Promise<string> {
  // The hash of nothing that anyone has seen: no text opens the service as this key.
  const made = await insertDashboardKey(db, { accountId, name, secretSha256: randomBytes(32) });
  const id = made ?? (await findDashboardKey(db, accountId));
  if (id === undefined) throw new Error(`The dashboard's key of account ${accountId} was revoked while it was made.`);
  return id;
}
