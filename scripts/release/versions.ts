/** The one version that all packages of the project share, wherever it is written. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function currentVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

export function writeVersion(root: string, version: string): void {
  const old = currentVersion(root);
  const written = new RegExp(`("(?:version|@afterimage/\\w+)": )"${old.replaceAll('.', '\\.')}"`, 'g');
  for (const file of ['package.json', ...globSync('packages/*/package.json', { cwd: root })]) {
    const text = readFileSync(join(root, file), 'utf8');
    writeFileSync(join(root, file), text.replace(written, `$1"${version}"`));
  }
  const python = join(root, 'clients', 'python', 'pyproject.toml');
  writeFileSync(python, readFileSync(python, 'utf8').replace(`\nversion = "${old}"\n`, `\nversion = "${version}"\n`));
  const guide = join(root, 'docs', 'guide', 'clients.md');
  writeFileSync(guide, readFileSync(guide, 'utf8').replaceAll(`-${old}.tgz`, `-${version}.tgz`));
  const chart = join(root, 'deploy', 'helm', 'afterimage', 'Chart.yaml');
  writeFileSync(chart, readFileSync(chart, 'utf8').replaceAll(`ersion: ${old}\n`, `ersion: ${version}\n`));
  const examples = join(root, 'packages', 'contract', 'src', 'openapi', 'examples.ts');
  writeFileSync(examples, readFileSync(examples, 'utf8').replace(`version: ['${old}']`, `version: ['${version}']`));
  const lockFile = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as Lock;
  lock.version = version;
  for (const [place, entry] of Object.entries(lock.packages)) {
    // Of the entries in `node_modules` none is ours to change: some strangers share our version.
    if (place !== '' && !place.startsWith('packages/')) continue;
    entry.version = version;
    for (const name of Object.keys(entry.dependencies ?? {})) {
      if (name.startsWith('@afterimage/')) entry.dependencies![name] = version;
    }
  }
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
}

interface Lock {
  version: string;
  packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
}

/** Whether one comes after the other: `0.10.0` after `0.9.3`, `1.0.0` after `1.0.0-rc.1`. */
export function isLater(version: string, than: string): boolean {
  const [numbers, pre] = split(version);
  const [otherNumbers, otherPre] = split(than);
  for (const [at, number] of numbers.entries()) {
    if (number !== otherNumbers[at]) return number > otherNumbers[at]!;
  }
  if (pre === undefined || otherPre === undefined) return pre === undefined && otherPre !== undefined;
  return pre.localeCompare(otherPre, 'en', { numeric: true }) > 0;
}

function split(version: string): [numbers: number[], pre: string | undefined] {
  const [numbers, pre] = version.split('-', 2);
  return [numbers!.split('.').map(Number), pre];
}
