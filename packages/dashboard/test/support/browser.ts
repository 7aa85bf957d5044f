/** A real Chromium for a test, and what went wrong in its console. */
import { after, type TestContext } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from './chromium.ts';

export { noChromium } from './chromium.ts';

/** What takes a second on a machine of its own takes many beside other work; only what never comes is a failure. */
export const patienceMilliseconds = 60_000;

/** A video is drawn at a lower priority than everything else: beside other work it comes last. */
export const drawingMilliseconds = 300_000;

/** A page that cannot say by then what it shows hangs. */
const tellMilliseconds = 5_000;

let browser: Promise<Browser> | undefined;

after(async () => {
  await (await browser)?.close();
});

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Addresses outside the service that the page asked for. */
  strangers: string[];
  /** What the console called an error, CSP violations included. */
  faults: string[];
}

/** A visitor of their own: nobody else's cookies and storage. */
export async function visit(
  t: TestContext,
  { url, theme = 'light', width = 1280, height = 800 }: VisitOptions,
): Promise<Visit> {
  browser ??= openBrowser();
  const context = await (await browser).newContext({
    baseURL: url,
    colorScheme: theme,
    viewport: { width, height },
    // Without a graphics card every frame of a movement is drawn by the processor that the test needs.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMilliseconds);
  const page = await context.newPage();
  t.afterEach((step) => tellFailed(step as TestContext, page));
  t.after(async () => {
    await tellFailed(t, page);
    await context.close();
  });
  const strangers: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) strangers.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (fault) => faults.push(String(fault)));
  return { page, context, strangers, faults };
}

/** Which words did not come says little; what stood there instead says more. */
async function tellFailed(test: TestContext, page: Page): Promise<void> {
  if (test.passed) return;
  const shown = await page.locator('body').innerText({ timeout: tellMilliseconds }).catch(String);
  console.log(`${test.fullName}, at ${page.url()}:\n${shown}`);
}

/** To another screen as links lead there: loading the page anew costs far more of the processor. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => window.history.pushState(null, '', address), path);
}

export interface VisitOptions {
  url: string;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
}
