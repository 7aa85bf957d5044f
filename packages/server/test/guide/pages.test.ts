/** The documentation at `/docs`: every page is there for anybody, and everything it links to is, too. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { families } from '@afterimage/contract';
import { chapters } from '../../src/guide/contents.ts';
import { renderMarkdown } from '../../src/guide/markdown.ts';
import { startTestService } from '../support/service.ts';

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const slugs = chapters.flatMap(({ pages }) => pages.map(({ slug }) => slug));

test('every file of the guide is a page, and every family has one', () => {
  const files = globSync('guide/**/*.md', { cwd: docs }).map((file) => file.replaceAll('\\', '/'));
  const listed = chapters.flatMap(({ pages }) => pages.map(({ file }) => file));
  assert.deepEqual(
    files.filter((file) => !listed.includes(file)),
    [],
  );
  assert.equal(new Set(slugs).size, slugs.length);
  for (const { slug } of families) assert.ok(slugs.includes(slug), slug);
});

test('the documentation as it is served', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const page = async (path: string) => {
    const { status, headers, bytes } = await service.ask('GET', path);
    return { status, headers, html: bytes.toString() };
  };
  const served = new Map<string, string>();
  for (const path of ['/docs', ...slugs.map((slug) => `/docs/${slug}`)]) {
    const { status, html, headers } = await page(path);
    assert.equal(status, 200, path);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    served.set(path, html);
  }

  await t.test('a page has one heading, a title, and the contents with itself marked', () => {
    for (const [path, html] of served) {
      assert.equal(html.match(/<h1>/g)?.length, 1, path);
      assert.match(html, /<title>[^<]+ · Afterimage<\/title>/, path);
      assert.equal(html.match(/aria-current="page"/g)?.length, 2, path);
      assert.ok(!html.includes('<!-- derived'), path);
    }
  });

  await t.test('every link leads to a page that is there, and to a heading on it', async () => {
    const other = new Map<string, number>();
    for (const [path, html] of served) {
      const ids = html.match(/ id="[^"]+"/g) ?? [];
      assert.equal(new Set(ids).size, ids.length, `${path}: an id twice`);
      for (const [, href] of html.matchAll(/href="([^"]+)"/g)) {
        if (/^https?:/.test(href!)) continue;
        const { pathname, hash } = new URL(href!.replaceAll('&amp;', '&'), `http://x${path}`);
        const target = served.get(pathname);
        if (target !== undefined) {
          assert.ok(hash === '' || target.includes(` id="${decodeURIComponent(hash.slice(1))}"`), `${path} -> ${href}`);
          continue;
        }
        if (!other.has(pathname)) other.set(pathname, (await service.ask('GET', pathname)).status);
        // The dashboard's own files are there once it is built.
        assert.ok(
          other.get(pathname) === 200 || ['/icon.svg', '/docs/reference', '/'].includes(pathname),
          `${path} -> ${href}`,
        );
      }
    }
  });

  await t.test('a search finds the section, and says when nothing holds all words', async () => {
    const { html } = await page('/docs/search?q=Idempotency-Key+mismatch');
    assert.match(html, /<a href="\/docs\/idempotency">/);
    assert.match((await page('/docs/search?q=refunded')).html, /href="\/docs\/errors#a-generation-fails"/);
    const none = await page('/docs/search?q=%3Cscript%3Eqqqq');
    assert.equal(none.status, 200);
    assert.match(none.html, /Nothing holds all of these words: &lt;script&gt;qqqq/);
    assert.ok(!none.html.includes('<script>qqqq'));
    assert.match((await page('/docs/search')).html, /Type what you look for/);
  });

  await t.test('a page that is not there is a 404 with the contents; one that did not change is a 304', async () => {
    const missing = await page('/docs/nothing');
    assert.equal(missing.status, 404);
    assert.match(missing.html, /href="\/docs\/alpha"/);
    const first = await service.ask('GET', '/docs/alpha');
    const again = await service.ask('GET', '/docs/alpha', {
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    assert.equal(again.status, 304);
  });
});

test('headings get the addresses that forges give them', () => {
  const { sections, html, title } = renderMarkdown(
    '# A `b`\n\nText.\n\n## 1. Say *where*\n\n## Über uns\n\n## Über uns\n',
    (href) => href,
  );
  assert.equal(title, 'A b');
  assert.deepEqual(
    sections.map(({ id }) => id),
    ['', '1-say-where', 'über-uns', 'über-uns-1'],
  );
  assert.match(html, /<h2 id="1-say-where"><a class="anchor" href="#1-say-where">1\. Say <em>where<\/em><\/a><\/h2>/);
});
