/** Whatever costs or makes something is done once for a double click, and for keys that are held down. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noChromium } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

/** The paths that the page has posted to. */
function watchPosts(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  return posts;
}

/** As a person does it: what the first click asks for is answered before the second comes. */
async function clickTwice(page: Page, button: Locator, answered: RegExp): Promise<void> {
  const box = await button.boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const answer = page.waitForResponse((response) => answered.test(response.url()));
  await page.mouse.down();
  await page.mouse.up();
  await answer;
  await holds(async () => assert.equal(await button.getAttribute('aria-busy'), null));
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

test('double clicks', { skip: noChromium }, async (t) => {
  // Nothing is drawn: how often it is asked for is all that is looked at.
  const service = await startPages(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const { page } = await visitAs(t, service, { account });
  const posts = watchPosts(page);
  const results = page.locator('[data-result]');
  const prompt = page.getByLabel('Prompt', { exact: true });
  const generate = page.getByRole('button', { name: 'Generate' });
  /** What was asked for by then is on its way before this one is. */
  async function sendAnother(text: string): Promise<void> {
    const before = await results.count();
    await prompt.fill(text);
    await generate.click();
    await holds(async () => assert.equal(await results.count(), before + 1));
    await holds(async () => assert.equal(await generate.getAttribute('aria-busy'), null));
  }

  await t.test('Generate sends one request, however soon the second click comes', async () => {
    await page.goto('/playground/delta?mode=sandbox');
    await prompt.fill('A fox');
    await generate.dblclick();
    await results.first().waitFor();
    await sendAnother('A hare');
    await prompt.fill('A hound');
    await clickTwice(page, generate, /\/api\/generate\/delta/);
    await sendAnother('A boat');
    assert.deepEqual(posts, Array(4).fill('/api/generate/delta'));
    await holds(async () => assert.equal(await results.count(), 4));
  });

  await t.test('so do keys that are held down', async () => {
    posts.length = 0;
    await prompt.fill('A duck');
    await page.keyboard.down('Control');
    for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    await holds(async () => assert.equal(await results.count(), 5));
    await sendAnother('A swan');
    assert.deepEqual(posts, Array(2).fill('/api/generate/delta'));
  });

  await t.test('Run again makes one more', async () => {
    const { body } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A goose' });
    await page.goto(`/generations/${body['task_uuid']}?mode=sandbox`);
    posts.length = 0;
    const again = page.getByRole('dialog').getByRole('button', { name: /^Run again/ });
    await again.waitFor();
    await clickTwice(page, again, /run-again/);
    await page.reload();
    await again.waitFor();
    assert.deepEqual(
      posts.map((path) => path.split('/').at(-1)),
      ['run-again'],
    );
  });

  await t.test('a dialog makes one API key', async () => {
    await page.goto('/keys?mode=sandbox');
    posts.length = 0;
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Twice');
    const made = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await dialog.getByRole('button', { name: 'Create key' }).dblclick();
    await made;
    await page.reload();
    await page.getByText('Twice').first().waitFor();
    assert.deepEqual(posts, ['/api/keys']);
  });
});
