/** People who are signed in, as their browsers speak: with the cookie of a session and from our own site. */
import { randomUUID } from 'node:crypto';
import { createSignInToken } from '../../src/accounts/sign-in-links.ts';
import { makeOperator } from '../../src/people/people.ts';
import type { Answer, Ask } from './ask.ts';
import type { TestService } from './service.ts';

export interface SignedInPerson {
  id: string;
  email: string;
  /** `name=value`, for a Cookie header. */
  cookie: string;
  accountId: string;
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

/** The owner of an account signs in by a link, as at the first start. */
export async function signInAsOwner(service: TestService, account: { id: string }): Promise<SignedInPerson> {
  const token = await service.db.transaction((tx) => createSignInToken(tx, account.id));
  return personWith(service, await signInByLink(service, token));
}

/** The owner of a new account who runs the service. */
export async function signInAsOperator(service: TestService): Promise<SignedInPerson> {
  const account = await service.account();
  await service.db.transaction((tx) => makeOperator(tx, account.id));
  return signInAsOwner(service, account);
}

export function signInByLink(service: TestService, token: string): Promise<Answer> {
  return fromOurPage(service)('POST', '/api/session/link', { body: { token } });
}

/** What a browser says of itself on our own page. */
export function fromOurPage(service: TestService, headers: Record<string, string> = {}): TestService['ask'] {
  return (method, path, ask = {}) =>
    service.ask(method, path, { ...ask, headers: { 'sec-fetch-site': 'same-origin', ...headers, ...ask.headers } });
}

export function personWith(service: TestService, answer: Answer): SignedInPerson {
  if (answer.status !== 200) throw new Error(`The sign-in was answered ${answer.status}: ${answer.bytes}`);
  const cookie = cookieOf(answer);
  const ask = fromOurPage(service, { cookie });
  const { id, email, memberships } = answer.body as {
    id: string;
    email: string;
    memberships: { account_id: string }[];
  };
  return { id, email, cookie, accountId: memberships[0]?.account_id ?? '', ask, get: (path) => ask('GET', path) };
}

export function cookieOf(answer: Answer): string {
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

export const anyEmail = (): string => `${randomUUID()}@example.com`;
