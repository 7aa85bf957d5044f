import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChromium } from './support/browser.ts';
import { startPages, visitAs } from './support/service.ts';

const updates = 200;

test('200 generations that end at once are all shown, without a reload', { skip: noChromium }, async (t) => {
  const service = await startPages(t);
  const account = await service.account();
  const { page, faults } = await visitAs(t, service, { account });
  await page.goto('/?mode=sandbox');
  await page.getByRole('heading', { name: 'Nothing in the sandbox yet' }).waitFor();
  await page.locator('[data-liveness=live]').first().waitFor({ state: 'attached' });
  const submits = Array.from({ length: updates }, (_, at) =>
    account.sandbox.submit('/v1/delta/generate', { prompt: `Number ${at} [[fail API_ERROR]]` }),
  );
  for (const { status } of await Promise.all(submits)) assert.equal(status, 200);
  // Those near the window are in the page; scrolling to the end brings every one of them past it.
  const seen = new Set<string>();
  await page.waitForFunction(
    () => {
      const drawn = [...document.querySelectorAll('[data-item]')];
      return drawn.length >= 24 && drawn.every((item) => item.getAttribute('data-status') === 'failed');
    },
    undefined,
    { timeout: 30_000 },
  );
  for (let round = 0; round < 100 && seen.size < updates; round += 1) {
    const prompts = await page.locator('[data-status=failed] p').allInnerTexts();
    for (const prompt of prompts) seen.add(prompt);
    await page.evaluate(() => {
      window.scrollBy(0, 2_000);
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
  }
  assert.equal(seen.size, updates);
  assert.deepEqual(faults, []);
});
