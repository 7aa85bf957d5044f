import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import type { Page } from 'playwright-core';
import { choosePort } from '../../server/test/faults/support/service-process.ts';
import { openTestService } from '../../server/test/support/service.ts';
import { noChromium, visit } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { openQuietWay } from './support/quiet-way.ts';
import { signIn, startPages, visitAs } from './support/service.ts';

test('a page finds its way back after the service restarts, and shows what it missed', {
  skip: noChromium,
}, async (t) => {
  const port = await choosePort();
  const service = await startPages(t, { env: { PORT: String(port) } });
  const account = await service.account();
  const { page, context } = await visitAs(t, service, { account });
  await page.goto('/?mode=sandbox');
  const other = await context.newPage();
  await other.goto('/?mode=sandbox');
  await other.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
  await page.locator('[data-liveness=live]').first().waitFor({ state: 'attached' });
  const { body } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A fox [[queue 600]]' });
  await page.locator('[data-status=pending]').waitFor();

  const wordsShown = await followConnection(page);
  await service.stop();
  await holds(async () => assert.ok((await wordsShown()).includes('Reconnecting')));
  // Nothing is updated, every 5 s or otherwise, by a service that is not there.
  await page.getByText('Cannot reach the service').first().waitFor();
  // On a telephone the words do not push the switch beside them out of the window.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Cannot reach the service').filter({ visible: true }).waitFor();
  await holds(async () => {
    const box = await page.getByText('Sandbox', { exact: true }).filter({ visible: true }).first().boundingBox();
    assert.ok(box !== null && box.x + box.width <= 390, JSON.stringify(box));
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  // The other page goes where it has not been: the screen's file does not come.
  await other.getByRole('link', { name: 'Webhooks' }).first().click();
  await other.getByRole('heading', { name: 'The service cannot be reached' }).waitFor();
  // Nobody tells the page of this one: it happens while there is no service.
  await service.db.query({ text: 'update generations set deadline_at = now() where id = $1' }, [body['task_uuid']]);

  await openTestService(t, { db: service.db, settings: service.settings, families });
  await page.locator('[data-status=failed]').waitFor();
  await page.locator('[data-liveness=live]').first().waitFor({ state: 'attached' });
  await other.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await holds(async () =>
    assert.equal(await page.getByText(/Reconnecting|Updating every 5 s|Cannot reach/).count(), 0),
  );
});

test('a service that falls silent without closing anything is told of, and back when it speaks again', {
  skip: noChromium,
}, async (t) => {
  const service = await startPages(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const way = await openQuietWay(t, service.url);
  const visitor = await visit(t, { url: way.url });
  await signIn(visitor, { ...service, url: way.url }, account);
  const { page } = visitor;
  await page.clock.install();
  await page.addInitScript(() => {
    // By the page's clock, which the test moves; a worker has one of its own.
    AbortSignal.timeout = (milliseconds) => {
      const late = new AbortController();
      setTimeout(() => late.abort(new DOMException('Too late.', 'TimeoutError')), milliseconds);
      return late.signal;
    };
    Reflect.deleteProperty(window, 'SharedWorker');
  });
  await page.goto('/?mode=sandbox');
  await page.locator('[data-liveness=live]').first().waitFor({ state: 'attached' });
  const wordsShown = await followConnection(page);

  way.fallSilent();
  const inTime = (asserts: () => Promise<void>) =>
    holds(async () => {
      await page.clock.fastForward(5_000);
      await asserts();
    });
  await inTime(async () => assert.ok(await page.getByText('Cannot reach the service').first().isVisible()));
  assert.ok((await wordsShown()).includes('Reconnecting'));
  // Its file was not fetched before.
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  const unreachable = page.getByRole('heading', { name: 'The service cannot be reached' });
  await inTime(async () => assert.ok(await unreachable.isVisible()));

  way.speakAgain();
  await inTime(async () => assert.ok(await page.getByRole('heading', { level: 1, name: 'Webhooks' }).isVisible()));
  await inTime(async () =>
    assert.equal(await page.locator('[data-liveness=live]').first().getAttribute('data-liveness'), 'live'),
  );
});

/** All that the page says of its connection from now on: beside other work, a word may be gone again before it is asked for. */
async function followConnection(page: Page): Promise<() => Promise<string[]>> {
  const words = await page.evaluateHandle(() => {
    const shown: string[] = [];
    const note = () =>
      shown.push(...[...document.querySelectorAll('[data-liveness]')].map((chip) => chip.textContent ?? ''));
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['data-liveness'],
    });
    return shown;
  });
  return () => words.jsonValue();
}
