/** Two models side by side for one request, and media from the gallery as an input. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './support/axe.ts';
import { drawingMilliseconds, noChromium } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

test('the playground compares, and takes from the gallery', {
  skip: noChromium,
  timeout: 2 * drawingMilliseconds,
}, async (t) => {
  const service = await startPages(t);
  const account = await service.account();
  const { page, faults } = await visitAs(t, service, { account, width: 1440, height: 900 });
  const price = async () => Number((await page.locator('[data-price]').innerText()).replace('$', ''));
  const rival = page.getByRole('combobox', { name: 'Compare with' });
  const articles = page.locator('article[data-result]');
  const lastTwo = async () => {
    const { body } = await account.sandbox.get('/api/generations?limit=2');
    const items = body['items'] as { family: string; model: string; prompt: string; price: string }[];
    return { items, paid: items.reduce((sum, each) => sum + Number(each.price), 0) };
  };

  await t.test('two models of a family, for the price of both, next to each other', async () => {
    await page.goto('/playground/alpha?mode=sandbox');
    await page.getByLabel('Prompt', { exact: true }).fill('A fox [[queue 600]]');
    await holds(async () => assert.ok((await price()) > 0));
    const alone = await price();
    await rival.selectOption('alpha_2.1_master');
    await page.getByText('Price of both').waitFor();
    await holds(async () => assert.ok((await price()) > alone));
    const both = await price();
    await assertAccessible(page, 'a comparison before it is sent');
    await page.getByRole('button', { name: 'Generate' }).click();
    await articles.nth(1).waitFor();
    await holds(async () => {
      const [left, right] = [await articles.nth(0).boundingBox(), await articles.nth(1).boundingBox()];
      assert.ok(left!.x + left!.width <= right!.x && left!.y === right!.y, 'beside, not below');
    });
    const { items, paid } = await lastTwo();
    assert.equal(items[0]!.model, 'alpha_2.1_master');
    assert.notEqual(items[1]!.model, 'alpha_2.1_master');
    assert.equal(paid.toFixed(4), both.toFixed(4));
    await assertAccessible(page, 'a comparison');
  });

  await t.test('a pair is still one after a reload, and fits a phone', async () => {
    await page.reload();
    await articles.nth(1).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await holds(async () => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${wide} wide`);
    });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await t.test('another family gets what it takes of the request', async () => {
    await page.goto('/playground/delta?mode=sandbox');
    await page.getByLabel('Prompt', { exact: true }).fill('A lemon tree');
    await rival.selectOption('epsilon-images');
    await page.getByText('Price of both').waitFor();
    await page.getByRole('button', { name: 'Generate' }).click();
    await holds(async () => {
      const { items } = await lastTwo();
      assert.deepEqual(
        items.map(({ family, prompt }) => [family, prompt]),
        [
          ['epsilon-images', 'A lemon tree'],
          ['delta', 'A lemon tree'],
        ],
      );
    });
    await page.locator('article[data-status=completed]').nth(1).waitFor({ timeout: drawingMilliseconds });
  });

  await t.test('what was made goes into a media control from the gallery', async () => {
    await page.getByRole('radio', { name: 'Images' }).check({ force: true });
    await page.getByRole('button', { name: 'From the gallery' }).first().click();
    const gallery = page.getByRole('dialog', { name: /from the gallery/ });
    await gallery.getByRole('button', { name: 'A lemon tree' }).nth(1).waitFor();
    await assertAccessible(page, 'the gallery to choose from');
    await gallery.getByRole('button', { name: 'A lemon tree' }).first().click();
    await gallery.waitFor({ state: 'detached' });
    await page
      .locator('[data-media-control]')
      .getByText(/1024×1024/)
      .waitFor();
  });
  assert.deepEqual(faults, []);
});
