import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../server/test/support/eventually.ts';
import { noChromium } from './support/browser.ts';
import { copyGeneration } from './support/copy-generation.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

const many = 1_000;
const updates = 200;
/** Four groups at first, and those within a thousand pixels of the window. */
const drawnMax = 120;

test('many generations', { skip: noChromium }, async (t) => {
  const service = await startPages(t);

  await t.test('a list of a thousand is all there, while only what is near the window is in the page', async (t) => {
    const account = await service.account();
    const { body } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'Number [[fail API_ERROR]]' });
    await service.ended(body['task_uuid'] as string);
    await copyGeneration(service, { id: body['task_uuid'] as string, times: many });
    const { page, faults } = await visitAs(t, service, { account });
    await page.goto('/?mode=sandbox');
    await page.locator('[data-item]').first().waitFor();

    let drawnAtMost = 0;
    const scrollToEnd = async () => {
      const { drawn, atEnd } = await page.evaluate(async () => {
        window.scrollBy(0, 4_000);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const drawn = document.querySelectorAll('[data-item]').length;
        return { drawn, atEnd: document.body.innerText.includes('in all') };
      });
      drawnAtMost = Math.max(drawnAtMost, drawn);
      return atEnd;
    };
    await eventually(scrollToEnd, { what: 'the end of the list', seconds: 180, everyMilliseconds: 1 });
    await holds(async () => assert.ok(await page.getByText(`${many + 1} in all`).isVisible()));
    assert.ok(drawnAtMost <= drawnMax, `${drawnAtMost} cards were in the page at once`);

    // Back at the top, with the last of a thousand still there below.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('[data-item]').first().waitFor();
    await holds(async () => {
      const after = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(Math.abs(after - height) < height / 100, `the page was ${height} px high and is ${after}`);
    });
    // A photograph of the whole page makes the window high and low again at once, which is told in one go.
    await page.screenshot({ fullPage: true });
    await holds(async () => assert.ok((await page.locator('[data-item]').count()) > 0));
    assert.deepEqual(faults, []);
  });

  await t.test('200 generations that end at once are all shown, without a reload', async (t) => {
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
    const readOn = async () => {
      for (const prompt of await page.locator('[data-status=failed] p').allInnerTexts()) seen.add(prompt);
      await page.evaluate(() => {
        const atEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
        window.scrollTo(0, atEnd ? 0 : window.scrollY + 1_500);
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
      return seen.size === updates;
    };
    await eventually(readOn, { what: 'all that have ended', seconds: 180, everyMilliseconds: 1 });
    assert.deepEqual(faults, []);
  });
});
