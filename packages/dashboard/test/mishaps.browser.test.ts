/** What can go wrong under the reader's hands, and the way on from it: a file that does not come, a lost account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOperator } from '../../server/src/people/people.ts';
import { assertAccessible } from './support/axe.ts';
import { noChromium, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, type TestAccount, type TestService, visitAs } from './support/service.ts';

async function madePicture(service: TestService, account: TestAccount): Promise<string> {
  const { body } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A lighthouse' });
  const id = body['task_uuid'] as string;
  await service.ended(id);
  return id;
}

test('mishaps', { skip: noChromium }, async (t) => {
  const service = await startPages(t, { env: { AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '7' } });
  const account = await service.account();
  const id = await madePicture(service, account);
  await service.db.transaction((tx) => makeOperator(tx, account.id));
  // One visitor for all of it: a page of one's own costs more than most of what is looked at here.
  const { page } = await visitAs(t, service, { account });

  await t.test(
    'a link that has expired is renewed, within the same hour too, and says until when it works',
    async () => {
      await page.route('**/media/**', (route) => route.fulfill({ status: 410, body: '{}' }));
      await page.goto(`/generations/${id}?mode=sandbox`);
      await page.getByText('The link has expired').waitFor();
      await page.unroute('**/media/**');
      await page.getByRole('button', { name: 'Renew', exact: true }).click();
      await page.getByText(/^The link works until /).waitFor();
      await page.getByRole('img', { name: 'A lighthouse' }).waitFor();
      await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('dialog img')?.naturalWidth ?? 0) > 0);
      await page.getByText('Started', { exact: true }).waitFor();
    },
  );

  await t.test('a file that does not come for another reason is not called expired', async () => {
    await page.route('**/media/**', (route) => route.abort());
    await page.goto(`/generations/${id}?mode=sandbox`);
    await page.getByText('The file could not be loaded').waitFor();
    await page.unroute('**/media/**');
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('img', { name: 'A lighthouse' }).waitFor();
  });

  await t.test('a screen whose file does not come leaves the rail, and comes by itself with the service', async () => {
    await page.goto('/?mode=sandbox');
    await page.locator('[data-item]').waitFor();
    const out = /\/assets\/detail-sheet|\/api\//;
    await page.route(out, (route) => route.abort());
    await page.locator('[data-item]').click();
    await page.getByRole('heading', { name: 'The service cannot be reached' }).waitFor();
    await holds(async () => assert.ok(await page.getByRole('link', { name: 'API keys' }).first().isVisible()));
    await page.unroute(out);
    await page.getByRole('dialog').getByText('A lighthouse').first().waitFor();
  });

  await t.test('what was asked without a network is asked again when it is back', async () => {
    await page.goto('/?mode=sandbox');
    await page.locator('[data-item]').waitFor();
    await page.locator('[data-liveness=live]').first().waitFor({ state: 'attached' });
    await page.context().setOffline(true);
    await page.getByLabel('Search prompts and ids').fill('lighthouse');
    await page.getByRole('heading', { name: 'The service cannot be reached' }).waitFor();
    await page.context().setOffline(false);
    await page.locator('[data-item]').waitFor();
  });

  await t.test('a page that is older than the service offers to be loaded anew', async () => {
    await page.goto('/?mode=sandbox');
    await page.locator('[data-item]').waitFor();
    const gone = /\/assets\/keys-screen/;
    await page.route(gone, (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByRole('heading', { name: 'There is a newer version of this page' }).waitFor();
    await page.unroute(gone);
    await page.getByRole('button', { name: 'Load the page anew' }).click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  });

  await t.test('somebody taken out of their only account is told so, and nothing is asked over and over', async (t) => {
    const lost = await service.account();
    const { page } = await visitAs(t, service, { account: lost });
    await page.goto('/keys');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await service.db.query({ text: 'delete from memberships where account_id = $1' }, [lost.id]);
    const told = page.getByRole('heading', { name: 'You are in no account any more' }).waitFor();
    // Its stream may tell the page before somebody finds the link.
    await Promise.any([told, page.getByRole('link', { name: 'Balance' }).first().click()]);
    await told;
    await assertAccessible(page, 'no account');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const looked = page.waitForResponse(/\/api\/session/);
    await page.getByRole('button', { name: 'Look again' }).click();
    await looked;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in/);
    assert.deepEqual(
      requests.filter((url) => /\/api\/(events|generations|balance|keys)/.test(url)),
      [],
    );
  });

  await t.test('a dialog to fill in begins with its first field', async () => {
    for (const [path, button] of [
      ['/keys', 'Create key'],
      ['/operator/invitations', 'Invite somebody'],
      ['/webhooks', 'Send test event'],
      ['/operator/accounts', /^Grant credit to/],
    ] as const) {
      await walkTo(page, path);
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('typed');
      await holds(async () => assert.equal(await page.locator('dialog input').first().inputValue(), 'typed', path));
    }
  });

  await t.test('the receiver guide says how long this service waits between attempts', async () => {
    await walkTo(page, '/webhooks');
    await page.getByRole('tab', { name: 'Receiver guide' }).click();
    await page.getByText('A failed attempt is repeated after 7 seconds').waitFor();
  });

  await t.test('the operator’s tables never widen the page', async () => {
    const person = await service.db.query<{ id: string }>({ text: 'select id from people where operator' });
    await service.db.query(
      {
        text: `insert into invitations (token_sha256, email, role, account_id, invited_by, expires_at)
          values ('\\x00', $1, 'member', $2, $3, now() + interval '7 days')`,
      },
      [`${'long'.repeat(12)}@example.com`, account.id, person[0]!.id],
    );
    // What an earlier test looked at is not asked for again within seconds.
    await page.reload();
    for (const part of ['', '/accounts', '/people', '/invitations']) {
      await walkTo(page, `/operator${part}`);
      await page
        .getByRole(part === '' ? 'switch' : 'cell')
        .first()
        .waitFor();
      for (const width of [360, 640, 700, 768, 900, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
        await holds(async () => {
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `/operator${part} is ${wide} px wide in a window of ${width}`);
        });
      }
    }
  });
});
