/** What a release hands out: the client as a package, the sources as of the commit, their checksums, and the notes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from '../build-client.ts';
import { awayFromFiles, notesOf } from './changelog.ts';
import { currentVersion } from './versions.ts';

/** Returns the files' names. */
export function pack(root: string, folder: string): string[] {
  const version = currentVersion(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  const client = buildClient(join(root, 'dist', 'client'));
  const shell = process.platform === 'win32';
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: client,
    encoding: 'utf8',
    shell,
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];

  const sources = `afterimage-${version}.tar.gz`;
  const archive = [
    'archive',
    '--format=tar.gz',
    `--prefix=afterimage-${version}/`,
    '-o',
    join(folder, sources),
    'HEAD',
  ];
  execFileSync('git', archive, { cwd: root, stdio: 'inherit' });

  const files = [filename, sources];
  const sums = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  writeFileSync(join(folder, 'notes.md'), `${awayFromFiles(notes, sourcesOnForge(version))}\n`);
  return [...files, 'SHA256SUMS', 'notes.md'];
}

/** Where the release's sources are read: only the forge's workflow knows. */
function sourcesOnForge(version: string): string | null {
  const { GITHUB_SERVER_URL: forge, GITHUB_REPOSITORY: repository } = process.env;
  return forge === undefined || repository === undefined ? null : `${forge}/${repository}/blob/v${version}`;
}
