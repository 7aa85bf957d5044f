/** Finds the sections of the documentation that hold all words of a query, best first. */
import { addressOfPage, type GuidePage } from './guide.ts';
import type { Section } from './markdown.ts';

export interface Found {
  address: string;
  page: string;
  section: string;
  /** A few words around the first one that was found. */
  excerpt: string;
}

const foundMax = 30;
const wordsMax = 8;
const excerptCharacters = 160;

/** What is looked through is made once: anybody may ask, and as often as they like. */
export function createSearch(pages: readonly GuidePage[]): (query: string) => Found[] {
  const entries = pages.flatMap((page) => page.sections.map((section) => entryOf(page, section)));
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax);
    if (words.length === 0) return [];
    return entries
      .filter(({ all }) => words.every((word) => all.includes(word)))
      .map((entry) => ({ entry, rank: rankOf(entry, words) }))
      .sort((one, other) => other.rank - one.rank)
      .slice(0, foundMax)
      .map(({ entry: { address, page, section, text } }) => ({
        address,
        page,
        section,
        excerpt: excerptOf(text, words),
      }));
  };
}

type Entry = ReturnType<typeof entryOf>;

function entryOf(page: GuidePage, { id, title, text: markdown }: Section) {
  const text = markdown.replaceAll(/[`*|#]|-{3,}|\]\([^)]*\)|\[/g, '').replaceAll(/\s+/g, ' ');
  const heading = `${page.title} ${title}`.toLowerCase();
  const address = id === '' ? addressOfPage(page.slug) : `${addressOfPage(page.slug)}#${id}`;
  return { address, page: page.title, section: title, text, heading, all: `${heading} ${text.toLowerCase()}` };
}

function rankOf({ heading, all }: Entry, words: readonly string[]): number {
  const inHeading = words.filter((word) => heading.includes(word)).length;
  const times = words.reduce((sum, word) => sum + Math.min(all.split(word).length - 1, 5), 0);
  return inHeading * 10 + times;
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  const from = first < 60 ? 0 : text.lastIndexOf(' ', first - 50) + 1;
  const part = text.slice(from, from + excerptCharacters);
  return `${from > 0 ? '… ' : ''}${part}${from + excerptCharacters < text.length ? ' …' : ''}`;
}
