/** Ctrl-K: screens, actions and generations from one field, by keyboard alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './support/axe.ts';
import { noChromium } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

test('the palette', { skip: noChromium }, async (t) => {
  const service = await startPages(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const { body } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A red fox in fresh snow' });
  const id = body['task_uuid'] as string;
  await account.sandbox.submit('/v1/delta/generate', { prompt: 'A grey hare' });
  const { page, faults } = await visitAs(t, service, { account });
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const field = palette.getByRole('combobox');
  const active = palette.locator('[aria-selected=true]');
  const files: string[] = [];
  page.on('request', (request) => /\/palette-.*\.js/.test(request.url()) && files.push(request.url()));
  const open = async () => {
    await page.keyboard.press('Control+k');
    await field.and(page.locator(':focus')).waitFor();
  };
  /** What is typed is what is chosen, once the line that was meant is the active one. */
  const choose = async (text: string, line: string | RegExp) => {
    await open();
    await page.keyboard.type(text);
    await active.getByText(line).first().waitFor();
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
  };

  await t.test('its file comes when it is first opened; Escape gives the focus back', async () => {
    await page.goto('/?mode=sandbox');
    await page.locator('[data-item]').nth(1).waitFor();
    assert.equal(files.length, 0);
    await page.locator('[data-item]').nth(1).focus();
    await open();
    assert.ok(files.length > 0);
    await assertAccessible(page, 'the palette');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.locator('[data-item]').nth(1).and(page.locator(':focus')).waitFor();
  });

  await t.test('while its file is on its way, what is typed does nothing else; Caps Lock is no matter', async () => {
    const comes = Promise.withResolvers<void>();
    await page.route(/\/palette-.*\.js/, (route) => comes.promise.then(() => route.continue()));
    await page.goto('/?mode=sandbox');
    await page.locator('[data-item]').nth(1).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('cg');
    await page.keyboard.type('k');
    comes.resolve();
    await field.and(page.locator(':focus')).waitFor();
    await holds(async () => assert.equal(new URL(page.url()).pathname, '/'));
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.unroute(/\/palette-.*\.js/);
  });

  await t.test('leads to a screen, also while something is typed elsewhere', async () => {
    await page.getByLabel('Search prompts and ids').focus();
    await choose('webh', 'Webhooks');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await holds(async () => assert.equal(new URL(page.url()).searchParams.get('mode'), 'sandbox'));
  });

  await t.test('finds generations by words of the prompt and by the beginning of the id', async () => {
    await open();
    await page.keyboard.type('fresh');
    await palette.getByRole('option', { name: /A red fox in fresh snow/ }).waitFor();
    await assertAccessible(page, 'the palette with a generation');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/generations/${id}`));
    await page.getByRole('dialog', { name: 'Generation', exact: true }).waitFor();
    await choose(id, 'A red fox in fresh snow');
    await page.waitForURL(new RegExp(`/generations/${id}`));
    // Back to where it was opened, and not to the gallery that stands behind it.
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await holds(async () => assert.match(page.url(), /\/webhooks\?mode=sandbox$/));
  });

  await t.test('Enter chooses what is shown while the answer to more letters is still on its way', async () => {
    await open();
    await page.keyboard.type('fresh');
    await active.getByText('A red fox in fresh snow').waitFor();
    const chosen = Promise.withResolvers<void>();
    await page.route(/\/api\/generations\?.*text=/, async (route) => {
      await chosen.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/api\/generations\?.*text=/);
    await page.keyboard.type(' snow');
    await asked;
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    chosen.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await t.test('the arrows walk around the list, and nothing that fits is said', async () => {
    await open();
    const options = palette.getByRole('option');
    await page.keyboard.press('ArrowUp');
    await holds(async () => assert.equal(await options.last().getAttribute('aria-selected'), 'true'));
    await page.keyboard.press('ArrowDown');
    await holds(async () => assert.equal(await options.first().getAttribute('aria-selected'), 'true'));
    await page.keyboard.type('zebra crossing');
    await palette.getByText('Nothing fits “zebra crossing”').waitFor();
    await assertAccessible(page, 'the palette without a line');
    await page.keyboard.press('Enter');
    await palette.waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor({ state: 'detached' });
  });

  await t.test('acts: theme, mode, a new key, a new generation, leaving', async () => {
    await choose('dark', 'Dark theme');
    await holds(async () => assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark'));
    await choose('theme of', 'Theme of the system');
    await holds(async () => assert.equal(await page.locator('html').getAttribute('data-theme'), null));
    await choose('live', 'Switch to live');
    await page.locator('[data-sandbox]').waitFor({ state: 'detached' });
    await choose('create an', 'Create an API key');
    const asked = page.getByRole('dialog', { name: /key/i });
    await asked.waitFor();
    // What asks something is not left by a key.
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await holds(async () => assert.ok(!page.url().includes('create'), 'a reload does not ask again'));
    // Keys come in their order: a palette that had opened would take these.
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.getByRole('heading', { level: 1, name: 'Balance' }).waitFor();
    await palette.waitFor({ state: 'detached' });
    await choose('generation with gamma', 'New generation with gamma');
    await page.waitForURL(/\/playground\/gamma/);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).filter({ visible: true }).click();
    await palette.waitFor();
    await assertAccessible(page, 'the palette on a phone');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await choose('sign out', 'Sign out');
    await page.waitForURL(/\/sign-in/);
  });
  // Whoever has left may still be asked for something on the way out.
  assert.deepEqual(
    faults.filter((fault) => !/status of 401/.test(fault)),
    [],
  );
});
