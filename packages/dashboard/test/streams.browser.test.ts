/** However many pages a browser has open, they share one event stream, and connections are left for everything else. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

/** The event streams that are open at this process's servers. */
function watchStreams(t: TestContext): { open: Set<IncomingMessage>; most: number } {
  const streams = { open: new Set<IncomingMessage>(), most: 0 };
  const note = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (!request.url?.startsWith('/api/events')) return;
    streams.open.add(request);
    streams.most = Math.max(streams.most, streams.open.size);
    response.once('close', () => streams.open.delete(request));
  };
  subscribe('http.server.request.start', note);
  t.after(() => unsubscribe('http.server.request.start', note));
  return streams;
}

const live = (page: Page) => page.locator('[data-liveness=live]').first().waitFor({ state: 'attached' });

test('event streams', { skip: noChromium }, async (t) => {
  const streams = watchStreams(t);
  const service = await startPages(t);

  await t.test('ten pages hold one stream, all are live, and Generate works in each', async (t) => {
    const account = await service.account();
    const { page: first, context } = await visitAs(t, service, { account });
    const pages = [first];
    while (pages.length < 10) pages.push(await context.newPage());
    for (const page of pages) {
      await page.goto('/playground/delta?mode=sandbox');
      await live(page);
    }
    for (const [at, page] of pages.entries()) {
      await page.bringToFront();
      await page.getByLabel('Prompt', { exact: true }).fill(`page ${at} [[fail API_ERROR]]`);
      await page.getByRole('button', { name: 'Generate' }).click();
      await page.locator('[data-result][data-status=failed]').waitFor();
    }
    await holds(async () => assert.equal(streams.open.size, 1));
    assert.equal(streams.most, 1);
    // The page that opened the stream goes; the others are told as before.
    await pages[0]!.close();
    await pages[1]!.goto('/?mode=sandbox');
    await live(pages[1]!);
    await pages[1]!.locator('[data-item]').nth(9).waitFor();
    await account.sandbox.submit('/v1/delta/generate', { prompt: 'told to all [[queue 600]]' });
    await pages[1]!.getByText('told to all').waitFor();
    await context.close();
    await holds(async () => assert.equal(streams.open.size, 0));
  });

  await t.test('a page that loads address after address holds one, and is live when it is gone back to', async (t) => {
    const account = await service.account();
    const { page } = await visitAs(t, service, { account });
    for (const path of ['/', '/keys', '/balance', '/webhooks', '/settings', '/playground', '/keys', '/balance', '/']) {
      await page.goto(`${path}?mode=sandbox`);
      await live(page);
    }
    await holds(async () => assert.equal(streams.open.size, 1));
    await page.goto('/keys?mode=sandbox');
    await account.sandbox.submit('/v1/delta/generate', { prompt: 'meanwhile [[queue 600]]' });
    await page.goBack({ waitUntil: 'commit' });
    await page.getByText('meanwhile').waitFor();
    await account.sandbox.submit('/v1/delta/generate', { prompt: 'and since [[queue 600]]' });
    await page.getByText('and since').waitFor();
    await holds(async () => assert.equal(streams.open.size, 1));
  });

  await t.test(
    'live and sandbox are two streams, and a fourth scope polls instead of taking a connection',
    async (t) => {
      const accounts = [await service.account(), await service.account()];
      const { page, context } = await visitAs(t, service, { account: accounts[0]! });
      const [person] = await service.db.query<{ person_id: string }>(
        { text: 'select person_id from memberships where account_id = $1' },
        [accounts[0]!.id],
      );
      await service.db.query(
        { text: "insert into memberships (person_id, account_id, role) values ($1, $2, 'member')" },
        [person!.person_id, accounts[1]!.id],
      );
      const scopes = accounts.flatMap(({ id }) => [`account=${id}&mode=live`, `account=${id}&mode=sandbox`]);
      for (const scope of scopes.slice(0, 3)) {
        const tab = await context.newPage();
        await tab.goto(`/?${scope}`);
        await live(tab);
      }
      await holds(async () => assert.equal(streams.open.size, 3));
      await page.goto(`/?${scopes[3]}`);
      await page.locator('[data-liveness=polling]').first().waitFor({ state: 'attached' });
      await accounts[1]!.sandbox.submit('/v1/delta/generate', { prompt: 'found by asking [[queue 600]]' });
      await page.getByText('found by asking').waitFor();
      await holds(async () => assert.equal(streams.open.size, 3));
    },
  );
});
