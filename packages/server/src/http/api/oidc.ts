/**
 * `GET /api/oidc/start` and `/api/oidc/return`: a browser's way to the OpenID provider and back. Not in the table of the
 * account interface, because they answer with redirects to a person and never with data to a program.
 */
import type { Log } from '../../log/log.ts';
import { type Oidc, type OidcChecks, type OidcSignIn, signInWithOidc } from '../../people/oidc.ts';
import type { Exchange } from '../exchange.ts';
import type { Router } from '../router.ts';
import { clearCookie, cookieName, readCookie, setCookie } from './cookies.ts';
import { beginInBrowser, browserOf, type SessionServices } from './session.ts';

export interface OidcServices extends SessionServices {
  oidc: Oidc;
  log: Log;
}

const checksCookie = 'afterimage-oidc';
/** How long someone may take at the provider. */
const checksSeconds = 10 * 60;

/** The sign-in page has a sentence for each. */
type Problem = Exclude<OidcSignIn['outcome'], 'signed_in'> | 'provider_unreachable' | 'provider_refused' | 'too_late';

export function addOidcRoutes(router: Router, services: OidcServices): void {
  const { oidc, publicUrl, log } = services;
  router.add('GET', '/api/oidc/start', async (exchange) => {
    try {
      const { url, checks } = await oidc.start();
      const value = [checks.state, checks.nonce, checks.codeVerifier].join('.');
      setCookie(exchange, publicUrl, { name: checksCookie, value, seconds: checksSeconds });
      redirect(exchange, url);
    } catch (fault) {
      log.warn({ err: fault }, 'the OpenID provider could not be asked');
      redirectToSignIn(exchange, 'provider_unreachable');
    }
  });

  router.add('GET', '/api/oidc/return', async (exchange) => {
    const checks = readChecks(exchange, publicUrl);
    clearCookie(exchange, publicUrl, checksCookie);
    if (checks === undefined) return redirectToSignIn(exchange, 'too_late');
    const person = await oidc.finish(exchange.query, checks).catch((fault) => {
      log.warn({ err: fault }, 'the OpenID provider did not confirm a sign-in');
      return null;
    });
    if (person === null) return redirectToSignIn(exchange, 'provider_refused');
    const result = await signInWithOidc(services, { person, browser: browserOf(services, exchange) });
    if (result.outcome !== 'signed_in') return redirectToSignIn(exchange, result.outcome);
    await beginInBrowser(services, exchange, result);
    redirect(exchange, '/');
  });
}

function readChecks(exchange: Exchange, publicUrl: string): OidcChecks | undefined {
  const [state, nonce, codeVerifier] = readCookie(exchange, cookieName(publicUrl, checksCookie))?.split('.') ?? [];
  return state && nonce && codeVerifier ? { state, nonce, codeVerifier } : undefined;
}

function redirectToSignIn(exchange: Exchange, problem: Problem): void {
  redirect(exchange, `/sign-in?problem=${problem}`);
}

function redirect(exchange: Exchange, location: string): void {
  Object.assign(exchange.headers, { location, 'cache-control': 'no-store' });
  exchange.sendEmpty(302);
}
