/** What stands on every screen: which mode it is, what is left of the balance, one left edge; and the gallery's dates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './support/axe.ts';
import { noChromium, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

const paths = ['/', '/playground', '/keys', '/balance', '/webhooks', '/settings', '/reference'];

test('the frame', { skip: noChromium }, async (t) => {
  const service = await startPages(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account({ credit: '0.0500' });
  const { page, faults } = await visitAs(t, service, { account, width: 1440, height: 900 });

  await t.test('the sandbox is named and coloured on every screen, and no other is', async () => {
    await page.goto('/?mode=sandbox');
    for (const path of paths) {
      await walkTo(page, `${path}?mode=sandbox`);
      await page.locator('[data-sandbox]', { hasText: 'Sandbox' }).waitFor();
    }
    await page.getByRole('button', { name: 'Go live' }).click();
    await page.locator('[data-sandbox]').waitFor({ state: 'detached' });
    await holds(async () => assert.equal(new URL(page.url()).searchParams.get('mode'), 'live'));
  });

  await t.test('headings begin at one left edge', async () => {
    const edgeOf = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())!.x;
    let edge: number | undefined;
    // The reference has its own heading inside its frame.
    for (const path of paths.filter((each) => each !== '/reference')) {
      await walkTo(page, `${path}?mode=live`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      edge ??= await edgeOf();
      await holds(async () => assert.equal(await edgeOf(), edge, path));
    }
  });

  await t.test('at 200 % the rail shows where one is', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await walkTo(page, '/keys?mode=live');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await walkTo(page, '/settings?mode=live');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' });
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await holds(async () =>
      assert.ok(
        await link.filter({ visible: true }).evaluate((shown) => {
          const { x, y, width, height } = shown.getBoundingClientRect();
          return shown.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }),
      ),
    );
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('the balance is on every screen, and says what to do where it does not suffice', async () => {
    await walkTo(page, '/playground/beta?mode=live');
    await page.getByRole('link', { name: '$0.05 left in the account' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: '$0.05 left: Balance' }).filter({ visible: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('[data-next-step]', { hasText: 'The balance does not suffice.' }).waitFor();
    await assertAccessible(page, 'a balance that does not suffice');
    await page.locator('[data-next-step]').getByRole('link').click();
    await page.locator('[data-sandbox]').waitFor();
    await page.locator('[data-next-step]').waitFor({ state: 'detached' });
    await holds(async () => assert.equal(new URL(page.url()).pathname, '/playground/beta'));
  });

  await t.test('a span of days is chosen in one control: a preset, or two days of a calendar', async () => {
    await walkTo(page, '/?mode=sandbox');
    const dates = page.getByRole('button', { name: /^Dates:/ });
    const shownDays = () => {
      const { searchParams } = new URL(page.url());
      return [searchParams.get('from'), searchParams.get('to')];
    };
    await dates.click();
    await page.getByRole('dialog', { name: 'Dates' }).waitFor();
    await assertAccessible(page, 'dates');
    await page.keyboard.press('Escape');
    // All of it is in the window, wherever its button stands.
    for (const width of [1024, 720, 390]) {
      await page.setViewportSize({ width, height: 800 });
      if (width === 390) await page.getByRole('button', { name: 'More filters' }).click();
      await dates.click();
      await holds(async () => {
        const panel = await page.getByRole('dialog', { name: 'Dates' }).boundingBox();
        assert.ok(panel !== null && panel.x >= 0 && panel.x + panel.width <= width, JSON.stringify({ width, panel }));
      });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Dates' }).waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await dates.click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Dates' }).waitFor({ state: 'detached' });
    await dates.click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.getByRole('button', { name: 'Dates: Last 7 days' }).waitFor();
    await holds(async () => {
      const [from, to] = shownDays();
      assert.equal(Math.round((Date.parse(to!) - Date.parse(from!)) / 86_400_000), 6);
    });
    await walkTo(page, '/?mode=sandbox&from=2020-11-16&to=2020-11-16');
    await dates.click();
    const days = page.getByRole('dialog', { name: 'Dates' });
    await days.getByText('November 2020').waitFor();
    await days.getByText('20', { exact: true }).click();
    await days.getByText('Choose the last day').waitFor();
    await days.getByText('9', { exact: true }).click();
    await holds(async () => assert.deepEqual(shownDays(), ['2020-11-09', '2020-11-20']));
    await dates.click();
    await page.getByRole('button', { name: 'Any time' }).click();
    await holds(async () => assert.deepEqual(shownDays(), [null, null]));
  });

  await t.test('what Escape closed does not open again by going back', async () => {
    const { body } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'a kite [[queue 600]]' });
    await page.goto('/keys?mode=sandbox');
    await page.getByRole('link', { name: 'Generations' }).first().click();
    await page.getByText('a kite').first().click();
    await page.getByRole('dialog', { name: 'Generation' }).waitFor();
    await holds(async () => assert.ok(page.url().includes(body['task_uuid'] as string)));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Generation' }).waitFor({ state: 'detached' });
    await page.goBack();
    await holds(async () => assert.ok(!page.url().includes('/generations/')));
    await holds(async () => assert.equal(await page.getByRole('dialog', { name: 'Generation' }).count(), 0));
  });

  assert.deepEqual(faults, []);
});
