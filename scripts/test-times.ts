/** How long each test file takes: the longest begin first, so that none runs on alone, and the slowest are told. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const shown = 10;
/** Where it is not known yet: the examples are the longest, then those that drive a browser, then the other slow ones. */
const secondsGuessed = { examples: 60, browser: 30, slow: 20, other: 3 };

export interface TestTimes {
  longestFirst(files: string[]): string[];
  /** By all files of each. */
  longestGroupsFirst(groups: ReadonlyMap<string, readonly string[]>): string[];
  /** `name`: the file as seen from the checkout. */
  note(name: string, seconds: number): void;
  /** Where a quicker run is to be looked for. */
  slowest(): string;
  /** For the next run of this checkout. */
  keep(): void;
}

export function openTestTimes(store: string, root: string): TestTimes {
  const nameOf = (file: string) => relative(root, file);
  const before = readTimes(store);
  const now = new Map<string, number>();
  const expected = (file: string) => before[nameOf(file)] ?? guessed(file);

  return {
    longestFirst: (files) => files.toSorted((a, b) => expected(b) - expected(a) || a.localeCompare(b)),
    longestGroupsFirst(groups) {
      const sum = (files: readonly string[]) => files.reduce((seconds, file) => seconds + expected(file), 0);
      return [...groups].toSorted(([, a], [, b]) => sum(b) - sum(a)).map(([program]) => program);
    },
    note: (name, seconds) => now.set(name, seconds),
    slowest() {
      if (now.size < 2) return '';
      const files = [...now].toSorted(([, a], [, b]) => b - a).slice(0, shown);
      return `\nslowest files\n${files.map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`).join('')}`;
    },
    keep() {
      mkdirSync(dirname(store), { recursive: true });
      writeFileSync(store, JSON.stringify({ ...before, ...Object.fromEntries(now) }));
    },
  };
}

function guessed(file: string): number {
  if (file.endsWith('.examples.ts')) return secondsGuessed.examples;
  if (file.endsWith('.browser.test.ts')) return secondsGuessed.browser;
  return file.endsWith('.slow.test.ts') ? secondsGuessed.slow : secondsGuessed.other;
}

function readTimes(store: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(store, 'utf8')) as Record<string, number>;
  } catch {
    // The first run of this checkout.
    return {};
  }
}
