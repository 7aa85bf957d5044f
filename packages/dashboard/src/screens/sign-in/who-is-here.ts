/** Who is signed in on the way to the sign-in page, and which account a link then added to theirs. */
import { api } from '../../data/api.ts';
import type { Person } from '../../data/resources.ts';

/** Past the remembered answers: nobody being signed in is no session that ended. */
export async function whoIsHere(): Promise<Person | null> {
  try {
    return await api.getMe({});
  } catch {
    return null;
  }
}

/** Undefined as well when the link is another person's: their accounts are not new to them. */
export function joinedAccount(before: Person | null, { id, memberships }: Person): string | undefined {
  if (before?.id !== id) return undefined;
  const known = new Set(before.memberships.map(({ account_id }) => account_id));
  return memberships.find(({ account_id }) => !known.has(account_id))?.account_id;
}
