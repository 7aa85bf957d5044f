/** Signing in and out, the list of sessions, the password: the part of the account interface about the person asking. */
import { errors, isId } from '@afterimage/contract';
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import { networkOf } from '../../net/addresses.ts';
import type { Person } from '../../people/people.ts';
import { type Browser, endSessionOfToken } from '../../people/sessions.ts';
import { deleteSession, deleteSessions, listSessionRows } from '../../people/sessions-store.ts';
import {
  type LinkSignIn,
  type PasswordSignIn,
  type SignedIn,
  type SignUp,
  setPassword,
  signInWithLink,
  signInWithPassword,
  signUp,
} from '../../people/sign-in.ts';
import type { SignInTries } from '../../people/sign-in-tries.ts';
import type { Exchange } from '../exchange.ts';
import type { Router } from '../router.ts';
import { beforeRefusal } from '../slow-refusal.ts';
import { type AccessServices, keepSignedIn, sessionCookie } from './access.ts';
import { clearCookie, cookieName, readCookie } from './cookies.ts';
import { type ApiOutcome, bind, ok, refusedWith, wrongField } from './route.ts';

export interface SessionServices extends AccessServices {
  tries: SignInTries;
  signUp: 'open' | 'closed';
  /** The name on the button; null without an OpenID provider. */
  oidcName: string | null;
  version: string;
  webhookRetrySeconds: number;
}

type PersonView = Of<typeof resources.person>;

export function addSessionRoutes(router: Router, services: SessionServices): void {
  addWaysIn(router, services);
  addSessionList(router, services);

  bind(router, apiRoutes.getMe, services, async ({ person }) => ok(personView(person)));
  bind(router, apiRoutes.setPassword, services, async ({ session, body }) => {
    const change = await setPassword(services, { session, password: body.password, current: body.current ?? null });
    if (change.outcome === 'too_many') return refusedWith(errors.rateLimited(change.retrySeconds));
    if (change.outcome === 'busy') return refusedWith(busyWithPasswords);
    if (change.outcome === 'signed_out') return refusedWith(errors.notSignedIn());
    if (change.outcome === 'current_needed') return wrongField('current', 'current is required: the password so far');
    if (change.outcome === 'current_wrong') return wrongField('current', 'current is not the password so far');
    return ok(null);
  });
}

function addWaysIn(router: Router, services: SessionServices): void {
  bind(router, apiRoutes.getWelcome, services, async () =>
    ok({
      version: services.version,
      sign_up: services.signUp,
      oidc: services.oidcName,
      public_url: services.publicUrl,
      webhook_retry_seconds: services.webhookRetrySeconds,
    }),
  );
  bind(router, apiRoutes.signInWithLink, services, async ({ body, exchange }) => {
    const result = await signInWithLink(services, { token: body.token, browser: browserOf(services, exchange) });
    return answerSignIn(services, exchange, result);
  });
  bind(router, apiRoutes.signIn, services, async ({ body, exchange }) => {
    const result = await signInWithPassword(services, { ...body, browser: browserOf(services, exchange) });
    return answerSignIn(services, exchange, result);
  });
  bind(router, apiRoutes.signUp, services, async ({ body, exchange }) => {
    if (services.signUp === 'closed') {
      return refusedWith(errors.forbidden('Signing up is not open here; ask the operator for an invitation'));
    }
    const result = await signUp(services, { ...body, browser: browserOf(services, exchange) });
    return answerSignIn(services, exchange, result);
  });
}

function addSessionList(router: Router, services: SessionServices): void {
  const { db, publicUrl } = services;
  bind(router, apiRoutes.signOut, services, async ({ session, person, exchange }) => {
    await deleteSession(db, { id: session.id, personId: person.id });
    clearCookie(exchange, publicUrl, sessionCookie);
    return ok(null);
  });
  bind(router, apiRoutes.listSessions, services, async ({ session, person }) => {
    const rows = await listSessionRows(db, person.id);
    return ok(
      rows.map((row) => ({
        id: row.id,
        current: row.id === session.id,
        user_agent: row.user_agent,
        address: row.address,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
      })),
    );
  });
  bind(router, apiRoutes.endSession, services, async ({ id, person }) => {
    const ended = isId(id) ? await deleteSession(db, { id, personId: person.id }) : 'not_found';
    return ended === 'ended' ? ok(null) : refusedWith(errors.notFound('Session not found'));
  });
  bind(router, apiRoutes.endSessions, services, async ({ person, exchange }) => {
    await deleteSessions(db, person.id, null);
    clearCookie(exchange, publicUrl, sessionCookie);
    return ok(null);
  });
}

const busyWithPasswords = errors.busy('Too many people are signing in at the moment. Try again soon.', 2);

const linkSentences = {
  used: 'This link was used already; ask for a new one',
  expired: 'This link is too old; ask for a new one',
  withdrawn: 'This invitation was withdrawn',
};

async function answerSignIn(
  services: SessionServices,
  exchange: Exchange,
  result: LinkSignIn | PasswordSignIn | SignUp,
): Promise<ApiOutcome<PersonView>> {
  switch (result.outcome) {
    case 'signed_in':
      await beginInBrowser(services, exchange, result);
      return ok(personView(result.person));
    case 'too_many':
      await beforeRefusal();
      return refusedWith(errors.rateLimited(result.retrySeconds));
    case 'busy':
      await beforeRefusal();
      return refusedWith(busyWithPasswords);
    case 'wrong':
      return refusedWith(errors.wrongPassword());
    case 'unknown':
      return refusedWith(errors.unknownLink());
    case 'email_not_valid':
      return wrongField('email', 'email must be an email address');
    case 'email_taken':
      return refusedWith(errors.conflict('There is an account with this email address; sign in instead'));
    default:
      return refusedWith(errors.linkOver(linkSentences[result.outcome]));
  }
}

/** Also when the provider sends someone back. */
export async function beginInBrowser(
  { db, publicUrl }: AccessServices,
  exchange: Exchange,
  { token }: SignedIn,
): Promise<void> {
  const before = readCookie(exchange, cookieName(publicUrl, sessionCookie));
  if (before !== undefined) await endSessionOfToken(db, before);
  keepSignedIn(exchange, publicUrl, token);
}

export function browserOf({ callers }: AccessServices, exchange: Exchange): Browser {
  const address = callers.addressOf(exchange);
  const userAgent = exchange.requestHeaders['user-agent'] ?? null;
  return { userAgent, address, caller: address === null ? 'unknown' : networkOf(address) };
}

export function personView(person: Person): PersonView {
  return {
    id: person.id,
    email: person.email,
    operator: person.operator,
    has_password: person.hasPassword,
    memberships: person.memberships.map(({ accountId, email, role, suspendedAt }) => ({
      account_id: accountId,
      email,
      role,
      suspended_at: suspendedAt?.toISOString() ?? null,
    })),
  };
}
