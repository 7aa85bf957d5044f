/** Markdown as HTML, with an address for every heading, and links that lead to the page of a file. */
import { Marked, type Tokens } from 'marked';

export interface Section {
  /** Empty for what stands before the first heading below the title. */
  id: string;
  title: string;
  depth: number;
  /** Its words, for the search. */
  text: string;
}

export interface Rendered {
  title: string;
  html: string;
  sections: Section[];
}

/** @param addressOf where a link of the text leads; null where the reader cannot follow it */
export function renderMarkdown(markdown: string, addressOf: (href: string) => string | null): Rendered {
  const marked = new Marked();
  const tokens = marked.lexer(markdown);
  const ids = headingIds();
  const sections: Section[] = [];
  let title = '';
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 1) title = plain(token.text);
    else if (token.type === 'heading') {
      const heading = plain(token.text);
      sections.push({ id: ids(heading), title: heading, depth: token.depth, text: '' });
    } else if (token.type !== 'html') {
      if (sections.length === 0) sections.push({ id: '', title, depth: 1, text: '' });
      sections.at(-1)!.text += `${token.raw}\n`;
    }
  }
  // Headings come in the same order when they are drawn.
  const anchors = sections.filter(({ id }) => id !== '').map(({ id }) => id);
  marked.use({
    renderer: {
      heading({ tokens: inner, depth }) {
        const inside = this.parser.parseInline(inner);
        if (depth === 1) return `<h1>${inside}</h1>\n`;
        const id = anchors.shift()!;
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inside}</a></h${depth}>\n`;
      },
      link({ href, tokens: inner }) {
        const inside = this.parser.parseInline(inner);
        const address = addressOf(href);
        return address === null ? inside : `<a href="${escapeHtml(address)}">${inside}</a>`;
      },
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], name: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead><tbody>\n${body}\n</tbody></table></div>\n`;
      },
      // Marks between which a part derives from the code.
      html: ({ text }) => (text.startsWith('<!--') ? '' : text),
      code({ text, lang }) {
        const label = lang === undefined || lang === '' ? '' : ` data-language="${escapeHtml(lang)}"`;
        return `<pre tabindex="0"${label}><code>${escapeHtml(text)}</code></pre>\n`;
      },
    },
  });
  return { title, html: marked.parser(tokens), sections };
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const plain = (markdown: string): string => markdown.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '');

/** As forges make them, so that a link to a heading works there and here. */
function headingIds(): (heading: string) => string {
  const taken = new Map<string, number>();
  return (heading) => {
    const id = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const before = taken.get(id) ?? 0;
    taken.set(id, before + 1);
    return before === 0 ? id : `${id}-${before}`;
  };
}
