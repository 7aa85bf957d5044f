/** The statements of the accounts room: accounts, API keys, sign-in links, webhook secrets, the mark of the first start. */
import type { Mode } from '@afterimage/contract';
import { maybeOne, one, type Queryable, type Tx } from '../db/postgres.ts';

export interface AccountRow {
  id: string;
  email: string;
  sandbox_id: string;
  created_at: Date;
}

/** Undefined when the address has an account. */
export async function insertAccount(tx: Tx, email: string): Promise<{ id: string; created_at: Date } | undefined> {
  const text = `insert into accounts (email, mode) values ($1, 'live')
    on conflict (lower(email), mode) do nothing returning id, created_at`;
  return maybeOne(await tx.query<{ id: string; created_at: Date }>({ text }, [email]));
}

export async function insertTwin(tx: Tx, live: { id: string; email: string }): Promise<string> {
  const text = `insert into accounts (email, mode, live_account_id) values ($1, 'sandbox', $2) returning id`;
  return one(await tx.query<{ id: string }>({ text }, [live.email, live.id])).id;
}

const selectAccounts = `select a.id, a.email, a.created_at, twin.id as sandbox_id
  from accounts a join accounts twin on twin.live_account_id = a.id`;

export async function findAccountRow(db: Queryable, email: string): Promise<AccountRow | undefined> {
  const text = `${selectAccounts} where lower(a.email) = lower($1) and a.mode = 'live'`;
  return maybeOne(await db.query<AccountRow>({ text }, [email]));
}

export async function findTwinRow(db: Queryable, id: string): Promise<{ live_id: string; sandbox_id: string }> {
  const text = `select coalesce(a.live_account_id, a.id) as live_id, coalesce(twin.id, a.id) as sandbox_id
    from accounts a left join accounts twin on twin.live_account_id = a.id where a.id = $1`;
  return one(await db.query<{ live_id: string; sandbox_id: string }>({ name: 'find_twins', text }, [id]));
}

export function listAccountRows(db: Queryable): Promise<AccountRow[]> {
  return db.query<AccountRow>({ text: `${selectAccounts} order by a.id` });
}

export interface NewKeyRow {
  accountId: string;
  name: string;
  secretSha256: Buffer;
  last4: string;
  expiresAt: Date | null;
  /** Null: on the command line. */
  madeBy: string | null;
}

export async function insertKey(tx: Tx, key: NewKeyRow): Promise<string> {
  const text = `insert into api_keys (account_id, name, secret_sha256, last4, expires_at, made_by)
    values ($1, $2, $3, $4, $5, $6) returning id`;
  const values = [key.accountId, key.name, key.secretSha256, key.last4, key.expiresAt, key.madeBy];
  return one(await tx.query<{ id: string }>({ text }, values)).id;
}

