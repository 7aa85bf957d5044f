/** The Chromium that browser tests use: one for a whole run, or one of a file's own where it runs by itself. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The first is the same browser without windows: it has nothing to draw or start for a person at the screen. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const executables = [...names.map((name) => `/usr/bin/${name}`), ...installed()];
const executablePath = executables.find((file) => existsSync(file));

/** What `npx playwright-core install --no-shell chromium` brings; its library throws where it knows of none for the system. */
function installed(): string[] {
  try {
    return [chromium.executablePath()];
  } catch {
    return [];
  }
}

/** For `test(name, { skip: noChromium }, …)`: a browser is not something that npm brings. */
export const noChromium: string | false =
  executablePath === undefined && `Chromium is not installed: none of ${executables.join(', ')} is there`;

/** Where the browser of the run listens, by the name of the variable that tells its files. */
export const sharedBrowserVariable = 'AFTERIMAGE_TEST_BROWSER';

/**
 * What no page needs: with every window a process for the browser's own menus and one for the list under its address bar,
 * which cost several times an empty page, and one in reserve. The last list counts, so the others are
 * those that Playwright leaves out.
 */
const featuresLeftOut = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'Translate',
];

const options = {
  ...(executablePath !== undefined && { executablePath }),
  // As people have it: pages that were left are kept, to go back to them.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    `--disable-features=${featuresLeftOut.join()}`,
  ],
};

export interface SharedBrowser {
  address: string;
  close(): Promise<void>;
}

/** Visitors are contexts of their own, so that files do not see each other in it. */
export async function startSharedBrowser(): Promise<SharedBrowser> {
  const server = await chromium.launchServer({ ...options, host: '127.0.0.1', handleSIGINT: false });
  return { address: server.wsEndpoint(), close: () => server.close() };
}

export function openBrowser(): Promise<Browser> {
  const shared = process.env[sharedBrowserVariable];
  return shared === undefined ? chromium.launch(options) : chromium.connect(shared);
}
