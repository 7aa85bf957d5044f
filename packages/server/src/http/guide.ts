/** The documentation at `/docs`: for anybody, without signing in and without a script. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { missingHtml, pageHtml, referenceAddress, searchAddress, searchHtml, styleAddress } from '../guide/frame.ts';
import { firstSlug, guideAddress, readGuide } from '../guide/guide.ts';
import { createSearch } from '../guide/search.ts';
import type { Exchange } from './exchange.ts';
import { pageHeaders } from './page-headers.ts';
import type { Router } from './router.ts';

const html = 'text/html; charset=utf-8';
const queryCharactersMax = 250;
/** `docs` of the project. */
const docsFolder = new URL('../../../../docs/', import.meta.url);

/** @param dashboardFolder where its build lies: the API reference is a page of it */
export async function addGuide(router: Router, dashboardFolder: string): Promise<void> {
  const pages = await readGuide(docsFolder);
  const answers = new Map(pages.map((page) => [page.slug, pageHtml(pages, page)]));
  const missing = missingHtml(pages);
  const search = createSearch(pages);
  const style = await readFile(new URL('../guide/guide.css', import.meta.url), 'utf8');
  const reference = await readFile(join(dashboardFolder, 'reference.html'), 'utf8').catch(() => undefined);

  const show = (exchange: Exchange, slug: string) => {
    const answer = answers.get(slug);
    sendPage(exchange, answer === undefined ? 404 : 200, answer ?? missing);
  };
  router.add('GET', guideAddress, async (exchange) => show(exchange, firstSlug));
  router.add('GET', styleAddress, async (exchange) => sendPage(exchange, 200, style, 'text/css; charset=utf-8'));
  router.add('GET', referenceAddress, async (exchange) =>
    reference === undefined ? sendPage(exchange, 404, missing) : sendPage(exchange, 200, reference),
  );
  router.add('GET', searchAddress, async (exchange) => {
    const query = (new URLSearchParams(exchange.query).get('q') ?? '').trim().slice(0, queryCharactersMax);
    sendPage(exchange, 200, searchHtml(pages, query, search(query)));
  });
  router.add('GET', `${guideAddress}/{rest…}`, async (exchange) => show(exchange, exchange.parameter));
}

function sendPage(exchange: Exchange, status: number, content: string, contentType = html): void {
  const etag = `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
  Object.assign(exchange.headers, pageHeaders, { etag, 'cache-control': 'no-cache' });
  if (status === 200 && exchange.requestHeaders['if-none-match']?.includes(etag)) {
    exchange.headers['content-type'] = contentType;
    return exchange.sendEmpty(304);
  }
  exchange.send(status, content, contentType);
}
