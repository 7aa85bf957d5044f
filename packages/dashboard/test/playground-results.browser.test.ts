/** What comes of a request in the playground: in view at every width, still there later, and good for something. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import type { Page } from 'playwright-core';
import { assertAccessible } from './support/axe.ts';
import { drawingMilliseconds, noChromium, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

const waiting = '[[queue 600]]';

async function generate(page: Page, prompt: string): Promise<void> {
  await page.getByLabel('Prompt', { exact: true }).fill(prompt);
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('article', { name: `Result: ${prompt}` }).waitFor();
}

test('Results of the playground', { skip: noChromium, timeout: 4 * drawingMilliseconds }, async (t) => {
  const service = await startPages(t);
  const account = await service.account();
  const { page, faults } = await visitAs(t, service, { account });

  await t.test('the result is in view at every width, without scrolling to it', async () => {
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/playground/delta?mode=sandbox');
      await generate(page, `${width} wide ${waiting}`);
      await holds(async () => {
        const box = await page.locator('[data-result]').first().boundingBox();
        assert.ok(box !== null && box.y >= 0 && box.y + 200 <= height, `at ${width}: ${JSON.stringify(box)}`);
        assert.ok(box.x + box.width <= width);
        assert.ok(width >= 1024 || box.y < 200, `all of it, not only its beginning: ${JSON.stringify(box)}`);
      });
      await page.getByText(/^Position \d+ in the queue$|^In the queue$/).waitFor();
      await assertAccessible(page, `a result at ${width}`);
    }
    // Also after a reload, where the form is above it.
    await page.reload();
    await holds(async () => {
      const box = await page.locator('article[data-result]').boundingBox();
      assert.ok(box !== null && box.y >= 0 && box.y < 200, JSON.stringify(box));
    });
    // Who comes from another screen wants to write.
    await walkTo(page, '/keys?mode=sandbox');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await walkTo(page, '/playground/delta?mode=sandbox');
    await page.getByRole('article', { name: 'Result: 390 wide' }).waitFor();
    await holds(async () => assert.equal(await page.evaluate(() => window.scrollY), 0));
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await t.test('a family has one name: where it is chosen, as in the lists', async () => {
    await holds(async () => {
      const names = await page.getByRole('navigation', { name: 'Families' }).getByRole('link').allInnerTexts();
      assert.deepEqual(
        names.map((name) => name.split(',')[0]?.trim()),
        families.map(({ slug }) => slug),
      );
    });
  });

  await t.test('results are there after a reload and after a look elsewhere, each to choose', async () => {
    const ids = () =>
      page
        .locator('[data-result]')
        .evaluateAll((results) => results.map((result) => (result as HTMLElement).dataset['result']).toSorted());
    await holds(async () => assert.equal((await ids()).length, 3));
    const before = await ids();
    await page.reload();
    await holds(async () => assert.deepEqual(await ids(), before));
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.getByRole('link', { name: 'Playground' }).first().click();
    await page.getByRole('article', { name: 'Result: 390 wide' }).waitFor();
    await holds(async () => assert.deepEqual(await ids(), before));
    await page.getByTitle('1024 wide').click();
    await page.getByRole('article', { name: 'Result: 1024 wide' }).waitFor();
    // Another mode is another account.
    await page.getByText('Live', { exact: true }).first().click();
    await page.getByText('What you generate appears here.').waitFor();
    await page.getByText('Sandbox', { exact: true }).first().click();
    await page.locator('[data-result]').nth(2).waitFor();
  });

  await t.test('what the picture does not show is said under it, here and in its sheet', async () => {
    const lacking = page.getByRole('region', { name: 'Not as asked' }).getByText(/"turbine"/);
    await walkTo(page, '/playground/delta?mode=sandbox');
    await generate(page, 'a hedgehog beside a turbine');
    const result = page.locator('article[data-status=completed]');
    await result.waitFor({ timeout: drawingMilliseconds });
    await result.getByRole('region', { name: 'Not as asked' }).getByRole('listitem').waitFor();
    await lacking.waitFor();
    const id = await result.getAttribute('data-result');
    await walkTo(page, `/generations/${id}?mode=sandbox`);
    await page.getByRole('dialog').waitFor();
    await lacking.waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('a picture is downloaded, linked to, used as an input, and made again for its price', async () => {
    await walkTo(page, '/playground/delta?mode=sandbox');
    await generate(page, 'a lemon tree in a blue pot');
    const result = page.locator('article[data-status=completed]');
    await result.getByRole('img').waitFor({ timeout: drawingMilliseconds });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await holds(async () =>
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^http:\/\/.*\/media\/.*\?/),
    );
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    assert.match((await download).suggestedFilename(), /\.jpg$/);
    await page.getByRole('link', { name: 'Use as input' }).click();
    await page.getByText(/1024×1024/).waitFor();
    await holds(async () => assert.ok(await page.getByRole('radio', { name: 'Images' }).isChecked()));
    await holds(async () => assert.equal(new URL(page.url()).searchParams.get('input'), null));
    const id = await page.locator('[data-result]').first().getAttribute('data-result');
    await page.getByRole('button', { name: 'Run again · $0.0200' }).click();
    await holds(async () =>
      assert.notEqual(await page.locator('[data-result]').first().getAttribute('data-result'), id),
    );
    await page.locator('article[data-status=completed]').waitFor({ timeout: drawingMilliseconds });
  });

  await t.test('an example fills the prompt, a seed is drawn, and two results cost twice the price', async () => {
    await walkTo(page, '/playground/alpha?mode=sandbox');
    await page.getByText('Text', { exact: true }).first().click();
    await page.getByRole('button', { name: 'A red fox runs through deep snow, low camera' }).click();
    await holds(async () =>
      assert.match(await page.getByLabel('Prompt', { exact: true }).inputValue(), /^A red fox runs/),
    );
    await page.getByText('More options').click();
    await page.getByRole('button', { name: 'Draw a seed' }).click();
    await holds(async () => assert.match(await page.getByRole('spinbutton', { name: 'Seed' }).inputValue(), /^\d+$/));
    const seed = Number(await page.getByRole('spinbutton', { name: 'Seed' }).inputValue());
    await assertAccessible(page, 'playground with options');

    await page.getByLabel('Prompt', { exact: true }).fill(`two of them ${waiting}`);
    await page.locator('[data-price]', { hasText: '$0.2100' }).waitFor();
    await page.getByRole('combobox', { name: 'Results' }).selectOption('2');
    await page.locator('[data-price]', { hasText: '$0.4200' }).waitFor();
    const before = await account.sandbox.balance();
    const made = async () => {
      const { body } = await account.sandbox.get('/api/generations?limit=100');
      return (body['items'] as { id: string }[]).map(({ id }) => id);
    };
    const known = new Set(await made());
    await page.getByRole('button', { name: 'Generate' }).click();
    await holds(async () => {
      const fresh = (await made()).filter((id) => !known.has(id));
      assert.equal(fresh.length, 2);
      for (const id of fresh) assert.equal(await page.locator(`[data-result='${id}']`).count(), 1);
    });
    await holds(async () => assert.equal(Math.round((before - (await account.sandbox.balance())) * 10_000), 4_200));
    const { body } = await account.sandbox.get('/api/generations?limit=2');
    const seeds = await Promise.all(
      (body['items'] as { id: string }[]).map(async ({ id }) => {
        const { body: whole } = await account.sandbox.get(`/api/generations/${id}`);
        return whole['seed'] as number;
      }),
    );
    assert.deepEqual(
      seeds.toSorted((a, b) => a - b),
      [seed, seed + 1],
    );
  });

  await t.test('before paying it says how long the model usually takes', async () => {
    await walkTo(page, '/playground/delta?mode=sandbox');
    await page.locator('[data-usual-time]', { hasText: /^\d+ (s|min)$/ }).waitFor();
  });

  await t.test('a video plays by itself, for those who do not mind movement', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await walkTo(page, '/playground/alpha?mode=sandbox');
    await generate(page, 'a paper boat on a pond');
    await page.getByText(/^Being made/).waitFor();
    const video = page.locator('article[data-status=completed] video');
    await video.waitFor({ timeout: drawingMilliseconds });
    await holds(async () =>
      assert.ok(await video.evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0)),
    );
  });

  assert.deepEqual(faults, []);
});
