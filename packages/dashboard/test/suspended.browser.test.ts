/** What the people of an account see whose requests an operator refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markSuspended } from '@afterimage/server/accounts/suspension-store';
import { assertAccessible } from './support/axe.ts';
import { noChromium, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

test('a suspended account says so on every screen by itself, takes nothing new, and works again by itself', {
  skip: noChromium,
}, async (t) => {
  const service = await startPages(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const { page } = await visitAs(t, service, { account });
  await page.goto('/playground/delta?mode=live');
  await page.getByLabel('Prompt', { exact: true }).fill('A fox');
  const notice = page.getByText(/^This account is suspended since .*Ask whoever runs this service\.$/);
  const button = page.getByRole('button', { name: /^Generate/ });
  // Lit once all is there that the notice would come of.
  await holds(async () => assert.ok(await button.isEnabled()));
  await notice.waitFor({ state: 'detached' });

  const reason = page.getByText(
    'Generate is off while this account is suspended, and works again by itself when that is over.',
  );
  const mark = (as: 'suspended' | 'working') => service.db.transaction((tx) => markSuspended(tx, account.id, as));
  // Nothing is pressed.
  await mark('suspended');
  await notice.waitFor();
  await reason.waitFor();
  await holds(async () => assert.ok(await button.isDisabled()));
  await page.reload();
  await reason.waitFor();
  await holds(async () => assert.ok(await button.isDisabled()));
  await mark('working');
  await notice.waitFor({ state: 'detached' });
  await holds(async () => assert.ok(await button.isEnabled()));

  // By the keys, which do not wait for a button that may be off by then: what the refusal says is said once.
  await mark('suspended');
  await page.getByLabel('Prompt', { exact: true }).press('Control+Enter');
  await notice.waitFor();
  await reason.waitFor();
  await holds(async () => assert.equal(await page.getByText(/account is suspended/).count(), 2));
  await assertAccessible(page, 'the playground of a suspended account');
  await walkTo(page, '/keys?mode=sandbox');
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await notice.waitFor();

  await mark('working');
  await notice.waitFor({ state: 'detached' });
});
