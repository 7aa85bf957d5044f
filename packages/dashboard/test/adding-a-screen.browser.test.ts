/** A new screen is two files: its own, and a line in the table. Tried in a copy of the pages that is built and opened. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { checkTypes } from '../../server/test/support/checkout-copy.ts';
import { noChromium } from './support/browser.ts';
import { dashboardFolder } from './support/built.ts';
import { startPages, visitAs } from './support/service.ts';

const root = fileURLToPath(new URL('../..', `file://${dashboardFolder}`));

const screenFile = `/** A screen of a test. */
import { Page } from '../../ui/page.tsx';
import type { ScreenProps } from '../screen-props.ts';

export function TidesScreen({ item }: ScreenProps) {
  return <Page title="Tides">{item === undefined ? 'All harbours' : \`The harbour \${item}\`}</Page>;
}
`;

const line = `  {
    path: '/tides',
    name: 'Tides',
    icon: Wallet,
    key: 't',
    Content: fetched(async () => (await import('./tides/tides-screen.tsx')).TidesScreen),
    item: {},
  },
];
`;

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The folder of a checkout's pages, with everything that they are built with. */
async function copyPages(t: TestContext): Promise<{ checkout: string; copy: string }> {
  const checkout = await mkdtemp(join(tmpdir(), 'afterimage-screen-'));
  t.after(() => rm(checkout, { recursive: true, force: true }));
  const copy = join(checkout, 'packages/dashboard');
  await mkdir(copy, { recursive: true });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  for (const part of ['src', 'scripts', 'public', 'index.html', 'reference.html', 'package.json']) {
    await cp(join(dashboardFolder, part), join(copy, part), { recursive: true });
  }
  return { checkout, copy };
}

interface BuiltFile {
  body: Buffer;
  contentType: string;
}

/** Read before anybody asks: a page asks for fonts to its last moment, when the folder may be gone already. */
async function readBuilt(dist: string): Promise<Map<string, BuiltFile>> {
  const names = (await readdir(dist, { recursive: true })).filter((name) => extname(name) in types);
  const files = names.map(async (name): Promise<[string, BuiltFile]> => {
    return [`/${name}`, { body: await readFile(join(dist, name)), contentType: types[extname(name)]! }];
  });
  return new Map(await Promise.all(files));
}

/** The service answers as ever; only the pages come from elsewhere. */
async function servePages(page: Page, files: ReadonlyMap<string, BuiltFile>): Promise<void> {
  await page.route(
    (url) => !/^\/(api|media)\//.test(url.pathname),
    (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill(files.get(extname(pathname) === '' ? '/index.html' : pathname) ?? { status: 404 });
    },
  );
}

test('a screen is added with two files, and is in the rail, at its address and under its key', {
  skip: noChromium,
}, async (t) => {
  const { checkout, copy } = await copyPages(t);
  await mkdir(join(copy, 'src/screens/tides'));
  await writeFile(join(copy, 'src/screens/tides/tides-screen.tsx'), screenFile);
  const table = join(copy, 'src/screens/screens.tsx');
  const before = await readFile(table, 'utf8');
  const after = before.replace(/^\];\n/m, line);
  assert.notEqual(after, before);
  await writeFile(table, after);
  await checkTypes(
    checkout,
    [join(copy, 'src/screens/tides/tides-screen.tsx'), table],
    'packages/dashboard/tsconfig.json',
  );
  await promisify(execFile)(process.execPath, [join(copy, 'scripts/build.ts')]);

  const service = await startPages(t);
  const { page, faults } = await visitAs(t, service, { account: await service.account() });
  await servePages(page, await readBuilt(join(copy, 'dist')));
  await page.goto('/tides/dover');
  await page.getByRole('heading', { level: 1, name: 'Tides' }).waitFor();
  await page.getByText('The harbour dover').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await page.getByRole('link', { name: 'Tides' }).click();
  await page.getByText('All harbours').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByText('All harbours').waitFor();
  assert.deepEqual(faults, []);
  // An answer that is still on its way when the page goes would be a fault of this test.
  await page.unrouteAll({ behavior: 'wait' });
});

test('the gallery is at / and at /generations; nothing else answers to a screen that takes no item', {
  skip: noChromium,
}, async (t) => {
  const service = await startPages(t);
  const { page } = await visitAs(t, service, { account: await service.account() });
  for (const address of ['/', '/generations', '/generations/']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
    await page
      .getByRole('link', { name: 'Generations', exact: true })
      .and(page.locator('[aria-current=page]'))
      .waitFor();
  }
  for (const address of ['/balance/one', '/playground/beta/two']) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  }
});
