import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { builtPages } from './support/built.ts';

/** In bytes on the wire, gzip. */
const scriptBytesMax = 110_000;
const styleBytesMax = 15_000;

const gzipBytes = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length;

/** The script and all that it imports before it can run. */
function withImports(folder: string, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = readFileSync(join(folder, name), 'utf8');
  for (const [, imported] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    withImports(folder, imported!, seen);
  return seen;
}

test('the first screen costs at most 110 kB of script and 15 kB of styles', async () => {
  const dist = await builtPages();
  const assets = join(dist, 'assets');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const entry = /src="\/assets\/([^"]+\.js)"/.exec(page)?.[1];
  const screen = readdirSync(assets).find((name) => /^generations-screen-.*\.js$/.test(name));
  assert.ok(entry !== undefined && screen !== undefined);
  const scripts = withImports(assets, screen, withImports(assets, entry));
  const styles = readdirSync(assets).filter((name) => name.endsWith('.css') && page.includes(name));
  const scriptBytes = [...scripts].reduce((sum, name) => sum + gzipBytes(join(assets, name)), 0);
  const styleBytes = styles.reduce((sum, name) => sum + gzipBytes(join(assets, name)), 0);
  assert.ok(styles.length > 0);
  assert.ok(scriptBytes <= scriptBytesMax, `${scriptBytes} bytes of script`);
  assert.ok(styleBytes <= styleBytesMax, `${styleBytes} bytes of styles`);
  // A budget that is never near is no budget: what is measured must be the whole page.
  assert.ok(scriptBytes > 60_000, `only ${scriptBytes} bytes of script were found`);
});

test('every file that is worth it lies ready in brotli and gzip', async () => {
  const dist = await builtPages();
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const large = files.filter((name) => /\.(js|css)$/.test(name) && readFileSync(join(dist, name)).length >= 1_024);
  assert.ok(large.length > 5);
  assert.deepEqual(
    large.filter((name) => !files.includes(`${name}.br`) || !files.includes(`${name}.gz`)),
    [],
  );
});

test('no page of the build holds a script or a style of its own', async () => {
  const dist = await builtPages();
  for (const name of ['index.html', 'reference.html']) {
    const page = readFileSync(join(dist, name), 'utf8');
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=/, name);
    assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)/, name);
    assert.doesNotMatch(page, /(src|href)="(https?:)?\/\//, name);
  }
});
