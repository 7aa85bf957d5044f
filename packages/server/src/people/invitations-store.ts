/** The statements about invitations. */
import { maybeOne, one, type Queryable, type Tx } from '../db/postgres.ts';

export interface InvitationRow {
  id: string;
  email: string;
  role: 'owner' | 'member';
  account_id: string | null;
  account_email: string | null;
  state: 'open' | 'used' | 'expired' | 'withdrawn';
  created_at: Date;
  expires_at: Date;
}

const state = `case when i.used_at is not null then 'used' when i.withdrawn_at is not null then 'withdrawn'
  when i.expires_at <= now() then 'expired' else 'open' end`;

export async function insertInvitation(
  tx: Tx,
  invitation: {
    tokenSha256: Buffer;
    email: string;
    role: 'owner' | 'member';
    accountId: string | null;
    invitedBy: string;
    days: number;
  },
): Promise<string> {
  const { tokenSha256, email, role, accountId, invitedBy, days } = invitation;
  const text = `insert into invitations (token_sha256, email, role, account_id, invited_by, expires_at)
    values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning id`;
  return one(await tx.query<{ id: string }>({ text }, [tokenSha256, email, role, accountId, invitedBy, days])).id;
}

/** Newest first. */
export function listInvitationRows(db: Queryable, days: number): Promise<InvitationRow[]> {
  const text = `select i.id, i.email, i.role, i.account_id, a.email as account_email, ${state} as state,
      i.created_at, i.expires_at
    from invitations i left join accounts a on a.id = i.account_id
    where i.created_at > now() - make_interval(days => $1) order by i.id desc`;
  return db.query<InvitationRow>({ text }, [days]);
}

/** Locked, so that of two uses at once the second sees the first. */
export async function lockInvitation(
  tx: Tx,
  tokenSha256: Buffer,
): Promise<Omit<InvitationRow, 'account_email' | 'created_at' | 'expires_at'> | undefined> {
  const text = `select i.id, i.email, i.role, i.account_id, ${state} as state from invitations i
    where i.token_sha256 = $1 for update`;
  return maybeOne(await tx.query<InvitationRow>({ text }, [tokenSha256]));
}

export async function markInvitationUsed(tx: Tx, id: string): Promise<void> {
  await tx.query({ text: `update invitations set used_at = now() where id = $1` }, [id]);
}

/** One that was used cannot be taken back. */
export async function markInvitationWithdrawn(db: Queryable, id: string): Promise<'withdrawn' | 'not_found'> {
  const text = `update invitations set withdrawn_at = coalesce(withdrawn_at, now())
    where id = $1 and used_at is null returning 1`;
  return (await db.query({ text }, [id])).length === 1 ? 'withdrawn' : 'not_found';
}

export async function isLiveAccount(db: Queryable, accountId: string): Promise<boolean> {
  const text = `select from accounts where id = $1 and mode = 'live'`;
  return (await db.query({ text }, [accountId])).length === 1;
}
