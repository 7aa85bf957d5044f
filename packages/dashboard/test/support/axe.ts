/** What axe finds wrong with a page, in words short enough to compare with nothing. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

declare global {
  var axe: { run(context: object, options: object): Promise<{ violations: Violations }> } | undefined;
}

/** A theme is other colours and nothing else, so the second look is at these: one at everything takes longer. */
const rulesOf = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * Run by ourselves: the builder puts axe into the page anew for every look and carries home all that is well, which takes
 * several times as long.
 */
const axeSource: string = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core').source;

/**
 * Every rule, and those about colours in both themes. The embedded API reference (an iframe) is not ours to mend. A visitor
 * of a test wants no movement, so that no colour is on its way from one theme to the other.
 */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  const faults: string[] = [];
  if (!(await page.evaluate(() => globalThis.axe !== undefined))) await page.evaluate(axeSource);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { id, nodes } of await violationsOn(page, rulesOf[colorScheme])) {
      for (const { target, failureSummary } of nodes) {
        const said = failureSummary?.split('\n')[1]?.trim();
        faults.push(`${where}, ${colorScheme}: ${id} at ${target.join(' ')}: ${said}`);
      }
    }
  }
  assert.deepEqual(faults, []);
}

function violationsOn(page: Page, rules: { type: string; values: string[] }): Promise<Violations> {
  return page.evaluate(async (runOnly) => {
    const options = { runOnly, resultTypes: ['violations'], iframes: false, preload: false };
    return (await globalThis.axe!.run({ exclude: [['iframe']] }, options)).violations;
  }, rules);
}
