/** The statements about people, the accounts they are in, and who they are elsewhere. */
import { maybeOne, one, type Queryable, type Tx } from '../db/postgres.ts';

export interface MembershipRow {
  account_id: string;
  sandbox_id: string;
  email: string;
  role: 'owner' | 'member';
  suspended_at: string | null;
}

export interface PersonRow {
  id: string;
  email: string;
  operator: boolean;
  has_password: boolean;
  memberships: MembershipRow[];
  created_at: Date;
}

/** A person's accounts, the one they have been in longest first. */
const personColumns = `p.id, p.email, p.operator, p.password is not null as has_password, p.created_at,
  coalesce((
    select json_agg(json_build_object('account_id', a.id, 'sandbox_id', twin.id, 'email', a.email, 'role', m.role,
        'suspended_at', a.suspended_at)
      order by m.created_at, a.id)
    from memberships m join accounts a on a.id = m.account_id join accounts twin on twin.live_account_id = a.id
    where m.person_id = p.id), '[]'::json) as memberships`;

export const selectPeople = `select ${personColumns} from people p`;

export async function findPersonRow(db: Queryable, id: string): Promise<PersonRow | undefined> {
  return maybeOne(await db.query<PersonRow>({ text: `${selectPeople} where p.id = $1` }, [id]));
}

export interface CredentialsRow {
  id: string;
  email: string;
  password: string | null;
  email_proven: boolean;
}

export async function findCredentials(db: Queryable, email: string): Promise<CredentialsRow | undefined> {
  const text = `select id, email, password, email_proven from people where lower(email) = lower($1)`;
  return maybeOne(await db.query<CredentialsRow>({ text }, [email]));
}

/** Undefined when the address has a person. */
export async function insertPerson(
  tx: Tx,
  person: { email: string; operator: boolean; password: string | null; emailProven: boolean },
): Promise<string | undefined> {
  const text = `insert into people (email, operator, password, email_proven) values ($1, $2, $3, $4)
    on conflict (lower(email)) do nothing returning id`;
  const values = [person.email, person.operator, person.password, person.emailProven];
  return maybeOne(await tx.query<{ id: string }>({ text }, values))?.id;
}

export async function markOperator(tx: Tx, personId: string): Promise<void> {
  await tx.query({ text: `update people set operator = true where id = $1` }, [personId]);
}

/** Whether this key is an operator's, who owns its account and made it; one of the command line is of whoever owns its account. */
export async function isOperatorsKey(db: Queryable, keyId: string): Promise<boolean> {
  const rows = await db.query(
    {
      name: 'is_operators_key',
      text: `select from api_keys k join memberships m on m.account_id = k.account_id join people p on p.id = m.person_id
        where k.id = $1 and m.role = 'owner' and p.operator and coalesce(k.made_by, p.id) = p.id limit 1`,
    },
    [keyId],
  );
  return rows.length > 0;
}

/** False when it was already. */
export async function markEmailProven(tx: Tx, personId: string): Promise<boolean> {
  const text = `update people set email_proven = true, password = null where id = $1 and not email_proven returning id`;
  return (await tx.query({ text }, [personId])).length === 1;
}

/** The accounts that this person owns and nobody else, with their twins. */
export async function listOwnedAlone(tx: Tx, personId: string): Promise<string[]> {
  const text = `select a.id from memberships m join accounts a on m.account_id in (a.id, a.live_account_id)
    where m.person_id = $1 and m.role = 'owner' and not exists (select from memberships other
      where other.account_id = m.account_id and other.role = 'owner' and other.person_id <> m.person_id)`;
  return (await tx.query<{ id: string }>({ text }, [personId])).map(({ id }) => id);
}

/** Held until the end: whoever changes the password, or takes the address over, comes before or after. */
export async function lockPerson(tx: Tx, personId: string): Promise<{ password: string | null } | undefined> {
  const text = `select password from people where id = $1 for no key update`;
  return maybeOne(await tx.query<{ password: string | null }>({ text }, [personId]));
}

export async function updatePassword(tx: Tx, personId: string, password: string): Promise<void> {
  await tx.query({ text: `update people set password = $2 where id = $1` }, [personId, password]);
}

