/** Which test files are quick, which are slow, and which are examples: `npm test` is for while one works, so it has to end within minutes. */
import { globSync } from 'node:fs';

/**
 * By their name. Slow are those that drive a browser, and those that make whole videos, decode many files, copy the checkout,
 * start many programs, wait for engines, or need what others made: most of the time, in a few of the files.
 */
const slow = /\.(browser|slow)\.test\.ts$/;

/** `examples`: what the guide shows, and every screen of the pages. */
const kinds = ['quick', 'slow', 'examples'] as const;
export type TestKind = (typeof kinds)[number];

export function isTestKind(word: string): word is TestKind {
  return kinds.some((kind) => kind === word);
}

export function testFiles(root: string, kind: TestKind): string[] {
  if (kind === 'examples') return globSync('packages/*/test/**/*.examples.ts', { cwd: root });
  const all = globSync('{packages/*,scripts}/test/**/*.test.ts', { cwd: root });
  return all.filter((file) => slow.test(file) === (kind === 'slow'));
}
