/** The documentation as it is served: every page read and drawn once, at the start. */
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { type Chapter, chapters } from './contents.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';

export interface GuidePage extends Rendered {
  slug: string;
  chapter: string;
}

export const guideAddress = '/docs';

/** The page that `/docs` shows is the first. */
export const addressOfPage = (slug: string): string => (slug === firstSlug ? guideAddress : `${guideAddress}/${slug}`);

const firstSlug = chapters[0]!.pages[0]!.slug;
const slugByFile = new Map(chapters.flatMap(({ pages }) => pages.map(({ slug, file }) => [file, slug] as const)));

/** @param folder `docs` of the project */
export async function readGuide(folder: URL): Promise<GuidePage[]> {
  const pages = chapters.flatMap((chapter) => chapter.pages.map((page) => readPage(folder, chapter, page)));
  return Promise.all(pages);
}

async function readPage(folder: URL, { title: chapter }: Chapter, { slug, file }: Chapter['pages'][number]) {
  const markdown = await readFile(new URL(file, folder), 'utf8');
  return { slug, chapter, ...renderMarkdown(markdown, (href) => addressOf(href, file)) };
}

/** Links in the files lead to files, so that they work on a forge, too. */
function addressOf(href: string, from: string): string | null {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const slug = slugByFile.get(posix.join(posix.dirname(from), path));
  if (slug === undefined) return path === 'openapi.json' || path.endsWith('/openapi.json') ? '/openapi.json' : null;
  return fragment === undefined ? addressOfPage(slug) : `${addressOfPage(slug)}#${fragment}`;
}
