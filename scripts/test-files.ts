/** Which test files are quick and which are slow: `npm test` is for while one works, so it has to end within minutes. */
import { globSync } from 'node:fs';

/**
 * By their name. Slow are those that drive a browser, and those that make whole videos, decode many files, copy the checkout,
 * start many programs, wait for engines, or need what others made: two thirds of the time, in a fifth of the files.
 */
const slow = /\.(browser|slow)\.test\.ts$/;

export function testFiles(root: string, kind: 'quick' | 'slow'): string[] {
  const all = globSync('{packages/*,scripts}/test/**/*.test.ts', { cwd: root });
  return all.filter((file) => slow.test(file) === (kind === 'slow'));
}