/** The role asked for now counts, whatever it was before, but for an account's only owner. */
export async function putMembership(
  tx: Tx,
  membership: { accountId: string; personId: string; role: 'owner' | 'member' },
): Promise<void> {
  const text = `insert into memberships (account_id, person_id, role) values ($1, $2, $3)
    on conflict (account_id, person_id) do update set role = case when memberships.role = 'owner' and not exists (
      select from memberships other
      where other.account_id = excluded.account_id and other.role = 'owner' and other.person_id <> excluded.person_id
    ) then 'owner' else excluded.role end`;
  await tx.query({ text }, [membership.accountId, membership.personId, membership.role]);
}

/** Whether somebody of that address is in the account, as just that. */
export async function hasRole(
  tx: Tx,
  wanted: { accountId: string; email: string; role: 'owner' | 'member' },
): Promise<boolean> {
  const text = `select from memberships m join people p on p.id = m.person_id
    where m.account_id = $1 and lower(p.email) = lower($2) and m.role = $3`;
  return (await tx.query({ text }, [wanted.accountId, wanted.email, wanted.role])).length === 1;
}

/** An account without an owner is nobody's, and an operator without an account has nowhere to stand. */
const mustStay = `m.role = 'owner' and (
  not exists (select from memberships other
    where other.account_id = m.account_id and other.role = 'owner' and other.person_id <> m.person_id)
  or p.operator and not exists (select from memberships other
    where other.person_id = m.person_id and other.role = 'owner' and other.account_id <> m.account_id))`;

/** Everybody who could make the difference, held until the end: two owners leaving at once must not both see the other. */
export async function lockMembership(
  tx: Tx,
  membership: { accountId: string; personId: string },
): Promise<'may_go' | 'must_stay' | 'not_found'> {
  const values = [membership.accountId, membership.personId];
  const lock = `select from memberships where account_id = $1 or person_id = $2 order by account_id, person_id for update`;
  await tx.query({ text: lock }, values);
  const text = `select ${mustStay} as must_stay from memberships m join people p on p.id = m.person_id
    where m.account_id = $1 and m.person_id = $2`;
  const row = maybeOne(await tx.query<{ must_stay: boolean }>({ text }, values));
  if (row === undefined) return 'not_found';
  return row.must_stay ? 'must_stay' : 'may_go';
}

export async function deleteMembership(tx: Tx, membership: { accountId: string; personId: string }): Promise<void> {
  const text = `delete from memberships where account_id = $1 and person_id = $2`;
  await tx.query({ text }, [membership.accountId, membership.personId]);
}

export async function accountEmail(db: Queryable, accountId: string): Promise<string> {
  return one(await db.query<{ email: string }>({ text: `select email from accounts where id = $1` }, [accountId]))
    .email;
}

export interface ListedPersonRow extends PersonRow {
  /** The accounts that they must stay in. */
  must_stay_in: string[];
  last_seen_at: Date | null;
}

/** Newest first. */
export function listPersonRows(
  db: Queryable,
  page: { text: string | null; before: string | null; limit: number },
): Promise<ListedPersonRow[]> {
  const text = `select ${personColumns}, (select max(last_seen_at) from sessions s where s.person_id = p.id) as last_seen_at,
      array(select m.account_id from memberships m where m.person_id = p.id and ${mustStay}) as must_stay_in
    from people p
    where ($1::uuid is null or p.id < $1) and ($2::text is null or strpos(lower(p.email), lower($2)) > 0)
    order by p.id desc limit $3`;
  return db.query<ListedPersonRow>({ text }, [page.before, page.text, page.limit]);
}

export async function findIdentity(
  db: Queryable,
  identity: { issuer: string; subject: string },
): Promise<string | undefined> {
  const text = `select person_id from oidc_identities where issuer = $1 and subject = $2`;
  return maybeOne(await db.query<{ person_id: string }>({ text }, [identity.issuer, identity.subject]))?.person_id;
}

export async function insertIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; personId: string },
): Promise<void> {
  const text = `insert into oidc_identities (issuer, subject, person_id) values ($1, $2, $3) on conflict do nothing`;
  await tx.query({ text }, [identity.issuer, identity.subject, identity.personId]);
}

export interface MemberRow {
  id: string;
  email: string;
  role: 'owner' | 'member';
}

/** Of an account, those who have been in it longest first. */
export function listMembers(db: Queryable, accountId: string): Promise<MemberRow[]> {
  const text = `select p.id, p.email, m.role from memberships m join people p on p.id = m.person_id
    where m.account_id = $1 order by m.created_at, p.id`;
  return db.query<MemberRow>({ text }, [accountId]);
}
