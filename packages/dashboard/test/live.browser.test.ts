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
  // Only those near the window are in the page, so it is read from top to bottom, again where some were still on their way.
  const seen = new Set<string>();
  for (let round = 0; round < 200 && seen.size < updates; round += 1) {
    for (const prompt of await page.locator('[data-status=failed] p').allInnerTexts()) seen.add(prompt);
    await page.evaluate(() => {
      const atEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
      window.scrollTo(0, atEnd ? 0 : window.scrollY + 1_500);
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
  }
  assert.equal(seen.size, updates);
  assert.deepEqual(faults, []);
});
