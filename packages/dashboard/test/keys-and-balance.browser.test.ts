/** API keys and money in a real browser: a key is made, used, rotated and revoked; the balance is what the ledger says. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../server/test/support/eventually.ts';
import { assertAccessible } from './support/axe.ts';
import { noChromium, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, type TestService, visitAs } from './support/service.ts';

/** What the service answers to a program that holds the key. */
async function statusWith(service: TestService, key: string): Promise<number> {
  const { status } = await service.ask('GET', '/v1/data/balance', { headers: { authorization: `Bearer ${key}` } });
  return status;
}

/** Everything that outlives the page, or that a shoulder surfer or an address bar would give away. */
async function tracesOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      location.href,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ].join(),
  );
}

/** With nothing of it in the page's memory. */
const loading = (page: Page, path: string) => page.goto(path);

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).first().click();
  // Why the button waits.
  await page.getByRole('dialog').getByText('Needs a name').waitFor();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  return shownSecret(page);
}

async function shownSecret(page: Page): Promise<string> {
  const secret = await page.locator('[data-secret]').textContent();
  assert.ok(secret !== null && secret.length > 20);
  return secret;
}

/** The button says so for 1.5 s. The page itself looks for it: a busy machine may tell of the click only after that. */
async function copyKey(page: Page): Promise<void> {
  const saysSo = () => [...document.querySelectorAll('button')].some((button) => button.innerText.trim() === 'Copied');
  await Promise.all([page.waitForFunction(saysSo), page.getByRole('button', { name: 'Copy key' }).click()]);
}

