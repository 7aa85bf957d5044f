/** What the people of an account see whose requests an operator refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markSuspended } from '../../server/src/accounts/suspension-store.ts';
import { assertAccessible } from './support/axe.ts';
import { noChromium, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

test('a suspended account says so at the first refusal, on every screen, until it works again', {
  skip: noChromium,
}, async (t) => {
  const service = await startPages(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const { page } = await visitAs(t, service, { account });
  await page.goto('/playground/delta?mode=live');
  await page.getByLabel('Prompt', { exact: true }).fill('A fox');
  const notice = page.getByText(/^This account is suspended since .*Ask whoever runs this service\.$/);
  await holds(async () => assert.equal(await notice.count(), 0));

  await service.db.transaction((tx) => markSuspended(tx, account.id, 'suspended'));
  await page.getByRole('button', { name: /^Generate/ }).click();
  await page.getByText('This account is suspended; ask whoever runs the service').waitFor();
  await notice.waitFor();
  await assertAccessible(page, 'the playground of a suspended account');
  await walkTo(page, '/keys?mode=sandbox');
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await notice.waitFor();

  await service.db.transaction((tx) => markSuspended(tx, account.id, 'working'));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await holds(async () => assert.equal(await notice.count(), 0));
});
