/** The real service with the pages it serves, and people who are signed in to them. */
import type { TestContext } from 'node:test';
import { createSignInToken } from '@afterimage/server/accounts/sign-in-links';
import {
  type ServiceOptions,
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../server/test/support/service.ts';
import { type Visit, type VisitOptions, visit } from './browser.ts';
import { builtPages } from './built.ts';

export { loopback } from '../../../server/test/support/service.ts';
export type { TestAccount, TestService };

export async function startPages(t: TestContext, options: ServiceOptions = {}): Promise<TestService> {
  await builtPages();
  return startTestService(t, options);
}

/** A page of somebody who has just signed in to the account by link. */
export async function visitAs(
  t: TestContext,
  service: TestService,
  { account, ...options }: { account: TestAccount } & Omit<VisitOptions, 'url'>,
): Promise<Visit> {
  const visitor = await visit(t, { url: service.url, ...options });
  await signIn(visitor, service, account);
  return visitor;
}

/** Through the interface and not the page: the sign-in page has tests of its own. */
export async function signIn({ context }: Visit, service: TestService, account: TestAccount): Promise<void> {
  const token = await service.db.transaction((tx) => createSignInToken(tx, account.id));
  const answer = await context.request.post('/api/session/link', {
    data: { token },
    headers: { origin: new URL(service.url).origin },
  });
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`);
}
