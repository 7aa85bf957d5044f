/**
 * Releases a version: writes it into the packages and the changelog, commits, tags, builds and packs. Says what it would do
 * unless told `--go`; `--pack` packs what is checked out and does nothing else. Nothing leaves this machine: pushing the tag
 * is yours to do, and starts the release workflow.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasNews, releaseSection } from './release/changelog.ts';
import { pack } from './release/pack.ts';
import { currentVersion, isLater, writeVersion } from './release/versions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const changelogFile = join(root, 'CHANGELOG.md');
const folder = join(root, 'dist', 'release');
const say = (line: string) => process.stdout.write(`${line}\n`);

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/** Every reason against it at once. */
function obstacles(version: string): string[] {
  const released = git('tag', '--list', 'v*').split('\n').filter(Boolean);
  const latest = released.map((tag) => tag.slice(1)).reduce((a, b) => (isLater(b, a) ? b : a), '0.0.0');
  const against: [boolean, string][] = [
    [!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version), `"${version}" is no version such as 0.3.0.`],
    [git('status', '--porcelain') !== '', 'There are changes that are not committed.'],
    [git('branch', '--show-current') !== 'main', 'A release is cut on the branch main.'],
    [released.includes(`v${version}`), `v${version} is tagged already.`],
    [!released.includes(`v${version}`) && !isLater(version, latest), `${version} does not come after ${latest}.`],
    [isLater(currentVersion(root), version), `The packages say ${currentVersion(root)}, which is later.`],
    [!hasNews(readFileSync(changelogFile, 'utf8'), version), 'CHANGELOG.md has nothing to tell.'],
  ];
  return against.filter(([holds]) => holds).map(([, sentence]) => sentence);
}

function release(version: string): void {
  writeVersion(root, version);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(changelogFile, releaseSection(readFileSync(changelogFile, 'utf8'), { version, day }));
  execFileSync(process.execPath, [join(root, 'scripts', 'derive.ts')], { cwd: root, stdio: 'inherit' });
  git('commit', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Afterimage ${version}`);
  const files = pack(root, folder);
  say(`v${version} is tagged; in ${folder}: ${files.join(', ')}.`);
  say(`To release it to others: git push --follow-tags`);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { go: { type: 'boolean', default: false }, pack: { type: 'boolean', default: false } },
    });
  } catch (fault) {
    const [said] = (fault as Error).message.split('. ', 1);
    process.stderr.write(`${said}: a release is told a version, --go or --pack.\n`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const version = positionals[0] ?? currentVersion(root);
const against = values.pack ? [] : obstacles(version);
if (values.pack) {
  say(pack(root, folder).join('\n'));
} else if (against.length > 0) {
  for (const sentence of against) process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
} else if (values.go) {
  release(version);
} else {
  say(`Would write ${version} into the packages and date its section of CHANGELOG.md,`);
  say(`commit, tag v${version}, and pack the client and the sources into ${folder}.`);
  say('Do it with --go.');
}
