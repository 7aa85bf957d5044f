/** Writes the files that derive from the code; with `--check` only says which of them have fallen behind. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildOpenapi, families } from '@afterimage/contract';
import { configurationPage } from '@afterimage/server/config/config';
import { pythonFamilies } from './clients/python-families.ts';
import { typescriptFamilies } from './clients/typescript-families.ts';
import { librariesAreThere } from './drawings/libraries.ts';
import { originOfDrawings, subjectsKnown, subjectsNow } from './drawings/origin.ts';
import { familyPages } from './family-pages.ts';
import { guidePages } from './guide-parts.ts';
import { licencesPage } from './licences.ts';
import { freshSchemaPages } from './schema-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const checking = process.argv.includes('--check');
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
const originFile = 'packages/studio/drawings/origin.txt';

const openapi = buildOpenapi(families, { version });

const derived = new Map<string, Buffer>([
  ['docs/openapi.json', Buffer.from(`${JSON.stringify(openapi, null, 2)}\n`)],
  ['docs/configuration.md', Buffer.from(configurationPage())],
  ...typescriptFamilies(families),
  ...pythonFamilies(families, openapi),
  ...familyPages(openapi),
  ...guidePages(root),
  ['docs/licences.md', Buffer.from(licencesPage(root))],
  ...(await freshSchemaPages()),
  ...(await drawings()),
]);

/**
 * The libraries behind the drawings are a hundred megabytes that nobody needs to run or change the service: without
 * them the digest of what the index came from must do, and only who changed that has to fetch them. A new subject changes
 * nothing of that: the index comes to know it when it is next derived.
 */
async function drawings(): Promise<Map<string, Buffer>> {
  const known = subjectsKnown(onDisk(originFile));
  const origin = originOfDrawings(known);
  const current = onDisk(originFile)?.equals(origin) ?? false;
  const compareAll = checking ? process.env.CI !== undefined || librariesAreThere() : !current || librariesAreThere();
  if (!compareAll) return new Map([[originFile, origin]]);
  if (!librariesAreThere()) execFileSync('npm', ['ci', '--prefix', `${root}scripts/drawings`], { stdio: 'ignore' });
  const { deriveDrawings } = await import('./drawings/derive.ts');
  const subjects = checking ? known : subjectsNow();
  return new Map([...(await deriveDrawings(subjects)), [originFile, originOfDrawings(subjects)]]);
}

function onDisk(file: string): Buffer | undefined {
  try {
    return readFileSync(root + file);
  } catch {
    return undefined;
  }
}

const behind = [...derived].filter(([file, content]) => !onDisk(file)?.equals(content));
if (checking) {
  for (const [file] of behind) console.error(`${file} has fallen behind the code: run \`npm run derive\`.`);
  process.exitCode = behind.length > 0 ? 1 : 0;
} else {
  for (const [file, content] of behind) {
    writeFileSync(root + file, content);
    console.log(`wrote ${file}`);
  }
}
