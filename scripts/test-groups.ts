/** Which test files share a process: to start one and load the service into it takes longer than most files do. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Few enough that groups take turns well on two cores, and that the last to end does not end alone; loading the service takes more than a second. */
const filesMax = 12;

/** Each is as long as three others. Four in a process take less of the processor than in four: what one loads and compiles, the next has. */
const browserFilesMax = 4;

/** What closes at the end of a process is loaded before the first file: in the hook of a file it would be closed for the next. */
const support = {
  database: 'packages/server/test/support/database.ts',
  browser: 'packages/dashboard/test/support/browser.ts',
};

/**
 * These have a process of their own: what starts programs or encodes whole videos is long enough by itself; the tests of one that
 * waits while it is loaded, or loads what does, are taken for another's; one that may leave all out cannot be told from one that lost them.
 */
const ungrouped = {
  path: /^(packages.cli|scripts)\W|^packages.(dashboard|studio)\W.*\.slow\.test\.ts$/,
  waits: /^(?:[^\s/*].*\s)?await\s|runner-bench\.ts|^if \(/m,
  leavesOut: /\bskip\b/,
};

export interface Grouping {
  root: string;
  folder: string;
  hasBrowser: boolean;
}

/** The programs to run, with the files of each: files of one folder, each a suite with hooks of its own, or one file as it is. */
export function writeGroups(files: readonly string[], given: Grouping): Map<string, string[]> {
  const { root, folder } = given;
  const single = new Set(files.filter((file) => isUngrouped(file, given)));
  const groups = new Map<string, string[]>([...single].map((file) => [file, [file]]));
  for (const group of groupsOf(files.filter((file) => !single.has(file)))) {
    const program = join(folder, `${String(groups.size).padStart(3, '0')}.mjs`);
    writeFileSync(program, programOf(group, root));
    groups.set(program, group);
  }
  return groups;
}

function isUngrouped(file: string, { root, hasBrowser }: Grouping): boolean {
  const text = readFileSync(file, 'utf8');
  if (ungrouped.waits.test(text)) return true;
  // Where there is a browser, these leave nothing out.
  if (isOfBrowser(file)) return !hasBrowser;
  return ungrouped.path.test(relative(root, file)) || ungrouped.leavesOut.test(text);
}

function isOfBrowser(file: string): boolean {
  return file.endsWith('.browser.test.ts');
}

/** Dealt like cards: of files in the order of their length, the longest come to lie in different groups. */
function groupsOf(files: readonly string[]): string[][] {
  const kindOf = (file: string) => `${dirname(file)} ${isOfBrowser(file)}`;
  return [...Map.groupBy(files, kindOf).values()].flatMap((alike) => {
    const count = Math.ceil(alike.length / (alike.some(isOfBrowser) ? browserFilesMax : filesMax));
    return Array.from({ length: count }, (_, first) => alike.filter((_, index) => index % count === first));
  });
}

function programOf(files: readonly string[], root: string): string {
  const addressOf = (file: string) => JSON.stringify(pathToFileURL(file).href);
  const usesDatabase = files.some((file) => !/packages.contract\W/.test(relative(root, file)));
  return `import { after, beforeEach, suite } from 'node:test';
${usesDatabase ? `import ${addressOf(join(root, support.database))};` : ''}
${files.some(isOfBrowser) ? `import ${addressOf(join(root, support.browser))};` : ''}
const file = (name, load) => suite(name, async () => {
  let begun = 0;
  beforeEach(() => { begun += 1; });
  after(() => { if (begun === 0) throw new Error(\`No test of \${name} has run.\`); });
  await load();
});
${files.map((file) => `file(${JSON.stringify(relative(root, file))}, () => import(${addressOf(file)}));`).join('\n')}
`;
}
