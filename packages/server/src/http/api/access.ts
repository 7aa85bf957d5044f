/** Who asks the account interface, by cookie or by key, and for which account. Requests of other sites are refused. */
import type { Mode } from '@afterimage/contract';
import { errors, type HttpError } from '@afterimage/contract';
import type { Access } from '@afterimage/contract/api';
import { findTwins } from '../../accounts/accounts.ts';
import type { KeyChecker, KeyHolder } from '../../accounts/key-checker.ts';
import type { Db } from '../../db/postgres.ts';
import type { Person, Role } from '../../people/people.ts';
import { isOperatorsKey } from '../../people/people-store.ts';
import { type Session, sessionDays, sessionOf } from '../../people/sessions.ts';
import type { Exchange } from '../exchange.ts';
import type { Limits } from '../limits.ts';
import type { ApiSlots } from './api-slots.ts';
import type { Callers } from './caller-address.ts';
import { cookieName, readCookie, setCookie } from './cookies.ts';

export const sessionCookie = 'afterimage';

export interface AccessServices {
  keys: KeyChecker;
  db: Db;
  /** Where people reach the service: its origin may ask, and its scheme decides about the cookie. */
  publicUrl: string;
  callers: Callers;
  limits: Limits;
  slots: ApiSlots;
}

/** The account a request is about. */
export interface AccountScope {
  /** The live account or its sandbox twin, as `mode` says: whose things these are. */
  accountId: string;
  mode: Mode;
  liveId: string;
  sandboxId: string;
  role: Role | 'key';
  /** Null for a signed-in person. */
  keyId: string | null;
}

/** Who sent the request; exactly one of the two, or neither. */
export interface Caller {
  session: Session | null;
  holder: KeyHolder | null;
}

export type Admission = { ok: true; caller: Caller } | { ok: false; error: HttpError };

/** Everything about a caller that can be said before the rest of the request is read. */
export async function admit(services: AccessServices, exchange: Exchange, access: Access): Promise<Admission> {
  const { authorization } = exchange.requestHeaders;
  if (authorization !== undefined) return admitKey(services, exchange, { authorization, access });
  const token = readCookie(exchange, cookieName(services.publicUrl, sessionCookie));
  if (!isOurOwnSite(services, exchange, token === undefined ? 'without_cookie' : 'with_cookie')) {
    return refused(errors.forbidden('This request comes from another site'));
  }
  if (access === 'anyone') return { ok: true, caller: { session: null, holder: null } };
  const session = token === undefined ? undefined : await sessionOf(services.db, token);
  if (session === undefined) return refused(errors.notSignedIn());
  if (session.renewed) keepSignedIn(exchange, services.publicUrl, token!);
  if (access.startsWith('operator') && !session.person.operator)
    return refused(errors.forbidden('Only the operator may do this'));
  return { ok: true, caller: { session, holder: null } };
}

export function keepSignedIn(exchange: Exchange, publicUrl: string, token: string): void {
  setCookie(exchange, publicUrl, { name: sessionCookie, value: token, seconds: sessionDays * 24 * 60 * 60 });
}

async function admitKey(
  { keys, db }: AccessServices,
  exchange: Exchange,
  { authorization, access }: { authorization: string; access: Access },
): Promise<Admission> {
  if (access === 'anyone') return { ok: true, caller: { session: null, holder: null } };
  const checked = await keys.check(authorization);
  if ('failure' in checked) {
    if (checked.failure === 'suspended') return refused(errors.accountSuspended());
    return refused(checked.failure === 'invalid' ? errors.invalidKey() : errors.authorizationNotBearer());
  }
  const mayLook = access === 'operator_look' && checked.mode === 'live' && (await isOperatorsKey(db, checked.keyId));
  if (access !== 'account' && !mayLook)
    return refused(errors.forbidden('This takes a signed-in person; an API key is not enough'));
  exchange.holder = checked;
  return { ok: true, caller: { session: null, holder: checked } };
}

/**
 * SameSite=Lax keeps the cookie off most requests of other sites, but not off those of a sibling host, nor does it stop a
 * page from signing someone in as somebody else. Browsers say where a request comes from in one of two headers; programs
 * that send neither hold no cookie that a stranger could abuse.
 */
function isOurOwnSite(
  { publicUrl, callers }: AccessServices,
  exchange: Exchange,
  kind: 'with_cookie' | 'without_cookie',
): boolean {
  const { method, requestHeaders } = exchange;
  if (method === 'GET' || method === 'HEAD') return true;
  const { origin, host } = requestHeaders;
  const site = requestHeaders['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return true;
  if (origin !== undefined) {
    const scheme = callers.schemeOf(exchange);
    const schemes = scheme === null ? ['http', 'https'] : [scheme];
    return origin === URL.parse(publicUrl)?.origin || schemes.some((one) => origin === `${one}://${host}`);
  }
  return site === undefined && kind === 'without_cookie';
}

/** By the live account, where the caller speaks for one of theirs; else by the person. Nobody: null. */
export function ownerOf({ holder, session }: Caller, account: string | undefined): string | null {
  if (holder !== null) return holder.liveId;
  if (session === null) return null;
  const { memberships, id } = session.person;
  const wanted = account ?? memberships[0]?.accountId;
  return memberships.some(({ accountId }) => accountId === wanted) ? wanted! : id;
}

export type ScopeFinding = { ok: true; scope: AccountScope } | { ok: false; error: HttpError };

/** @param wanted what the route takes and the query names; a key names its account by itself */
export async function findScope(
  { db }: AccessServices,
  { session, holder }: Caller,
  wanted: { access: 'account' | 'owner'; account: string | undefined; mode: Mode },
): Promise<ScopeFinding> {
  if (holder !== null) {
    const twins = await findTwins(db, holder.accountId);
    const scope = {
      ...twins,
      accountId: holder.accountId,
      mode: holder.mode,
      role: 'key' as const,
      keyId: holder.keyId,
    };
    return { ok: true, scope };
  }
  const { memberships } = (session as Session).person;
  const membership =
    wanted.account === undefined ? memberships[0] : memberships.find(({ accountId }) => accountId === wanted.account);
  if (membership === undefined) return refused(errors.notFound('Account not found'));
  if (wanted.access === 'owner' && membership.role !== 'owner') {
    return refused(errors.forbidden('Only an owner of the account may do this'));
  }
  const { accountId: liveId, sandboxId, role } = membership;
  const accountId = wanted.mode === 'live' ? liveId : sandboxId;
  return { ok: true, scope: { accountId, mode: wanted.mode, liveId, sandboxId, role, keyId: null } };
}

export function personOf({ session }: Caller): Person | null {
  return session?.person ?? null;
}

const refused = (error: HttpError): { ok: false; error: HttpError } => ({ ok: false, error });
