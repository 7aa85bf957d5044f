import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './support/axe.ts';
import { noChromium, visit, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { signIn, startPages } from './support/service.ts';

test('generations and the reference', { skip: noChromium }, async (t) => {
  const service = await startPages(t);
  const visitor = await visit(t, { url: service.url });
  const { page, faults, strangers } = visitor;

  await t.test('axe finds nothing in the gallery and the sheet, empty and full, light and dark', async () => {
    const account = await service.account();
    await signIn(visitor, service, account);
    await page.goto('/?mode=sandbox');
    await page.getByRole('heading', { name: 'Nothing in the sandbox yet' }).waitFor();
    await assertAccessible(page, 'empty gallery');
    await walkTo(page, '/?mode=sandbox&text=nothing');
    await page.getByRole('heading', { name: 'No generations with “nothing”' }).waitFor();
    await assertAccessible(page, 'filtered gallery');

    const failing = await account.sandbox.submit('/v1/beta/generate', { prompt: 'A fox [[fail TASK_FAILED]]' });
    const made = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A hare' });
    await account.sandbox.submit('/v1/delta/generate', { prompt: 'A kite [[queue 600]]' });
    await account.sandbox.submit('/v1/delta/generate', { prompt: 'An owl [[slow 600]]' });
    await service.ended(failing.body['generation_id'] as string);
    await service.ended(made.body['task_uuid'] as string);
    await walkTo(page, '/?mode=sandbox');
    await page.locator('[data-item]').nth(3).waitFor();
    await page.locator('[data-status=completed]').waitFor();
    await page.locator('[data-status=processing]').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await assertAccessible(page, 'full gallery, one chosen');
    await page.getByTitle('Table').click();
    await page.getByText('Prompt', { exact: true }).waitFor();
    await assertAccessible(page, 'full table');
    await page.locator('[data-status=failed]').getByText('TASK_FAILED', { exact: true }).waitFor();
    const row = page.locator('li', { has: page.locator('[data-status=failed]') });
    await holds(async () => {
      const [box, poster] = [await row.locator('label').boundingBox(), await row.locator('a > div').boundingBox()];
      assert.ok(box!.x + box!.width <= poster!.x, 'the box that chooses a row covers nothing of its picture');
    });

    await page.locator('[data-status=failed]').click();
    await page.getByRole('region', { name: 'Failure' }).waitFor();
    await assertAccessible(page, 'sheet of a failed generation');
    await walkTo(page, `/generations/${made.body['task_uuid']}?mode=sandbox`);
    await page.getByRole('button', { name: 'Show in full size' }).waitFor();
    await assertAccessible(page, 'sheet of a finished generation');
    await walkTo(page, '/generations/01900000-0000-7000-8000-000000000000');
    await page.getByRole('heading', { name: 'There is no such generation' }).waitFor();
    await assertAccessible(page, 'sheet of no generation');
    await walkTo(page, '/nowhere');
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await assertAccessible(page, 'no such page');
  });

  await t.test('a list that cannot be loaded says so, with the request to ask about, and tries again', async () => {
    const account = await service.account();
    await signIn(visitor, service, account);
    const lists = '**/api/generations?*';
    await page.route(lists, (route) =>
      route.fulfill({ status: 400, headers: { 'x-request-id': 'req-77' }, json: { detail: 'Not like this' } }),
    );
    await page.goto('/');
    await page.getByText('req-77').waitFor();
    await page.getByText('Not like this').waitFor();
    await assertAccessible(page, 'failed gallery');
    await page.unroute(lists);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No generations yet' }).waitFor();
  });

  await t.test('the links to the balance have a name before the figure has come', async () => {
    const account = await service.account();
    await signIn(visitor, service, account);
    await page.route('**/api/balance**', () => {});
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      await page.getByRole('heading', { name: 'No generations yet' }).waitFor();
      await assertAccessible(page, `a balance on its way at ${width}`);
    }
    await page.unroute('**/api/balance**');
  });

  await t.test('the reference stands inside the frame, without a foreign host or a breach of the policy', async () => {
    const account = await service.account();
    await signIn(visitor, service, account);
    faults.length = 0;
    await page.goto('/reference');
    const reference = page.frameLocator('iframe[title="API reference"]');
    // Four megabytes of script take their time on a busy machine.
    await reference.getByRole('heading', { level: 1, name: 'Afterimage' }).waitFor();
    await reference.getByText('epsilon-images').first().waitFor();
    await holds(async () =>
      assert.equal(await reference.getByText('Powered by Scalar').filter({ visible: true }).count(), 0),
    );
    await assertAccessible(page, 'the frame around the reference');
    await reference.getByRole('heading', { level: 1, name: 'Afterimage' }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await reference.locator(`body.${colorScheme}-mode`).waitFor();
    }
    assert.deepEqual({ faults, strangers }, { faults: [], strangers: [] });

    // In a window of its own it comes to the samples at once, which are markup with styles in it.
    await page.goto('/reference.html');
    await page.locator('code[style*="--line-count"]').first().waitFor({ state: 'attached' });
    assert.deepEqual(
      faults.filter((fault) => fault.includes('Content Security Policy')),
      [],
    );
  });

  await t.test('what is read in the reference stands in the address, and is there again after a reload', async () => {
    const address = '/reference?mode=live#tag/beta/POST/v1/beta/generate';
    const operation = page
      .frameLocator('iframe[title="API reference"]')
      .locator('[id$="tag/beta/POST/v1/beta/generate"]')
      .first();
    const inView = () => holds(async () => assert.ok(await operation.evaluate(isInView)));
    await page.goto(address);
    await inView();
    await page.reload();
    await inView();
    await holds(async () => assert.match(page.url(), /\/reference\?mode=live#tag\/beta/));
    // What is clicked there is written into the address, too.
    await page
      .frameLocator('iframe[title="API reference"]')
      .getByRole('link', { name: /^delta/ })
      .first()
      .click();
    await page.waitForURL(/\/reference\?mode=live#tag\/delta/);
  });

  await t.test('the policy of every page allows nothing inline and no other host', async () => {
    for (const path of ['/', '/generations/x', '/reference.html']) {
      const { headers } = await service.ask('GET', path, { headers: { accept: 'text/html' } });
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/, path);
      assert.match(policy, /script-src 'self'(;|$)/, path);
      assert.match(policy, /style-src 'self'(;|$)/, path);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/, path);
    }
  });
});

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
};
