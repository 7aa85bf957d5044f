/** Sessions: a browser that is signed in. Each request asks the database, so that an ended session is over at once. */
import { hash, randomBytes } from 'node:crypto';
import type { Db, Queryable, Tx } from '../db/postgres.ts';
import { type Person, personOf } from './people.ts';
import { lockPerson } from './people-store.ts';
import {
  deleteSessionByToken,
  findSignedIn,
  insertSession,
  noteSessionSeen,
  type SessionRow,
  sessionExists,
} from './sessions-store.ts';

export const sessionDays = 30;
const tokenBytes = 32;
/** Often enough for people who look at the list, seldom enough not to write with every request. */
const noteSeenSeconds = 60;
/** How long a session that began with a link may set a password without the one before: the link is the proof. */
const freshLinkSeconds = 15 * 60;
const userAgentCharactersMax = 400;

export interface Session {
  id: string;
  person: Person;
  /** The life of the session begins anew, and the cookie's should too. */
  renewed: boolean;
  /** It began with a link a moment ago. */
  freshFromLink: boolean;
}

/** Where a request comes from, as the list of sessions shows it. */
export interface Browser {
  userAgent: string | null;
  address: string | null;
  /** Who counts as one caller: the address, or the network it lies in. */
  caller: string;
}

/** Returns the token, which only the cookie will hold. */
export async function beginSession(
  tx: Tx,
  session: { personId: string; beganWith: SessionRow['began_with']; browser: Browser },
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await insertSession(tx, {
    tokenSha256: tokenHash(token),
    personId: session.personId,
    beganWith: session.beganWith,
    userAgent: session.browser.userAgent?.slice(0, userAgentCharactersMax) ?? null,
    address: session.browser.address,
    days: sessionDays,
  });
  return token;
}

export async function sessionOf(db: Db, token: string): Promise<Session | undefined> {
  const row = await findSignedIn(db, tokenHash(token));
  if (row === undefined) return undefined;
  const renewed = row.unseen_seconds >= noteSeenSeconds;
  if (renewed) await noteSessionSeen(db, row.session_id, sessionDays);
  return {
    id: row.session_id,
    person: personOf(row),
    renewed,
    freshFromLink: row.began_with === 'link' && row.age_seconds < freshLinkSeconds,
  };
}

/** In the commit of what must not come after the end of the session: a new password, or whoever takes the address over, waits. */
export async function isStillSignedIn(tx: Tx, { id, person }: Session): Promise<boolean> {
  await lockPerson(tx, person.id);
  return sessionExists(tx, id);
}

/** Of a browser that signs in anew: its earlier session would stay in the list for a month. */
export function endSessionOfToken(db: Queryable, token: string): Promise<void> {
  return deleteSessionByToken(db, tokenHash(token));
}

const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
