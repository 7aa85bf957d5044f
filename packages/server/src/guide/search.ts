/** Finds the sections of the documentation that hold all words of a query, best first. */
import { addressOfPage, type GuidePage } from './guide.ts';

export interface Found {
  address: string;
  page: string;
  section: string;
  /** A few words around the first one that was found. */
  excerpt: string;
}

const foundMax = 30;
const excerptCharacters = 160;

export function searchGuide(pages: readonly GuidePage[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return [];
  const found = pages.flatMap((page) =>
    page.sections.flatMap((section) => {
      const text = section.text.replaceAll(/[`*|#]|-{3,}|\]\([^)]*\)|\[/g, '').replaceAll(/\s+/g, ' ');
      const heading = `${page.title} ${section.title}`.toLowerCase();
      const all = `${heading} ${text.toLowerCase()}`;
      if (!words.every((word) => all.includes(word))) return [];
      const inHeading = words.filter((word) => heading.includes(word)).length;
      const times = words.reduce((sum, word) => sum + Math.min(all.split(word).length - 1, 5), 0);
      const address = section.id === '' ? addressOfPage(page.slug) : `${addressOfPage(page.slug)}#${section.id}`;
      return [
        {
          rank: inHeading * 10 + times,
          address,
          page: page.title,
          section: section.title,
          excerpt: excerptOf(text, words),
        },
      ];
    }),
  );
  return found
    .sort((one, other) => other.rank - one.rank)
    .slice(0, foundMax)
    .map(({ rank: _, ...entry }) => entry);
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  const from = first < 60 ? 0 : text.lastIndexOf(' ', first - 50) + 1;
  const part = text.slice(from, from + excerptCharacters);
  return `${from > 0 ? '… ' : ''}${part}${from + excerptCharacters < text.length ? ' …' : ''}`;
}
