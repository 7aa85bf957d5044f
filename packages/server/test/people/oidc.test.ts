/** Signing in with an OpenID provider: only a verified address counts, and nothing that was tampered with. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Answer } from '../support/ask.ts';
import { anyEmail, fromOurPage, signInAsOwner } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { client, type Issuer, startIssuer } from './support/issuer.ts';

async function serviceWith(t: TestContext, env: Record<string, string> = {}) {
  const issuer = await startIssuer(t);
  const service = await startTestService(t, {
    env: {
      AFTERIMAGE_OIDC_ISSUER: issuer.url,
      AFTERIMAGE_OIDC_CLIENT_ID: client.id,
      AFTERIMAGE_OIDC_CLIENT_SECRET: client.secret,
      AFTERIMAGE_OIDC_NAME: 'Staff login',
      ...env,
    },
  });
  return { issuer, service };
}

/** As a browser goes: to the provider, through its login, and back. */
async function walk(service: TestService, change: (url: URL) => void = () => undefined): Promise<Answer> {
  const start = await service.ask('GET', '/api/oidc/start');
  assert.equal(start.status, 302);
  const cookie = start.headers['set-cookie']![0]!.split(';')[0]!;
  const login = await service.ask('GET', start.headers.location!);
  const back = new URL(login.headers.location!);
  change(back);
  return service.ask('GET', back.href, { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
}

async function whoIs(service: TestService, answer: Answer): Promise<Record<string, unknown>> {
  assert.equal(answer.headers.location, '/');
  const cookie = answer.headers['set-cookie']!.find((text) => text.startsWith('afterimage='))!.split(';')[0]!;
  return (await fromOurPage(service, { cookie })('GET', '/api/session')).body;
}

const problemOf = (answer: Answer) => answer.headers.location!.replace('/sign-in?problem=', '');

test('a verified address signs in the person of that address, and they stay themselves when it changes', async (t) => {
  const { issuer, service } = await serviceWith(t);
  assert.equal((await service.ask('GET', '/api/welcome')).body['oidc'], 'Staff login');
  const person = await signInAsOwner(service, await service.account());
  issuer.identity = { sub: 'ada', email: person.email, email_verified: true };
  assert.equal((await whoIs(service, await walk(service)))['id'], person.id);
  issuer.identity = { sub: 'ada', email: anyEmail(), email_verified: false };
  assert.equal((await whoIs(service, await walk(service)))['id'], person.id);

  await t.test('an address that the provider has not verified signs nobody in', async () => {
    for (const email_verified of [false, undefined]) {
      issuer.identity = {
        sub: 'eve',
        email: person.email,
        ...(email_verified === undefined ? {} : { email_verified }),
      };
      const answer = await walk(service);
      assert.equal(problemOf(answer), 'email_not_verified');
      assert.ok(answer.headers['set-cookie']!.every((text) => !text.startsWith('afterimage=')));
    }
  });

  await t.test('a stranger is not let in where signing up is closed', async () => {
    issuer.identity = { sub: 'bob', email: anyEmail(), email_verified: true };
    assert.equal(problemOf(await walk(service)), 'unknown_person');
    assert.equal((await service.db.query({ text: 'select from people' })).length, 1);
  });

  await tampering(t, { issuer, service, email: person.email });
});

function tampering(
  t: TestContext,
  { issuer, service, email }: { issuer: Issuer; service: TestService; email: string },
): Promise<void> {
  return t.test('a changed state, another nonce, audience or signature, or an old code signs nobody in', async () => {
    issuer.identity = { sub: 'eve', email, email_verified: true };
    const withState = await walk(service, (url) => url.searchParams.set('state', 'another'));
    assert.equal(problemOf(withState), 'provider_refused');
    for (const lies of [{ nonce: 'another' }, { aud: 'another' }, { iss: 'http://127.0.0.1:1' }, { exp: 1 }]) {
      issuer.lies = lies;
      assert.equal(problemOf(await walk(service)), 'provider_refused', JSON.stringify(lies));
    }
    issuer.lies = {};
    issuer.signedBy = 'a stranger';
    assert.equal(problemOf(await walk(service)), 'provider_refused', "a stranger's signature");
    issuer.signedBy = 'itself';
    const withCode = await walk(service, (url) => url.searchParams.set('code', 'another'));
    assert.equal(problemOf(withCode), 'provider_refused');
    const withoutCookie = await service.ask('GET', '/api/oidc/return?code=a&state=b');
    assert.equal(problemOf(withoutCookie), 'too_late');
    assert.equal((await service.db.query({ text: `select from sessions where began_with = 'oidc'` })).length, 2);
  });
}

test('where signing up is open a verified address makes an account, but never takes over one signed up unseen', async (t) => {
  const { issuer, service } = await serviceWith(t, { AFTERIMAGE_SIGN_UP: 'open' });
  const email = anyEmail();
  issuer.identity = { sub: 'ada', email, email_verified: true };
  const person = await whoIs(service, await walk(service));
  assert.deepEqual([person['email'], person['operator'], person['has_password']], [email, false, false]);
  assert.equal((person['memberships'] as unknown[]).length, 1);
  for (const malformed of ['no address', 'two@at@signs', `${'x'.repeat(300)}@example.com`, 'a@b\u0000']) {
    issuer.identity = { sub: 'mallory', email: malformed, email_verified: true };
    assert.equal(problemOf(await walk(service)), 'email_not_valid', malformed);
  }
  issuer.identity = { sub: 'a\u0000', email: anyEmail(), email_verified: true };
  assert.equal(problemOf(await walk(service)), 'provider_refused', 'a subject that is none');
  const squatted = anyEmail();
  const body = { email: squatted, password: 'a squatter’s password' };
  await fromOurPage(service)('POST', '/api/sign-up', { body });
  issuer.identity = { sub: 'bob', email: squatted, email_verified: true };
  assert.equal(problemOf(await walk(service)), 'address_unproven');
});

test('without a provider there is no such path, and one that is down is said on the sign-in page', async (t) => {
  const without = await startTestService(t);
  assert.equal((await without.ask('GET', '/api/oidc/start')).status, 404);
  assert.equal((await without.ask('GET', '/api/welcome')).body['oidc'], null);
  const { service } = await serviceWith(t, { AFTERIMAGE_OIDC_ISSUER: 'http://127.0.0.1:9' });
  assert.equal(problemOf(await service.ask('GET', '/api/oidc/start')), 'provider_unreachable');
});
