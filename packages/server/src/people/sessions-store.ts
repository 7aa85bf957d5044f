/** The statements about sessions. */
import { maybeOne, one, type Queryable, type Tx } from '../db/postgres.ts';
import { type PersonRow, selectPeople } from './people-store.ts';

export interface SessionRow {
  id: string;
  began_with: 'link' | 'password' | 'oidc' | 'sign_up';
  user_agent: string | null;
  address: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

const sessionColumns = `s.id, s.began_with, s.user_agent, s.address, s.created_at, s.last_seen_at, s.expires_at`;

export async function insertSession(
  tx: Tx,
  session: {
    tokenSha256: Buffer;
    personId: string;
    beganWith: SessionRow['began_with'];
    userAgent: string | null;
    address: string | null;
    days: number;
  },
): Promise<string> {
  const text = `insert into sessions (token_sha256, person_id, began_with, user_agent, address, expires_at)
    values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning id`;
  const { tokenSha256, personId, beganWith, userAgent, address, days } = session;
  return one(await tx.query<{ id: string }>({ text }, [tokenSha256, personId, beganWith, userAgent, address, days])).id;
}

/** The person's row, and beside it their session. */
export interface SignedInRow extends PersonRow {
  session_id: string;
  began_with: SessionRow['began_with'];
  age_seconds: number;
  unseen_seconds: number;
}

export async function findSignedIn(db: Queryable, tokenSha256: Buffer): Promise<SignedInRow | undefined> {
  const text = `select p.*, s.id as session_id, s.began_with,
      extract(epoch from now() - s.created_at)::float8 as age_seconds,
      extract(epoch from now() - s.last_seen_at)::float8 as unseen_seconds
    from sessions s cross join lateral (${selectPeople} where p.id = s.person_id) p
    where s.token_sha256 = $1 and s.expires_at > now()`;
  return maybeOne(await db.query<SignedInRow>({ name: 'find_signed_in', text }, [tokenSha256]));
}

export async function sessionExists(db: Queryable, id: string): Promise<boolean> {
  return (await db.query({ text: `select from sessions where id = $1` }, [id])).length === 1;
}

export async function noteSessionSeen(db: Queryable, id: string, days: number): Promise<void> {
  const text = `update sessions set last_seen_at = now(), expires_at = now() + make_interval(days => $2) where id = $1`;
  await db.query({ text }, [id, days]);
}

/** The one seen last comes first. */
export function listSessionRows(db: Queryable, personId: string): Promise<SessionRow[]> {
  const text = `select ${sessionColumns} from sessions s where s.person_id = $1 and s.expires_at > now()
    order by s.last_seen_at desc, s.id desc`;
  return db.query<SessionRow>({ text }, [personId]);
}

export async function deleteSession(
  db: Queryable,
  session: { id: string; personId: string },
): Promise<'ended' | 'not_found'> {
  const text = `delete from sessions where id = $1 and person_id = $2 returning 1`;
  return (await db.query({ text }, [session.id, session.personId])).length === 1 ? 'ended' : 'not_found';
}

export async function deleteSessionByToken(db: Queryable, tokenSha256: Buffer): Promise<void> {
  await db.query({ text: `delete from sessions where token_sha256 = $1` }, [tokenSha256]);
}

/** @param kept the one that goes on, or null to end all */
export async function deleteSessions(db: Queryable, personId: string, kept: string | null): Promise<void> {
  const text = `delete from sessions where person_id = $1 and id is distinct from $2`;
  await db.query({ text }, [personId, kept]);
}

export async function deleteExpiredSessions(db: Queryable): Promise<void> {
  await db.query({ text: `delete from sessions where expires_at <= now()` });
}
