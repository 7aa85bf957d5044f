/** The documentation at `/docs`: for anybody, without signing in and without a script. */
import { readFile } from 'node:fs/promises';
import { missingHtml, pageHtml, referenceAddress, searchAddress, searchHtml, styleAddress } from '../guide/frame.ts';
import { firstSlug, type GuidePage, guideAddress, readGuide } from '../guide/guide.ts';
import { createSearch } from '../guide/search.ts';
import type { Exchange } from './exchange.ts';
import { type PageFile, pageFile, sendPage, sendPageFile } from './page-file.ts';
import type { Router } from './router.ts';

const queryCharactersMax = 250;
/** `docs` of the project. */
const docsFolder = new URL('../../../../docs/', import.meta.url);

export async function readGuideStyle(): Promise<PageFile> {
  return pageFile(await readFile(new URL('../guide/guide.css', import.meta.url)), 'text/css; charset=utf-8');
}

interface GuideFiles {
  style: PageFile;
  /** The page of the API reference, which the dashboard's build makes. */
  reference: PageFile | undefined;
}

export function addGuide(router: Router, { style, reference }: GuideFiles): void {
  let opened: Promise<Guide> | undefined;
  // All pages take long to draw, and many a process is never asked for one.
  const guide = () => {
    opened ??= openGuide().catch((fault) => {
      opened = undefined;
      throw fault;
    });
    return opened;
  };
  const show = async (exchange: Exchange, file: PageFile | undefined) =>
    file === undefined ? sendPage(exchange, 404, (await guide()).missing) : sendPageFile(exchange, file);
  const showPage = async (exchange: Exchange, slug: string) => show(exchange, (await guide()).files.get(slug));

  router.add('GET', guideAddress, (exchange) => showPage(exchange, firstSlug));
  router.add('GET', styleAddress, (exchange) => show(exchange, style));
  router.add('GET', referenceAddress, (exchange) => show(exchange, reference));
  router.add('GET', `${guideAddress}/{rest…}`, (exchange) => showPage(exchange, exchange.parameter));
  router.add('GET', searchAddress, async (exchange) => {
    const query = (new URLSearchParams(exchange.query).get('q') ?? '').trim().slice(0, queryCharactersMax);
    const { pages, search } = await guide();
    sendPage(exchange, 200, searchHtml(pages, query, search(query)));
  });
}

interface Guide {
  pages: GuidePage[];
  files: ReadonlyMap<string, PageFile>;
  /** The page that says that there is none. */
  missing: string;
  search: ReturnType<typeof createSearch>;
}

async function openGuide(): Promise<Guide> {
  const pages = await readGuide(docsFolder);
  const html = 'text/html; charset=utf-8';
  const files = new Map(pages.map((page) => [page.slug, pageFile(Buffer.from(pageHtml(pages, page)), html)]));
  return { pages, files, missing: missingHtml(pages), search: createSearch(pages) };
}
