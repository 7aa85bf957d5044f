/** What stands around a page of the documentation. It works without a script: the contents fold by themselves. */
import { chapters } from './contents.ts';
import { addressOfPage, type GuidePage, guideAddress } from './guide.ts';
import { escapeHtml } from './markdown.ts';
import type { Found } from './search.ts';

export const styleAddress = `${guideAddress}/guide.css`;
export const searchAddress = `${guideAddress}/search`;
export const referenceAddress = `${guideAddress}/reference`;

export function pageHtml(pages: readonly GuidePage[], page: GuidePage): string {
  const index = pages.indexOf(page);
  const parts = page.sections.filter(({ depth }) => depth === 2);
  const onPage =
    parts.length < 2
      ? ''
      : `<nav class="parts" aria-label="On this page"><strong>On this page</strong><ul>${parts
          .map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
          .join('')}</ul></nav>`;
  const beside = [
    index > 0 ? neighbour('Before', pages[index - 1]!, 'prev') : '<span></span>',
    index + 1 < pages.length ? neighbour('Next', pages[index + 1]!, 'next') : '',
  ].join('');
  const main = `<article>${page.html}<nav class="neighbours" aria-label="Pages beside this one">${beside}</nav></article>${onPage}`;
  return frame({ title: page.title, main, query: '', pages, current: page.slug });
}

const neighbour = (word: string, { slug, title }: GuidePage, rel: string) =>
  `<a rel="${rel}" href="${addressOfPage(slug)}"><small>${word}</small>${escapeHtml(title)}</a>`;

export function searchHtml(pages: readonly GuidePage[], query: string, found: readonly Found[]): string {
  const list = found.map(
    ({ address, page, section, excerpt }) =>
      `<li><a href="${address}">${escapeHtml(section === page ? page : `${page}: ${section}`)}</a><p>${escapeHtml(excerpt)}</p></li>`,
  );
  const what =
    query === ''
      ? '<p>Type what you look for.</p>'
      : list.length === 0
        ? `<p>Nothing holds all of these words: ${escapeHtml(query)}. Try fewer.</p>`
        : `<ul class="found">${list.join('')}</ul>`;
  const main = `<article><h1>Search</h1>${what}</article>`;
  return frame({ title: 'Search', main, query, pages, current: null });
}

export function missingHtml(pages: readonly GuidePage[]): string {
  const main = '<article><h1>No such page</h1><p>The contents list every page there is.</p></article>';
  return frame({ title: 'No such page', main, query: '', pages, current: null });
}

interface Framed {
  title: string;
  main: string;
  query: string;
  pages: readonly GuidePage[];
  current: string | null;
}

function frame({ title, main, query, pages, current }: Framed): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Afterimage</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${styleAddress}">
<script src="/theme.js"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="brand" href="${guideAddress}"><img src="/icon.svg" alt="" width="22" height="22">Afterimage</a>
<form action="${searchAddress}" role="search"><input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search the documentation" aria-label="Search the documentation"><button>Search</button></form>
<nav aria-label="Elsewhere"><a href="${referenceAddress}">API reference</a><a href="/">Dashboard</a></nav>
</header>
<details class="folded"><summary>Contents</summary>${contents(pages, current, 'Contents, folded')}</details>
<div class="columns">
<aside>${contents(pages, current, 'Contents')}</aside>
<main id="content">${main}</main>
</div>
</body>
</html>
`;
}

function contents(pages: readonly GuidePage[], current: string | null, label: string): string {
  const parts = chapters.map(({ title }) => {
    const links = pages
      .filter(({ chapter }) => chapter === title)
      .map(({ slug, title: name }) => {
        const here = slug === current ? ' aria-current="page"' : '';
        return `<li><a href="${addressOfPage(slug)}"${here}>${escapeHtml(name)}</a></li>`;
      });
    return `<h2>${escapeHtml(title)}</h2><ul>${links.join('')}</ul>`;
  });
  return `<nav class="contents" aria-label="${label}">${parts.join('')}</nav>`;
}
