/** The tables of the derived index: rows of text with tabs between, read when first asked for. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../../drawings/', import.meta.url));

export function fileOfIndex(name: string): string {
  return folder + name;
}

export function readRows(name: string): string[][] {
  return readText(name)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
}

function readText(name: string): string {
  const bytes = readFileSync(fileOfIndex(name));
  return (name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString('utf8');
}

/** What stands beside a key in a table of two columns, found by halves: a table of fifty thousand is never taken apart. */
export function lookUpIn(name: string): (key: string) => string | null {
  const table = readOnce(() => readText(name));
  return (key) => {
    const text = table();
    const wanted = `${key}\t`;
    let [from, to] = [0, text.length];
    while (from < to) {
      const start = text.lastIndexOf('\n', ((from + to) >> 1) - 1) + 1;
      const end = text.indexOf('\n', start);
      if (text.startsWith(wanted, start)) return text.slice(start + wanted.length, end);
      if (text.slice(start, end) < wanted) from = end + 1;
      else to = start;
    }
    return null;
  };
}

/** A table is read once, and not before somebody needs it. */
export function readOnce<T>(read: () => T): () => T {
  let kept: { value: T } | null = null;
  return () => {
    kept ??= { value: read() };
    return kept.value;
  };
}
