/**
 * Makes docs/screenshots, every picture in both themes: starts the service as `npm start` does, on a folder that is thrown
 * away afterwards, has a few generations made, and photographs the pages in Chromium.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { noChromium, openBrowser } from '../packages/dashboard/test/support/chromium.ts';
import { fillAccount } from './screenshots/fill-account.ts';
import { startReceiver } from './screenshots/receiver.ts';
import { startOwnService } from './screenshots/service.ts';

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const size = { width: 1440, height: 900 };
const bytesMax = 150_000;
/** Drawings take their time on a machine that does other things. */
const patienceMilliseconds = 120_000;

interface Shot {
  name: string;
  path: string;
  /** Resolves when there is something to see. */
  ready(page: Page): Promise<unknown>;
}

/** In words of the page, which this program has no types for. */
const picturesThere = `(() => {
  const pictures = [...document.querySelectorAll('main img')];
  return pictures.length > 6 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0);
})()`;
const videoThere = `document.querySelector('dialog video')?.readyState === 4`;

if (noChromium !== false) throw new Error(noChromium);
const scratch = await mkdtemp(join(tmpdir(), 'afterimage-screenshots-'));
const service = await startOwnService(scratch);
const receiver = await startReceiver();
const browser = await openBrowser();
try {
  await mkdir(folder, { recursive: true });
  // The pages allow no text to be run as a script, which is how this program asks whether their pictures are there.
  const looks = { viewport: size, deviceScaleFactor: 1.5, reducedMotion: 'reduce', bypassCSP: true } as const;
  const context = await browser.newContext({ baseURL: service.url, ...looks });
  context.setDefaultTimeout(patienceMilliseconds);
  const answer = await context.request.post('/api/session/link', {
    data: { token: service.signInToken },
    headers: { origin: service.url },
  });
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`);
  const shown = await fillAccount(context, { origin: service.url, hook: receiver.url });
  for (const shot of shotsOf(shown)) await photograph(context, shot);
} finally {
  await browser.close();
  await receiver.close();
  await service.stop();
  await rm(scratch, { recursive: true, force: true });
}

function shotsOf({ video }: { video: string }): Shot[] {
  return [
    { name: 'generations', path: '/?mode=live', ready: (page) => page.waitForFunction(picturesThere) },
    {
      name: 'generation',
      path: `/generations/${video}?mode=live`,
      async ready(page) {
        await page.waitForFunction(videoThere);
        // The browser's own wheel turns on for a moment.
        await page.waitForTimeout(2_000);
      },
    },
    {
      name: 'playground',
      path: '/playground/beta?mode=live',
      async ready(page) {
        await page.getByLabel('Prompt').fill('A red fox runs through fresh snow at dawn, slow motion');
        await page.getByRole('tab', { name: 'Code' }).click();
        await page.getByRole('tabpanel').getByText('fresh snow').first().waitFor();
      },
    },
    {
      name: 'webhooks',
      path: '/webhooks?mode=sandbox',
      ready: (page) => page.getByText('Delivered').first().waitFor(),
    },
    {
      name: 'reference',
      path: '/reference?mode=live',
      ready: (page) => page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Afterimage' }).waitFor(),
    },
  ];
}

async function photograph(context: BrowserContext, { name, path, ready }: Shot): Promise<void> {
  const page = await context.newPage();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await ready(page);
    await page.evaluate('document.fonts.ready');
    const webp = await smallEnough(await page.screenshot());
    await writeFile(join(folder, `${name}-${colorScheme}.webp`), webp);
    process.stdout.write(`${name}-${colorScheme}.webp ${webp.length} bytes\n`);
  }
  await page.close();
}

/** The best quality that fits. */
async function smallEnough(png: Buffer): Promise<Buffer> {
  for (const quality of [86, 80, 72, 64, 56]) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= bytesMax) return webp;
  }
  throw new Error(`A screenshot does not fit into ${bytesMax} bytes.`);
}
