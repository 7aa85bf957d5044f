/** The playground in a real browser: every family's form, whatever it needs, with its variants and a price. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { formOf } from '../src/screens/playground/form-model.ts';
import { variantsOf } from '../src/screens/playground/form-variants.ts';
import { assertAccessible } from './support/axe.ts';
import { noChromium } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

test("every family's form is there with its variants and a price", { skip: noChromium }, async (t) => {
  const service = await startPages(t);
  const { page, faults, strangers } = await visitAs(t, service, { account: await service.account() });
  await page.goto('/playground');
  for (const family of families) {
    await page.locator(`a[href='/playground/${family.slug}']`).click();
    await page.getByText(family.summary).waitFor();
    await holds(async () => assert.equal(await page.getByLabel('Prompt', { exact: true }).count(), 1, family.slug));
    const { length } = variantsOf(formOf(family));
    const choices = page.getByRole('group', { name: 'Start from' }).getByRole('radio');
    // Of one there is nothing to choose.
    await holds(async () => assert.equal(await choices.count(), length > 1 ? length : 0, family.slug));
    await page.locator('[data-price]', { hasText: '$' }).waitFor();
  }
  await assertAccessible(page, 'playground, empty');
  assert.deepEqual([faults, strangers], [[], []]);
});
