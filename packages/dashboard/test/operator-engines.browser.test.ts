/** The operator's engines: what each is doing and costs, drained and resumed, cut off and let in again, who makes what. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOperator } from '../../server/src/people/people.ts';
import { boxEntry, openBox, openRunner } from '../../server/test/engines/support/runner-bench.ts';
import { assertAccessible } from './support/axe.ts';
import { noChromium } from './support/browser.ts';
import { builtPages } from './support/built.ts';
import { holds } from './support/holds.ts';
import { visitAs } from './support/service.ts';

test('the operator’s engines', { skip: noChromium, timeout: 600_000 }, async (t) => {
  await builtPages();
  const [box, spare] = [await openBox(t), await openBox(t)];
  const bench = await openRunner(t, {
    engines: { box: boxEntry(box, { paid: true, daily_cap_usd: 5 }), spare: boxEntry(spare) },
    routes: [
      {
        match: { family: 'delta' },
        use: [
          { engine: 'box', model: 'everything' },
          { engine: 'spare', model: 'everything' },
        ],
      },
    ],
  });
  const { service, account } = bench;
  await service.db.transaction((tx) => makeOperator(tx, account.id));
  const id = await bench.submit();
  assert.equal(await service.ended(id), 'completed');
  const { page, faults, strangers } = await visitAs(t, service, { account });
  const card = (name: string) => page.getByRole('article', { name, exact: true });

  await t.test('shows health, load and spending of each, and who makes what', async () => {
    await page.goto('/operator');
    await page.getByRole('link', { name: 'Engines', exact: true }).click();
    await card('box').getByText('Up', { exact: true }).waitFor();
    await card('box').getByText('0 (4 at once)').waitFor();
    await card('box').getByText('$0.05 of $5.00').waitFor();
    await card('box').getByText('1 made').waitFor();
    await card('spare').getByText('$0.00', { exact: true }).first().waitFor();
    await card('studio').waitFor();
    await page.getByRole('row', { name: /^delta box, then spare every model/ }).waitFor();
    await assertAccessible(page, 'engines');
  });

  await t.test('drains one after asking, and resumes it', async () => {
    await card('box').getByRole('button', { name: 'Drain box' }).click();
    await page.getByRole('dialog', { name: 'Drain box?' }).waitFor();
    await assertAccessible(page, 'draining an engine');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await holds(async () => assert.equal(await card('box').getByText('Drained', { exact: true }).count(), 0));
    await card('box').getByRole('button', { name: 'Drain box' }).click();
    await page.getByRole('button', { name: 'Drain it' }).click();
    await card('box').getByText('Drained', { exact: true }).waitFor();
    await page.getByText('box gets no new work').waitFor();
    await card('box').getByRole('button', { name: 'Resume box' }).click();
    await card('box').getByText('Up', { exact: true }).waitFor();
  });

  await t.test('lets one that was cut off in again, and shows its errors', async () => {
    box.mishaps.push(...Array.from({ length: 60 }, () => 503 as const));
    // Whoever takes over need not come to an end, which takes more of the processor than all the rest.
    spare.script = [{ at: 'running' }];
    for (let time = 0; time < 8; time += 1) await bench.submit();
    await card('box').getByText('Cut off').waitFor();
    box.mishaps.length = 0;
    await card('box')
      .getByText(/^Its last 5 errors$/)
      .click();
    await card('box').getByText('unavailable').first().waitFor();
    await assertAccessible(page, 'an engine that was cut off');
    await card('box').getByRole('button', { name: 'Close the breaker' }).click();
    await card('box').getByText('Up', { exact: true }).waitFor();
  });

  await t.test('shows the attempts of a generation, with what they cost', async () => {
    await page.goto(`/generations/${id}`);
    const sheet = page.getByRole('dialog', { name: 'Generation' });
    await sheet.getByRole('heading', { name: 'Engines, for the operator' }).waitFor();
    await sheet.getByText('cost $0.0500 of').waitFor();
    await sheet.getByText('the price was set aside, since its cost is not known').waitFor();
    await assertAccessible(page, 'a generation with its attempts');
  });

  await t.test('fits every width in both themes', async () => {
    await page.goto('/operator/engines');
    await card('studio').waitFor();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await holds(async () => {
          const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.ok(over <= 0, `${over} pixels too wide at ${width}`);
        });
      }
    }
  });

  assert.deepEqual(faults, []);
  assert.deepEqual(strangers, []);
});
