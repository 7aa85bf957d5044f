/** Writes the files that derive from the code; with `--check` only says which of them have fallen behind. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildOpenapi, families } from '@afterimage/contract';
import { configurationPage } from '@afterimage/server/config/config';
import { licencesPage } from './licences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

const derived: Record<string, () => string> = {
  'docs/openapi.json': () => `${JSON.stringify(buildOpenapi(families, { version }), null, 2)}\n`,
  'docs/configuration.md': () => configurationPage(),
  'docs/licences.md': () => licencesPage(root),
};

function standing(file: string): string | undefined {
  try {
    return readFileSync(root + file, 'utf8');
  } catch {
    return undefined;
  }
}

const behind = Object.entries(derived).filter(([file, derive]) => standing(file) !== derive());
if (process.argv.includes('--check')) {
  for (const [file] of behind) console.error(`${file} has fallen behind the code: run \`npm run derive\`.`);
  process.exitCode = behind.length > 0 ? 1 : 0;
} else {
  for (const [file, derive] of behind) {
    writeFileSync(root + file, derive());
    console.log(`wrote ${file}`);
  }
}
