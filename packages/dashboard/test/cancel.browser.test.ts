import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './support/axe.ts';
import { noChromium } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

test('generations that have not ended are cancelled from card, sheet, selection and playground', {
  skip: noChromium,
}, async (t) => {
  const service = await startPages(t);
  const account = await service.account();
  const before = await account.sandbox.balance();
  const submit = async (prompt: string) => {
    const { body } = await account.sandbox.submit('/v1/delta/generate', { prompt });
    return body['task_uuid'] as string;
  };
  await submit('A red fox [[queue 600]]');
  const hare = await submit('A grey hare [[hang]]');
  await submit('A kite [[queue 600]]');
  await submit('An owl [[queue 600]]');
  await service.ended(await submit('A mole [[fail API_ERROR]]'));
  const { page, faults } = await visitAs(t, service, { account });
  await page.goto('/?mode=sandbox');
  const card = (word: string) => page.locator('[data-item]', { hasText: word });
  const cancelled = (word: string) =>
    page.locator('[data-status=failed]', { hasText: word }).getByText('Cancelled', { exact: true });

  await t.test('from its card, by keyboard alone; keeping it changes nothing', async () => {
    await card('A red fox').waitFor();
    await page.getByRole('button', { name: 'Cancel A red fox' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel this generation?' });
    await dialog.waitFor();
    await assertAccessible(page, 'the question');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await holds(async () => assert.equal(await card('A red fox').getAttribute('data-status'), 'pending'));
    await page.getByRole('button', { name: 'Cancel A red fox' }).press('Enter');
    await dialog.getByRole('button', { name: 'Cancel the generation' }).press('Enter');
    await page.getByText('Cancelled, $0.0200 came back').waitFor();
    await cancelled('A red fox').waitFor();
    await page.getByRole('status').getByText('A generation was cancelled').waitFor({ state: 'attached' });
    // Somebody wanted it so: it is not shown as what went wrong.
    await holds(async () =>
      assert.equal(
        await card('A red fox')
          .getByText(/Failed|CANCELLED/)
          .count(),
        0,
      ),
    );
    await card('A mole').getByText('Failed', { exact: true }).waitFor();
    for (const ended of ['A red fox', 'A mole'])
      await holds(async () => assert.equal(await page.getByRole('button', { name: `Cancel ${ended}` }).count(), 0));
  });

  await t.test('from its sheet, while it is being made', async () => {
    await page.locator('[data-status=processing]', { hasText: 'A grey hare' }).click();
    await page.waitForURL(new RegExp(`/generations/${hare}`));
    const sheet = page.getByRole('dialog', { name: 'Generation', exact: true });
    await sheet.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel the generation' }).click();
    await sheet.getByRole('region', { name: 'Cancelled' }).getByText('CANCELLED', { exact: true }).waitFor();
    await sheet.getByText(/went back to the balance/).waitFor();
    await page.keyboard.press('Escape');
    await cancelled('A grey hare').waitFor();
  });

  await t.test('all that are chosen, leaving out what has ended', async () => {
    for (const word of ['A kite', 'An owl', 'A mole'])
      await page.getByLabel(`Select ${word}`, { exact: false }).check({ force: true });
    const bar = page.getByRole('region', { name: 'Selected generations' });
    await bar.getByRole('button', { name: 'Cancel 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 generations?' });
    await dialog.getByText('One that has already ended stays as it is.').waitFor();
    // One ends while the question stands.
    const { body } = await account.sandbox.get('/api/generations?text=kite');
    const [{ id }] = body['items'] as [{ id: string }];
    await account.sandbox.ask('POST', `/api/generations/${id}/cancel`);
    await page.setViewportSize({ width: 390, height: 844 });
    await dialog.getByRole('button', { name: 'Cancel them' }).click();
    const said = page.getByText('1 of 2 cancelled, 1 had already ended');
    await said.waitFor();
    await holds(async () => {
      const [toast, buttons] = [await said.boundingBox(), await bar.boundingBox()];
      assert.ok(toast!.y + toast!.height < buttons!.y, 'what is said does not lie over the buttons');
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await cancelled('A kite').waitFor();
    await cancelled('An owl').waitFor();
    await holds(async () => assert.equal(await bar.getByRole('button', { name: /^Cancel/ }).count(), 0));
  });

  await t.test('from the playground, where it was sent', async () => {
    await page.goto('/playground/delta?mode=sandbox');
    await page.getByLabel('Prompt').fill('A heron [[queue 600]]');
    await page.getByRole('button', { name: /^Generate/ }).click();
    const result = page.getByRole('article', { name: /A heron/ });
    await result.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel the generation' }).click();
    await result.and(page.locator('[data-status=failed]')).getByText('CANCELLED', { exact: true }).waitFor();
    await page.getByLabel('Prompt').fill('A stork [[fail API_ERROR]]');
    await page.getByRole('button', { name: /^Generate/ }).click();
    await page.getByRole('button', { name: /^Show cancelled result: A heron/ }).waitFor();
    await page
      .getByRole('article', { name: /A stork/ })
      .and(page.locator('[data-status=failed]'))
      .waitFor();
  });

  await t.test('what was cancelled is not among the failures of the balance', async () => {
    await page.goto('/balance?mode=sandbox');
    await page.getByRole('group', { name: 'Told by' }).getByText('Failures', { exact: true }).click();
    const failures = page.getByRole('group', { name: 'Failures by reason' });
    await failures.getByText('API_ERROR', { exact: true }).waitFor();
    await holds(async () => assert.equal(await failures.getByText('CANCELLED').count(), 0));
  });
  assert.equal(await account.sandbox.balance(), before, 'all the money is back');
  assert.ok((await service.audit()).ok);
  // The one that ended meanwhile: a browser's console calls every refusal an error.
  assert.equal(faults.length, 1, faults.join());
  assert.match(faults[0]!, /409/);
});
