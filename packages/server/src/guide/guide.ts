/** The documentation as it is served: every page read and drawn once. */
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

export const firstSlug = chapters[0]!.pages[0]!.slug;
const slugByFile = new Map(chapters.flatMap(({ pages }) => pages.map(({ slug, file }) => [file, slug] as const)));

/** What is not there is left out: a new family has no page before `npm run derive`, and a bare copy of the code none at all. */
export async function readGuide(folder: URL): Promise<GuidePage[]> {
  const pages = chapters.flatMap((chapter) => chapter.pages.map((page) => readPage(folder, chapter, page)));
  return (await Promise.all(pages)).filter((page) => page !== null);
}

async function readPage(
  folder: URL,
  { title: chapter }: Chapter,
  { slug, file }: Chapter['pages'][number],
): Promise<GuidePage | null> {
  const markdown = await readFile(new URL(file, folder), 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return null;
    throw fault;
  });
  if (markdown === null) return null;
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
