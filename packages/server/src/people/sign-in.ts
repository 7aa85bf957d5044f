/** The ways in: a link that works once, email and password, and signing up where the operator allows it. */
import { isEmail } from '@afterimage/contract';
import { createAccount } from '../accounts/accounts.ts';
import { useSignInToken } from '../accounts/sign-in-links.ts';
import type { Db, Tx } from '../db/postgres.ts';
import { acceptInvitation } from './invitations.ts';
import { comparePassword, hashPassword } from './passwords.ts';
import { findPerson, ownerOf, type Person } from './people.ts';
import { findCredentials, insertPerson, lockPerson, putMembership, updatePassword } from './people-store.ts';
import { type Browser, beginSession, isStillSignedIn, type Session } from './sessions.ts';
import { deleteSessions, type SessionRow } from './sessions-store.ts';
import type { SignInTries } from './sign-in-tries.ts';

export interface SignInServices {
  db: Db;
  tries: SignInTries;
}

export interface SignedIn {
  outcome: 'signed_in';
  person: Person;
  /** For the cookie. */
  token: string;
}

export interface TooMany {
  outcome: 'too_many';
  retrySeconds: number;
}

/** The machine has too many passwords to compute at the moment. */
export interface Busy {
  outcome: 'busy';
}

export type LinkSignIn = SignedIn | { outcome: 'unknown' | 'used' | 'expired' | 'withdrawn' };

/** A sign-in link or an invitation: both come in the same form. Not counted: nobody guesses 256 bits. */
export function signInWithLink(
  { db }: Pick<SignInServices, 'db'>,
  { token, browser }: { token: string; browser: Browser },
): Promise<LinkSignIn> {
  return db.transaction(async (tx): Promise<LinkSignIn> => {
    const accepted = await acceptToken(tx, token);
    if (accepted.outcome !== 'accepted') return accepted;
    return signedIn(tx, { personId: accepted.personId, beganWith: 'link', browser });
  });
}

async function acceptToken(tx: Tx, token: string): ReturnType<typeof acceptInvitation> {
  const link = await useSignInToken(tx, token);
  if (link.outcome === 'unknown') return acceptInvitation(tx, token);
  if (link.outcome !== 'accepted') return link;
  return { outcome: 'accepted', personId: await ownerOf(tx, link.accountId) };
}

export type PasswordSignIn = SignedIn | TooMany | Busy | { outcome: 'wrong' };

/** The answer and its time are the same for an address that nobody has. */
export async function signInWithPassword(
  { db, tries }: SignInServices,
  credentials: { email: string; password: string; browser: Browser },
): Promise<PasswordSignIn> {
  const { caller } = credentials.browser;
  const signInTry = { email: credentials.email.trim(), caller };
  const begun = await tries.begin(signInTry);
  if (!begun.allowed) return { outcome: 'too_many', retrySeconds: begun.retrySeconds };
  const known = await findCredentials(db, signInTry.email);
  const compared = await comparePassword(credentials.password, known?.password ?? null, caller);
  if (compared === 'busy') return { outcome: 'busy' };
  if (known === undefined || compared === 'wrong') return { outcome: 'wrong' };
  await tries.forgive(signInTry);
  return db.transaction(async (tx): Promise<PasswordSignIn> => {
    // Whoever changed it while it was compared has ended the sessions that there were, and this one would come after them.
    if ((await lockPerson(tx, known.id))?.password !== known.password) return { outcome: 'wrong' };
    return signedIn(tx, { personId: known.id, beganWith: 'password', browser: credentials.browser });
  });
}

export type SignUp = SignedIn | TooMany | Busy | { outcome: 'email_not_valid' | 'email_taken' };

/** Never into an account that exists: nobody has seen that the address is theirs. */
export async function signUp(
  { db, tries }: SignInServices,
  credentials: { email: string; password: string; browser: Browser },
): Promise<SignUp> {
  const email = credentials.email.trim();
  if (!isEmail(email)) return { outcome: 'email_not_valid' };
  const { caller } = credentials.browser;
  const begun = await tries.begin({ email: null, caller });
  if (!begun.allowed) return { outcome: 'too_many', retrySeconds: begun.retrySeconds };
  const password = await hashPassword(credentials.password, caller);
  if (password === 'busy') return { outcome: 'busy' };
  return db
    .transaction(async (tx): Promise<SignUp> => {
      const personId = await insertPerson(tx, {
        email,
        operator: false,
        password: password.hashed,
        emailProven: false,
      });
      if (personId === undefined) return { outcome: 'email_taken' };
      const creation = await createAccount(tx, { email, credit: 0 });
      if (creation.outcome !== 'created') throw new EmailTaken();
      await putMembership(tx, { accountId: creation.account.id, personId, role: 'owner' });
      return signedIn(tx, { personId, beganWith: 'sign_up', browser: credentials.browser });
    })
    .catch((fault): SignUp => {
      if (fault instanceof EmailTaken) return { outcome: 'email_taken' };
      throw fault;
    });
}

/** Rolls back the person whose address turned out to be an account's. */
class EmailTaken extends Error {}

export type PasswordChange =
  | { outcome: 'changed' }
  | { outcome: 'current_needed' }
  | { outcome: 'current_wrong' }
  /** While it was computed; nothing has changed. */
  | { outcome: 'signed_out' }
  | TooMany
  | Busy;

/** Every other session of the person ends with the old password. */
export async function setPassword(
  { db, tries }: SignInServices,
  { session, password, current }: { session: Session; password: string; current: string | null },
): Promise<PasswordChange> {
  const { person } = session;
  // Strangers cannot try in this session's name.
  const caller = `session ${session.id}`;
  if (person.hasPassword && !session.freshFromLink) {
    if (current === null) return { outcome: 'current_needed' };
    const signInTry = { email: person.email, caller };
    const begun = await tries.begin(signInTry);
    if (!begun.allowed) return { outcome: 'too_many', retrySeconds: begun.retrySeconds };
    const known = await findCredentials(db, person.email);
    const compared = await comparePassword(current, known?.password ?? null, caller);
    if (compared === 'busy') return { outcome: 'busy' };
    if (compared === 'wrong') return { outcome: 'current_wrong' };
    await tries.forgive(signInTry);
  }
  const made = await hashPassword(password, caller);
  if (made === 'busy') return { outcome: 'busy' };
  return db.transaction(async (tx): Promise<PasswordChange> => {
    if (!(await isStillSignedIn(tx, session))) return { outcome: 'signed_out' };
    await updatePassword(tx, person.id, made.hashed);
    await deleteSessions(tx, person.id, session.id);
    return { outcome: 'changed' };
  });
}

export async function signedIn(
  tx: Tx,
  session: { personId: string; beganWith: SessionRow['began_with']; browser: Browser },
): Promise<SignedIn> {
  const token = await beginSession(tx, session);
  const person = await findPerson(tx, session.personId);
  if (person === undefined) throw new Error('A person vanished while signing in.');
  return { outcome: 'signed_in', person, token };
}
