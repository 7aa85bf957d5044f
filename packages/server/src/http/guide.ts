/** The documentation at `/docs`: for anybody, without signing in and without a script. */
import { readFile } from 'node:fs/promises';
import { missingHtml, pageHtml, referenceAddress, searchAddress, searchHtml, styleAddress } from '../guide/frame.ts';
import { firstSlug, guideAddress, readGuide } from '../guide/guide.ts';
import { createSearch } from '../guide/search.ts';
import type { Exchange } from './exchange.ts';
import { type PageFile, pageFile, sendPage, sendPageFile } from './page-file.ts';
import type { Router } from './router.ts';

const queryCharactersMax = 250;
/** `docs` of the project. */
const docsFolder = new URL('../../../../docs/', import.meta.url);

/** @param reference the page of the API reference, which the dashboard's build makes */
export async function addGuide(router: Router, reference: PageFile | undefined): Promise<void> {
  const pages = await readGuide(docsFolder);
  const html = 'text/html; charset=utf-8';
  const files = new Map(pages.map((page) => [page.slug, pageFile(Buffer.from(pageHtml(pages, page)), html)]));
  const missing = missingHtml(pages);
  const search = createSearch(pages);
  const style = pageFile(await readFile(new URL('../guide/guide.css', import.meta.url)), 'text/css; charset=utf-8');
  const show = async (exchange: Exchange, file: PageFile | undefined) =>
    file === undefined ? sendPage(exchange, 404, missing) : sendPageFile(exchange, file);

  router.add('GET', guideAddress, (exchange) => show(exchange, files.get(firstSlug)));
  router.add('GET', styleAddress, (exchange) => show(exchange, style));
  router.add('GET', referenceAddress, (exchange) => show(exchange, reference));
  router.add('GET', `${guideAddress}/{rest…}`, (exchange) => show(exchange, files.get(exchange.parameter)));
  router.add('GET', searchAddress, async (exchange) => {
    const query = (new URLSearchParams(exchange.query).get('q') ?? '').trim().slice(0, queryCharactersMax);
    sendPage(exchange, 200, searchHtml(pages, query, search(query)));
  });
}
