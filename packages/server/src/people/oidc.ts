/** Signing in with the operator's OpenID provider: authorization code, PKCE, state and nonce. */
import { isEmail } from '@afterimage/contract';
import * as client from 'openid-client';
import type { Db } from '../db/postgres.ts';
import { accountOfAddress } from './invitations.ts';
import { ownerOf } from './people.ts';
import { findCredentials, findIdentity, insertIdentity } from './people-store.ts';
import type { Browser } from './sessions.ts';
import { type SignedIn, signedIn } from './sign-in.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  /** Where the provider sends people back to. */
  returnUrl: string;
}

/** What must come back unchanged; the browser keeps it in a cookie meanwhile. */
export interface OidcChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OidcPerson {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
}

/** OpenID Connect Core, section 2: ASCII. */
const subjectForm = /^[!-~ ]+$/;

export interface Oidc {
  start(): Promise<{ url: string; checks: OidcChecks }>;
  /** @param query what the provider sent back */
  finish(query: string, checks: OidcChecks): Promise<OidcPerson>;
}

export function createOidc(
  settings: OidcSettings,
  send: (url: string, options: RequestInit) => Promise<Response>,
): Oidc {
  let found: Promise<client.Configuration> | undefined;

  /** Asked for at the first sign-in and again after a failure, so that the service starts while the provider is down. */
  function configuration(): Promise<client.Configuration> {
    found ??= discover(settings, send).catch((fault) => {
      found = undefined;
      throw fault;
    });
    return found;
  }

  return {
    async start() {
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: settings.returnUrl,
        scope: 'openid email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },
    async finish(query, checks) {
      const reply = new URL(`${settings.returnUrl}?${query}`);
      const tokens = await client.authorizationCodeGrant(await configuration(), reply, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      if (!subjectForm.test(claims.sub)) throw new Error('The subject of the ID token is not one by the standard.');
      const email = typeof claims['email'] === 'string' ? claims['email'] : null;
      return { issuer: claims.iss, subject: claims.sub, email, emailVerified: claims['email_verified'] === true };
    },
  };
}

function discover(
  { issuer, clientId, clientSecret }: OidcSettings,
  send: (url: string, options: RequestInit) => Promise<Response>,
): Promise<client.Configuration> {
  const url = new URL(issuer);
  const authentication = clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret);
  return client.discovery(url, clientId, undefined, authentication, {
    [client.customFetch]: (address, options) => send(address, options as RequestInit),
    // The standard lets a token that came straight from the provider pass unsigned; we ask for its signature all the same.
    // The settings take plain HTTP on this machine only.
    execute: [client.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
  });
}

export type OidcSignIn =
  | SignedIn
  | {
      outcome: 'email_not_verified' | 'email_not_valid' | 'unknown_person' | 'address_unproven';
    };

/** A person the provider has shown before, or one of the verified address, or a new one where signing up is open. */
export function signInWithOidc(
  { db, signUp }: { db: Db; signUp: 'open' | 'closed' },
  { person, browser }: { person: OidcPerson; browser: Browser },
): Promise<OidcSignIn> {
  const { issuer, subject, email } = person;
  return db.transaction(async (tx): Promise<OidcSignIn> => {
    const known = await findIdentity(tx, { issuer, subject });
    if (known !== undefined) return signedIn(tx, { personId: known, beganWith: 'oidc', browser });
    if (email === null || !person.emailVerified) return { outcome: 'email_not_verified' };
    if (!isEmail(email)) return { outcome: 'email_not_valid' };
    const ofAddress = await findCredentials(tx, email);
    if (ofAddress === undefined && signUp === 'closed') return { outcome: 'unknown_person' };
    // Whoever signed up with this address may not be its owner, and may hold keys to what they made.
    if (ofAddress?.email_proven === false) return { outcome: 'address_unproven' };
    const personId = ofAddress?.id ?? (await ownerOf(tx, await accountOfAddress(tx, email)));
    await insertIdentity(tx, { issuer, subject, personId });
    return signedIn(tx, { personId, beganWith: 'oidc', browser });
  });
}
