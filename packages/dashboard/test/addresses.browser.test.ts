import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

const modeOf = (page: Page) => new URL(page.url()).searchParams.get('mode');
const accountOf = (page: Page) => new URL(page.url()).searchParams.get('account');
const choose = (page: Page, mode: 'Live' | 'Sandbox') => page.getByText(mode, { exact: true }).first().click();

/** What one tab wrote for others to hear, the other has heard by then. */
async function hears(listener: Page, speaker: Page): Promise<void> {
  const heard = await listener.evaluateHandle(() => ({
    at: new Promise((resolve) => {
      window.addEventListener('storage', ({ key }) => key === 'test.word' && resolve(true));
    }),
  }));
  await speaker.evaluate(() => localStorage.setItem('test.word', String(performance.now())));
  await heard.evaluate(({ at }) => at);
}

/** Nothing shows it: a timer begun after the typing, and longer than its delay, runs out after it. */
const typingIsOver = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));

test('addresses', { skip: noChromium }, async (t) => {
  // Nothing is drawn: where it stands is all that is asked here.
  const service = await startPages(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account({ credit: '5' });
  const { body: live } = await account.live.submit('/v1/delta/generate', { prompt: 'A live fox' });
  // One visitor for all of it: a browser's first look at the pages costs more than most of what is looked at here.
  const { page, context } = await visitAs(t, service, { account });
  const { body: waiting } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A boat [[queue 600]]' });

  await t.test('two tabs show two modes, and neither changes the other', async () => {
    await page.goto('/?mode=sandbox');
    await page.getByText('A boat').first().waitFor();
    const other = await context.newPage();
    await other.goto('/balance?mode=sandbox');
    for (const mode of ['Live', 'Sandbox', 'Live'] as const) {
      await choose(other, mode);
      await other.waitForURL(`${service.url}/balance?mode=${mode.toLowerCase()}`);
      await hears(page, other);
      await hears(other, page);
      await holds(async () => assert.deepEqual([modeOf(page), modeOf(other)], ['sandbox', mode.toLowerCase()]));
    }
  });

  await t.test('a link to something live opens it where the sandbox was shown before', async () => {
    await page.goto('/?mode=sandbox');
    await page.getByText('A boat').first().waitFor();
    // As a new tab would be asked for it: nothing but the address goes there.
    await holds(async () =>
      assert.equal(
        await page.getByRole('link', { name: 'Balance' }).first().getAttribute('href'),
        '/balance?mode=sandbox',
      ),
    );
    await page.goto(`/generations/${live['task_uuid']}`);
    await page.getByRole('dialog').getByText('A live fox').first().waitFor();
    await holds(async () => assert.equal(modeOf(page), 'live'));
  });

  await t.test('a bare link to something of the sandbox finds it there, and one to nothing says so', async () => {
    await page.goto(`/generations/${waiting['task_uuid']}`);
    await page.getByRole('dialog').getByText('A boat').first().waitFor();
    await holds(async () => assert.equal(modeOf(page), 'sandbox'));
    await walkTo(page, '/generations/01900000-0000-7000-8000-000000000000?mode=live');
    await page.getByRole('heading', { name: 'There is no such generation' }).waitFor();
    await holds(async () => assert.equal(modeOf(page), 'live'));
  });

  await t.test(
    'two tabs show two accounts, their links lead on in them, and a bare link finds the right one',
    async (t) => {
      const [own, other] = [await service.account(), await service.account()];
      await own.live.submit('/v1/delta/generate', { prompt: 'A fox of ours' });
      const { body: theirs } = await other.live.submit('/v1/delta/generate', { prompt: 'A hare of theirs' });
      const { page, context } = await visitAs(t, service, { account: own });
      await service.db.query(
        {
          text: `insert into memberships (account_id, person_id, role)
          select $2, person_id, 'member' from memberships where account_id = $1`,
        },
        [own.id, other.id],
      );
      await page.goto('/');
      await page.getByText('A fox of ours').first().waitFor();
      const tab = await context.newPage();
      await tab.goto('/');
      await tab.getByLabel('Account').first().selectOption(other.id);
      await tab.getByText('A hare of theirs').first().waitFor();
      await holds(async () => assert.deepEqual([accountOf(page), accountOf(tab)], [own.id, other.id]));
      await holds(async () =>
        assert.equal(
          await tab.getByRole('link', { name: 'API keys' }).first().getAttribute('href'),
          `/keys?account=${other.id}`,
        ),
      );
      await walkTo(page, '/balance');
      await page.waitForURL(`${service.url}/balance?mode=live&account=${own.id}`);
      await page.goto(`/generations/${theirs['task_uuid']}`);
      await page.getByRole('dialog').getByText('A hare of theirs').first().waitFor();
      await holds(async () => assert.equal(accountOf(page), other.id));
      await tab.goBack();
      await tab.getByText('A fox of ours').first().waitFor();
      await holds(async () => assert.equal(accountOf(tab), own.id));
    },
  );

  await t.test(
    'a search that was just typed follows neither to another screen nor closes what was opened',
    async () => {
      await page.goto('/?mode=sandbox');
      const card = page.locator('[data-item]').first();
      const search = page.getByLabel('Search prompts and ids');
      await card.waitFor();
      await search.fill('boat');
      await card.click();
      await holds(async () => assert.match(page.url(), /\/generations\/[^/]+\?mode=sandbox&text=boat$/));
      await page.getByRole('dialog').getByText('A boat').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      // The gallery lives on until the next screen's script is there.
      await page.route('**/assets/balance-screen-*.js', async (route) => {
        await typingIsOver(page);
        await route.continue();
      });
      await search.fill('boats');
      await page.getByRole('link', { name: 'Balance' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Balance' }).waitFor();
      await holds(async () => assert.equal(new URL(page.url()).pathname, '/balance'));
    },
  );

  await t.test('Escape empties the search, then leaves it to the keys of the list', async () => {
    await page.goto('/?mode=sandbox&text=boat');
    await page.locator('[data-item]').first().waitFor();
    const search = page.getByLabel('Search prompts and ids');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.waitForURL(`${service.url}/?mode=sandbox`);
    await holds(async () => assert.equal(await search.inputValue(), ''));
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.locator('[data-item]:focus').waitFor();
    await holds(async () => assert.equal(await search.inputValue(), ''));
  });

  await t.test(
    'an address that nobody has written says that nothing is there, or leaves out what says nothing',
    async () => {
      for (const path of ['/keys/%E0', '/playground/%', '/generations/%zz']) {
        await page.goto(path);
        await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
      }
      for (const query of ['from=banana', 'to=2026-02-31', 'from=2026-13-01&to=%E0']) {
        await page.goto(`/generations?mode=sandbox&${query}`);
        await page.getByText('A boat').first().waitFor();
        await page.getByRole('button', { name: 'Dates: Any time' }).waitFor();
      }
      for (const [path, name] of [
        ['//?mode=sandbox', 'Generations'],
        ['//keys', 'API keys'],
        ['///balance?mode=sandbox', 'Balance'],
      ] as const) {
        await page.goto(`${service.url}${path}`);
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await holds(async () => assert.match(page.url().slice(service.url.length), /^\/(?!\/).*mode=/));
      }
    },
  );

  await t.test('what was begun in the playground is gone after signing out', async () => {
    await page.goto('/playground/alpha');
    await page.getByLabel('Prompt', { exact: true }).fill('a red fox');
    const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    await holds(async () => assert.match(await kept(), /a red fox/));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await holds(async () => assert.doesNotMatch(await kept(), /playground/));
  });
});