export interface KeyRow {
  id: string;
  account_id: string;
  name: string;
  last4: string;
  mode: Mode;
  /** Null for a key that someone asked for. */
  made_for: 'dashboard' | null;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

const selectKeys = `select k.id, k.account_id, k.name, k.last4, a.mode, k.made_for, k.created_at, k.expires_at,
    k.revoked_at, k.last_used_at
  from api_keys k join accounts a on a.id = k.account_id`;

export function listKeyRows(db: Queryable, accountIds: string[]): Promise<KeyRow[]> {
  return db.query<KeyRow>({ text: `${selectKeys} where k.account_id = any ($1) order by k.id` }, [accountIds]);
}

/** Those that work. The account is locked, so that two made at once do not both count the same ones. */
export async function countKeysLocked(tx: Tx, accountId: string): Promise<number> {
  await tx.query({ text: `select from accounts where id = $1 for no key update` }, [accountId]);
  const text = `select count(*)::integer as keys from api_keys
    where account_id = $1 and made_for is null and revoked_at is null and (expires_at is null or expires_at > now())`;
  return one(await tx.query<{ keys: number }>({ text }, [accountId])).keys;
}

/** Locked, so that of two rotations of one key one waits for the other. */
export async function lockKeyRow(tx: Tx, id: string): Promise<KeyRow | undefined> {
  return maybeOne(await tx.query<KeyRow>({ text: `${selectKeys} where k.id = $1 for update of k` }, [id]));
}

/**
 * The successor of a key; what the two may spend is one limit. A key that was given a life at its making passes on a life of the same length; the end that
 * a rotation gave it is no such life.
 */
export async function insertSuccessor(
  tx: Tx,
  old: { id: string },
  key: { secretSha256: Buffer; last4: string; madeBy: string | null },
): Promise<{ id: string; expires_at: Date | null }> {
  const text = `insert into api_keys
      (account_id, name, secret_sha256, last4, made_by, rotated_from, spend_limit_id, expires_at)
    select k.account_id, k.name, $2, $3, $4, k.id, k.spend_limit_id,
      case when not exists (select from api_keys n where n.rotated_from = k.id)
        then now() + (k.expires_at - k.created_at) end
    from api_keys k where k.id = $1 returning id, expires_at`;
  const values = [old.id, key.secretSha256, key.last4, key.madeBy];
  return one(await tx.query<{ id: string; expires_at: Date | null }>({ text }, values));
}

/** Never later than the end it already had. */
export async function endKeyAfter(tx: Tx, id: string, seconds: number): Promise<Date> {
  const text = `update api_keys set expires_at = least(expires_at, now() + make_interval(secs => $2))
    where id = $1 returning expires_at`;
  return one(await tx.query<{ expires_at: Date }>({ text }, [id, seconds])).expires_at;
}

/** The first revocation counts; undefined when there is no such key. */
export async function markRevoked(db: Queryable, id: string): Promise<Date | undefined> {
  const text = `update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 returning revoked_at`;
  return maybeOne(await db.query<{ revoked_at: Date }>({ text }, [id]))?.revoked_at;
}

/** Those that this person made, of whatever account. */
export async function revokeKeysMadeBy(tx: Tx, personId: string): Promise<void> {
  const text = `update api_keys set revoked_at = now() where made_by = $1 and revoked_at is null`;
  await tx.query({ text }, [personId]);
}

export interface LiveKeyRow {
  secret_sha256: Buffer;
  id: string;
  account_id: string;
  live_id: string;
  mode: Mode;
  expires_at: Date | null;
  suspended: boolean;
}

export function findLiveKeys(db: Queryable, hashes: Buffer[]): Promise<LiveKeyRow[]> {
  const text = `select k.secret_sha256, k.id, k.account_id, coalesce(a.live_account_id, a.id) as live_id, a.mode, k.expires_at,
      a.suspended_at is not null as suspended
    from api_keys k join accounts a on a.id = k.account_id
    where k.secret_sha256 = any ($1) and k.revoked_at is null`;
  return db.query<LiveKeyRow>({ name: 'find_live_keys', text }, [hashes]);
}

export async function noteKeysUsed(db: Queryable, uses: { ids: string[]; times: Date[] }): Promise<void> {
  const text = `update api_keys k set last_used_at = u.at
    from unnest($1::uuid[], $2::timestamptz[]) as u(id, at)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`;
  await db.query({ name: 'note_keys_used', text }, [uses.ids, uses.times]);
}

export async function insertSignInLink(
  tx: Tx,
  link: { accountId: string; tokenSha256: Buffer; hours: number },
): Promise<void> {
  const text = `insert into sign_in_links (token_sha256, account_id, expires_at)
    values ($1, $2, now() + make_interval(hours => $3))`;
  await tx.query({ text }, [link.tokenSha256, link.accountId, link.hours]);
}

/** One statement, so that of two uses at once only one gets the account. */
export async function markSignInLinkUsed(db: Queryable, tokenSha256: Buffer): Promise<string | undefined> {
  const text = `update sign_in_links set used_at = now()
    where token_sha256 = $1 and used_at is null and expires_at > now() returning account_id`;
  return maybeOne(await db.query<{ account_id: string }>({ text }, [tokenSha256]))?.account_id;
}

/** Of a link that could not be used. */
export async function whyLinkIsNot(db: Queryable, tokenSha256: Buffer): Promise<'used' | 'expired' | 'unknown'> {
  const text = `select used_at from sign_in_links where token_sha256 = $1`;
  const row = maybeOne(await db.query<{ used_at: Date | null }>({ text }, [tokenSha256]));
  if (row === undefined) return 'unknown';
  return row.used_at === null ? 'expired' : 'used';
}

/** True for the one caller, of all processes and for all time, that set the mark; others wait until its commit. */
export async function markFirstStart(tx: Tx): Promise<boolean> {
  const text = `insert into service_secrets (name, value) values ('first_start', '')
    on conflict (name) do nothing returning name`;
  return (await tx.query({ text })).length === 1;
}
