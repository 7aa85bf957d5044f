/** Passwords take their time: what changes meanwhile counts, and nothing that was begun before outlives it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { vouchedPerson } from '../../src/people/people.ts';
import { findCredentials } from '../../src/people/people-store.ts';
import { type Session, sessionOf } from '../../src/people/sessions.ts';
import { setPassword, signInWithPassword, signUp } from '../../src/people/sign-in.ts';
import { testDatabase } from '../support/database.ts';
import { anyEmail } from '../support/people.ts';

const password = 'correct horse battery';
const browser = { userAgent: null, address: null, caller: '192.0.2.7' };
const calm = { begin: async () => ({ allowed: true as const }), forgive: async () => {} };

/** Does so between the comparison of a password and what follows from it. */
const meanwhile = (act: () => Promise<unknown>) => ({
  ...calm,
  forgive: async () => {
    await act();
  },
});

async function signedUp(db: Db): Promise<{ email: string; session: Session }> {
  const email = anyEmail();
  const made = await signUp({ db, tries: calm }, { email, password, browser });
  assert.ok(made.outcome === 'signed_in');
  return { email, session: (await sessionOf(db, made.token))! };
}

const sessionsOf = async (db: Db, email: string) => {
  const text = 'select s.id from sessions s join people p on p.id = s.person_id where p.email = $1';
  return (await db.query<{ id: string }>({ text }, [email])).map(({ id }) => id);
};

const takenOver = (db: Db, email: string) => db.transaction((tx) => vouchedPerson(tx, email));

test('a sign-in is refused whose password was changed while it was compared', async (t) => {
  const { db } = await testDatabase(t);
  const { email, session } = await signedUp(db);
  const change = { session, password: 'another password', current: password };
  const tries = meanwhile(() => setPassword({ db, tries: calm }, change));
  assert.deepEqual(await signInWithPassword({ db, tries }, { email, password, browser }), { outcome: 'wrong' });
  assert.deepEqual(await sessionsOf(db, email), [session.id], 'but for the one that changed it');
});

test('a sign-in is refused whose address was taken over while it was compared', async (t) => {
  const { db } = await testDatabase(t);
  const { email } = await signedUp(db);
  const tries = meanwhile(() => takenOver(db, email));
  assert.deepEqual(await signInWithPassword({ db, tries }, { email, password, browser }), { outcome: 'wrong' });
  assert.deepEqual(await sessionsOf(db, email), []);
});

test('a session that was ended while a password was computed sets none', async (t) => {
  const { db } = await testDatabase(t);
  const { email, session } = await signedUp(db);
  const tries = meanwhile(() => takenOver(db, email));
  const change = { session, password: 'another password', current: password };
  assert.deepEqual(await setPassword({ db, tries }, change), { outcome: 'signed_out' });
  assert.equal((await findCredentials(db, email))?.password, null);
});
