/** What axe finds wrong with a page, in words short enough to compare with nothing. */
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** In both themes. The embedded API reference (an iframe) is not ours to mend. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // A colour on its way from one theme to the other is neither's contrast.
    await page.evaluate(() => {
      const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      return Promise.all(passing.map((animation) => animation.finished.catch(() => {})));
    });
    // Without frames the results need not be put together in a page of their own, which would double the time.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe');
    // The other theme differs in nothing but its colours, and all the rules again would cost a second a screen.
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(tags)
      : axe.withRules('color-contrast')
    ).analyze();
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        faults.push(
          `${where}, ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        );
      }
    }
  }
  assert.deepEqual(faults, []);
}
