/** What the API reference's bundle holds, by its source map: the packages that are shipped in it and nowhere else. */
import { readFileSync } from 'node:fs';

/** The version that these licences were looked up for; another one may hold others. */
const looked = '1.72.1';

/** All other packages in the bundle are MIT. */
const notMit: Readonly<Record<string, string>> = {
  '@ai-sdk/provider': 'Apache-2.0',
  '@ai-sdk/provider-utils': 'Apache-2.0',
  '@ai-sdk/vue': 'Apache-2.0',
  '@ungap/structured-clone': 'ISC',
  ai: 'Apache-2.0',
  cva: 'Apache-2.0',
  entities: 'BSD-2-Clause',
  'fuse.js': 'Apache-2.0',
  'js-base64': 'BSD-3-Clause',
  swrv: 'Apache-2.0',
  yaml: 'ISC',
};

export function scalarBundle(): { name: string; version: string; licence: string }[] {
  const folder = new URL('..', import.meta.resolve('@scalar/api-reference'));
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string };
  if (version !== looked)
    throw new Error(`Look up the licences in Scalar's bundle ${version}: scripts/scalar-bundle.ts.`);
  const map = readFileSync(new URL('dist/browser/standalone.js.map', folder), 'utf8');
  const { sources } = JSON.parse(map) as { sources: string[] };
  const held = new Map(sources.flatMap(packageOf));
  return [...held].sort().map(([name, version]) => ({ name, version, licence: notMit[name] ?? 'MIT' }));
}

/** `…/.pnpm/vue@3.5.40_typescript@5.9.3/node_modules/vue/…`; Scalar's own parts stand elsewhere. */
function packageOf(source: string): [name: string, version: string][] {
  const parts = /\/\.pnpm\/(?:@[^+]+\+)?[^@]+@([^_/]+)[^/]*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source);
  return parts === null ? [] : [[parts[2]!, parts[1]!]];
}