test('API keys and balance', { skip: noChromium }, async (t) => {
  // One for both: a start costs more than most of what is looked at here. Nothing is drawn: it is paid when submitted.
  const service = await startPages(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  await t.test('API keys', (t) => apiKeys(t, service));
  await t.test('Balance', (t) => balance(t, service));
});

async function apiKeys(t: TestContext, service: TestService): Promise<void> {
  const account = await service.account();
  const { page, faults, strangers } = await visitAs(t, service, { account });
  await page.goto('/keys');
  // The keys the account has from the start: a first list that is older than a change is no matter of this test.
  await page.getByRole('button', { name: 'Rotate test' }).first().waitFor();

  await t.test('a key that was just made works, and only its button closes the one look at it', async () => {
    const key = await createKey(page, 'Render farm');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    assert.equal(await shownSecret(page), key);
    await copyKey(page);
    await holds(async () => assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key));
    await assertAccessible(page, 'new key');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('Render farm').waitFor();
    assert.equal(await statusWith(service, key), 200);
    await holds(async () => {
      const traces = await tracesOf(page);
      assert.ok(!traces.includes(key), 'the key stays nowhere in the page');
      assert.ok(traces.includes(key.slice(-4)), 'its last four characters do');
    });
  });

  await t.test('a rotated key works beside its successor for the overlap', async () => {
    const old = await createKey(page, 'Staging');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Rotate Staging' }).click();
    await page.getByRole('button', { name: 'Make the new key' }).click();
    const successor = await shownSecret(page);
    // As over plain http, where a browser has no clipboard for pages.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await copyKey(page);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').focus();
    await page.keyboard.press('Control+V');
    await holds(async () => assert.equal(await page.getByLabel('Name').inputValue(), successor));
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.notEqual(successor, old);
    assert.deepEqual([await statusWith(service, old), await statusWith(service, successor)], [200, 200]);
    await page.getByText('Expiring').filter({ visible: true }).waitFor();
  });

  await t.test('a telephone shows of a key what wide pages have columns for, once', async () => {
    const facts = page.locator('[data-narrow]', { hasText: 'Expiring' });
    await holds(async () => assert.ok(!(await facts.isVisible())));
    await page.setViewportSize({ width: 360, height: 740 });
    await facts.getByText('Expiring').waitFor();
    await holds(async () => assert.match(await facts.innerText(), /never used\s+expires (in|tomorrow)/));
    await holds(async () => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360));
    await page.setViewportSize({ width: 1280, height: 800 });
    await facts.waitFor({ state: 'hidden' });
  });

  await t.test('a revoked key is refused; the question says which it is, also of the key of these pages', async () => {
    const key = await createKey(page, 'Laptop');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    assert.equal(await statusWith(service, key), 200);
    await page.getByRole('button', { name: 'Revoke Laptop' }).click();
    await page
      .getByRole('dialog', { name: 'Revoke “Laptop”?' })
      .getByText(/Programs that use Laptop \(…/)
      .waitFor();
    await assertAccessible(page, 'revoking a key');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('1 key that has ended').waitFor();
    await eventually(async () => ((await statusWith(service, key)) === 401 ? true : undefined));

    await page.request.post('/api/generate/delta', {
      data: { prompt: 'a kite [[queue 600]]' },
      params: { mode: 'sandbox' },
      headers: { origin: service.url },
    });
    await page.reload();
    await page.getByText('2 sandbox keys').click();
    await page.getByRole('button', { name: 'Revoke Dashboard' }).click();
    await page.getByText(/^This is the key that these pages generate with/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await t.test('a key is given a limit, which its row shows, and says what is wrong with an amount', async () => {
    await page.getByRole('button', { name: 'Limit what Render farm may spend' }).click();
    await page.getByLabel('At most, in USD').fill('much');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Write an amount in USD, such as 5 or 0.50.').waitFor();
    await assertAccessible(page, 'limiting a key');
    await page.getByLabel('At most, in USD').fill('0.5');
    await page.getByRole('dialog').getByText('A day', { exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Render farm may spend $0.50 a day').waitFor();
    await page.getByText('$0.00 of $0.50 a day').filter({ visible: true }).first().waitFor();
  });

  await t.test('in the sandbox stand its own keys, and what others spent is not among their play money', async () => {
    await walkTo(page, '/keys?mode=sandbox');
    const shown = page.getByRole('group', { name: 'Keys', exact: true });
    await shown.getByRole('link', { name: 'Dashboard' }).waitFor();
    await shown.getByRole('row', { name: /\$0\.02/ }).waitFor();
    await holds(async () => assert.ok(!(await page.getByRole('link', { name: 'Render farm' }).isVisible())));
    await page.getByText(/^\d live keys$/).click();
    await page.getByRole('link', { name: 'Render farm' }).waitFor();
    await assertAccessible(page, 'keys of the sandbox');
    await walkTo(page, '/keys?mode=live');
    await shown.getByRole('link', { name: 'Render farm' }).waitFor();
  });

  await t.test('the last requests of a key stand in its sheet, with the id of each answer', async () => {
    const { headers } = await account.sandbox.submit('/v1/delta/generate', { prompt: '' });
    const made = await account.sandbox.submit('/v1/delta/generate', { prompt: 'a kite [[queue 600]]' });
    await walkTo(page, `/keys/${account.sandbox.keyId}`);
    const sheet = page.getByRole('dialog', { name: 'test' });
    await sheet.getByRole('row', { name: /POST \/v1\/delta\/generate.* 400 / }).waitFor();
    await sheet.getByTitle(`Copy ${headers['x-request-id']}`).waitFor();
    await holds(async () =>
      assert.equal(
        await sheet.getByRole('link', { name: 'Generation' }).first().getAttribute('href'),
        `/generations/${made.body['task_uuid']}`,
      ),
    );
    await sheet.getByText('Refused', { exact: true }).click();
    await sheet.getByRole('link', { name: 'Generation' }).first().waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await walkTo(page, '/keys/01900000-0000-7000-8000-000000000000');
    await page.getByRole('dialog', { name: 'There is no such key' }).waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('a fault of the service is told with its request, and another try helps', async () => {
    for (const { path, address, by } of [
      { path: '/keys', address: /\/api\/keys/, by: loading },
      { path: '/balance', address: /\/api\/ledger\?/, by: walkTo },
      { path: '/webhooks', address: /\/api\/deliveries/, by: walkTo },
      { path: '/balance', address: /\/api\/balance/, by: loading },
    ]) {
      let refusing = true;
      await page.route(address, (route) =>
        refusing
          ? route.fulfill({ status: 403, headers: { 'x-request-id': 'request-17' }, json: { detail: 'Not today' } })
          : route.continue(),
      );
      await by(page, path);
      await page.getByText('Not today').waitFor();
      await page.getByText('request-17').waitFor();
      const again = page.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      // At once: the page asks anew by itself, too, when its stream opens, and then there is nothing left to click.
      refusing = false;
      await again.dispatchEvent('click');
      await page.getByText('Not today').waitFor({ state: 'detached' });
      await page.unroute(address);
    }
  });

  await t.test('a refusal of too many requests ends by itself when it said', async () => {
    const headers = { 'retry-after': '1' };
    const tooMany = { status: 429, headers, json: { detail: 'Too many requests; try again in 1 s' } };
    let refusing = true;
    await page.route(/\/api\/generations\?/, (route) => (refusing ? route.fulfill(tooMany) : route.continue()));
    await walkTo(page, '/generations');
    await page.getByText('Too many requests; try again in 1 s').waitFor();
    refusing = false;
    await page.getByText('No generations yet').waitFor();
  });

  await t.test('the screen is accessible, with keys and without', async () => {
    await page.goto('/keys');
    await page.getByText('Render farm').waitFor();
    await assertAccessible(page, 'keys');
    await service.db.query({ text: 'delete from api_keys where account_id = $1' }, [account.id]);
    await service.db.query({ text: 'delete from api_keys where account_id = $1' }, [account.sandboxId]);
    await page.reload();
    await page.getByText('No keys yet').waitFor();
    await assertAccessible(page, 'no keys');
  });

  assert.deepEqual([faults.filter((fault) => !/status of (400|403|429)/.test(fault)), strangers], [[], []]);
}

async function balance(t: TestContext, service: TestService): Promise<void> {
  const account = await service.account({ credit: '5' });
  const { page, faults, strangers } = await visitAs(t, service, { account });

  await t.test('before anything was spent it says so, accessibly', async () => {
    await page.goto('/balance');
    await page.getByText('Nothing was spent in these days.').waitFor();
    await page.getByText('$5.00').first().waitFor();
    await assertAccessible(page, 'balance before spending');
  });

  await t.test('a charge stands in figure, chart and ledger, and in the CSV', async () => {
    const { body } = await account.live.submit('/v1/delta/generate', { prompt: 'a lemon tree' });
    await page.reload();
    await page.locator('[data-balance]', { hasText: '$4.98' }).waitFor();
    await page.getByRole('link', { name: 'a lemon tree' }).waitFor();
    await holds(async () =>
      assert.equal(
        await page.getByRole('link', { name: 'a lemon tree' }).getAttribute('href'),
        `/generations/${body['task_uuid']}`,
      ),
    );
    const ledger = page.getByRole('group', { name: 'Ledger' });
    await ledger.getByRole('row', { name: /Charge a lemon tree.* −\$0\.0200/ }).waitFor();
    await ledger.getByRole('row', { name: /Credit .* \+\$5\.00 \$5\.00/ }).waitFor();
    await page.getByText('Show as a table').click();
    await page.getByRole('cell', { name: '$0.0200' }).first().waitFor();
    const csv = await page.getByRole('link', { name: 'Ledger as CSV' }).getAttribute('href');
    const text = await (await page.context().request.get(String(csv))).text();
    assert.match(text, /charge.*-0\.0200/);
    await assertAccessible(page, 'balance');
  });

  await t.test('where it went is told by family, model and key, and what failed', async () => {
    const table = page.getByRole('group', { name: 'Where it went' });
    await table.getByRole('row', { name: /^delta\b.* 1 \$0\.0200/ }).waitFor();
    const told = page.getByRole('group', { name: 'Told by' });
    await told.getByText('Key', { exact: true }).click();
    await table.getByRole('row', { name: /^test\b.* 1 \$0\.0200/ }).waitFor();
    await told.getByText('Model', { exact: true }).click();
    await table.getByRole('row', { name: /delta/ }).waitFor();
    await told.getByText('Failures', { exact: true }).click();
    await page.getByText('Nothing failed in these days.').waitFor();
    await assertAccessible(page, 'usage');
    await told.getByText('Family', { exact: true }).click();
  });

  await t.test('a filter without entries says so and can be cleared', async () => {
    await page.getByText('Refunds', { exact: true }).click();
    await page.getByText('No refunds so far').waitFor();
    await holds(async () => assert.match(page.url(), /kind=refund/));
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await page.getByRole('link', { name: 'a lemon tree' }).waitFor();
  });

  await t.test('below the amount that was set, every page says that the balance is low', async () => {
    await page.getByRole('button', { name: 'Set a warning' }).click();
    await page.getByLabel('Below, in USD').fill('4.98001');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('At most four digits after the point.').waitFor();
    await page.getByLabel('Below, in USD').fill('4.98');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Warns below $4.98').waitFor();
    const notice = page.locator('[data-low-balance]');
    // Another screen and back: what came of the setting would stand above both by then.
    await walkTo(page, '/keys');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await walkTo(page, '/balance');
    await page.getByText('Warns below $4.98').waitFor();
    await holds(async () => assert.equal(await notice.count(), 0, 'not below yet'));
    // Nobody reloads: the stream tells of the balance.
    await account.live.submit('/v1/delta/generate', { prompt: 'a lemon tree again' });
    await notice.getByText('The balance of $4.96 is below $4.98.').waitFor();
    await assertAccessible(page, 'balance that is low');
    await walkTo(page, '/keys');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await holds(async () => assert.ok(await notice.isVisible()));
    await notice.getByRole('link', { name: 'Balance' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Below, in USD').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await notice.waitFor({ state: 'detached' });
  });

  await t.test('what is left and what was spent add up, and every row of the ledger does', async () => {
    // Of 5.0000: 0.0200, 0.0200 and 0.0290.
    await account.live.submit('/v1/alpha/o1-photo/generate', { prompt: 'a lemon tree by the sea' });
    await page.reload();
    await page.locator('[data-balance]', { hasText: '$4.93' }).waitFor();
    const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');
    await figure('Spent today').getByText('$0.07', { exact: true }).waitFor();
    await figure('Spent in 30 days').getByTitle('$0.0690', { exact: true }).waitFor();
    const ledger = page.getByRole('group', { name: 'Ledger' });
    await ledger.getByRole('row', { name: /by the sea.* −\$0\.0290 \$4\.9310$/ }).waitFor();
    await ledger.getByRole('row', { name: /again.* −\$0\.0200 \$4\.96$/ }).waitFor();
  });

  await t.test("the sandbox twin's play money comes back", async () => {
    await account.sandbox.submit('/v1/delta/generate', { prompt: 'a lemon tree [[fail VENDOR_DECLINED]]' });
    await account.sandbox.submit('/v1/gamma/generate', { prompt: 'a lemon tree in the wind' });
    await page.reload();
    await page.getByText('$999.60', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reset play money' }).click();
    await page.getByText('$1,000.00', { exact: true }).waitFor();
    assert.equal(await account.sandbox.balance(), 1_000);
    assert.ok((await service.audit()).ok);
  });

  // The amount with five decimals.
  assert.deepEqual([faults.filter((fault) => !/status of 400/.test(fault)), strangers], [[], []]);
}

test('a key that is made before the first list has come stands in it', { skip: noChromium }, async (t) => {
  const service = await startPages(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { page } = await visitAs(t, service, { account: await service.account() });
  const made = Promise.withResolvers<void>();
  // The answer is that of the time before the key, and comes after it.
  await page.route(/\/api\/keys/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    await made.promise;
    return route.fulfill({ response: answer }).catch(() => {});
  });
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByLabel('Name').fill('Render farm');
  const posted = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await posted;
  made.resolve();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText('Render farm').waitFor();
});
