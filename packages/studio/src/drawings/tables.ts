/** The tables of the derived index: rows of text with tabs between, read when first asked for. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../../drawings/', import.meta.url));

export function fileOfIndex(name: string): string {
  return folder + name;
}

export function readRows(name: string): string[][] {
  const bytes = readFileSync(fileOfIndex(name));
  const text = (name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString('utf8');
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
}

/** A table is read once, and not before somebody needs it. */
export function readOnce<T>(read: () => T): () => T {
  let kept: { value: T } | null = null;
  return () => {
    kept ??= { value: read() };
    return kept.value;
  };
}
