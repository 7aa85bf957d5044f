/** Serves the pages at `/`: the documentation, the dashboard's built files, and its page at every address that no route has. */

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { errors } from '@afterimage/contract';
import type { Exchange } from './exchange.ts';
import { addGuide, readGuideStyle } from './guide.ts';
import { type PageFile, pageFile, sendPage, sendPageFile } from './page-file.ts';
import { refuse } from './refuse.ts';
import type { Handler, Router } from './router.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** What is read before a route is there, so that none is there without the others. */
export interface Dashboard {
  files: ReadonlyMap<string, PageFile>;
  guideStyle: PageFile;
}

/** @param folder where the build put it; when there is nothing yet, a page says how to build it */
export async function readDashboard(folder: string): Promise<Dashboard> {
  return { files: await readFiles(folder), guideStyle: await readGuideStyle() };
}

export function addDashboard(router: Router, { files, guideStyle }: Dashboard): void {
  const page = files.get('/index.html');
  const handlePage: Handler = async (exchange) =>
    page === undefined ? sendPage(exchange, 200, buildPage) : sendPageFile(exchange, page);
  router.add('GET', '/', handlePage);
  addGuide(router, { style: guideStyle, reference: files.get('/reference.html') });
  router.addPages(async (exchange) => {
    const file = files.get(exchange.path);
    if (file !== undefined) return sendPageFile(exchange, file);
    return isPageAddress(exchange) ? handlePage(exchange) : refuse(exchange, errors.routeNotFound());
  });
}

/** A person who types an address gets the page; a program that mistypes a path must hear so. */
function isPageAddress({ path, requestHeaders }: Exchange): boolean {
  if (/^\/(v1|api|media|assets|docs)(\/|$)/.test(path)) return false;
  return requestHeaders.accept?.includes('text/html') ?? false;
}

/** All of them at once: a few megabytes, and no path of a request ever reaches the disk. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const names = globSync('**/*.*', { cwd: folder }).filter((name) => extname(name) in contentTypes);
  const entries = names.map(async (name): Promise<[string, PageFile]> => {
    const file = join(folder, name);
    const bytes = await readFile(file);
    const path = `/${relative(folder, file).replaceAll('\\', '/')}`;
    return [
      path,
      pageFile(bytes, contentTypes[extname(name)]!, {
        packed: [...(await packedAs('br', `${file}.br`)), ...(await packedAs('gzip', `${file}.gz`))],
        // The build names what is below assets by its content, so it never changes; the page must be asked for again.
        cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      }),
    ];
  });
  return new Map(await Promise.all(entries));
}

async function packedAs(encoding: 'br' | 'gzip', file: string): Promise<PageFile['packed']> {
  try {
    return [{ encoding, bytes: await readFile(file) }];
  } catch {
    return [];
  }
}

const buildPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Afterimage</title>
<h1>Afterimage is running</h1>
<p>Its dashboard has not been built. Run <code>npm run prepare</code> in the checkout and start the service again.</p>
<p>Everything else works: <a href="/openapi.json">the interface description</a>, <a href="/readyz">readiness</a>,
<a href="/metrics">metrics</a>; <code>npx afterimage --help</code> manages keys, credit and accounts.</p>
</html>
`;
