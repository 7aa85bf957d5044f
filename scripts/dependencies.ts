/** What is installed: licences that we may ship, install scripts that somebody decided about, no known weakness. Works offline. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { knownLicenceOf } from './licences.ts';

export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  inBundle?: boolean;
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** MIT may be combined with all of these. What is under GPL runs in a process of its own: docs/licences.md says how. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'GPL-3.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
]);
/** The one whose terms reach further than the package: only by name. */
const gplPackages = /^@seydx\/node-av-/;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const installed = (packages: LockedPackages): [string, LockedPackage][] =>
  Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

export function licenceFaults(packages: LockedPackages): string[] {
  return installed(packages).flatMap(([path, locked]) => {
    const name = nameOf(path);
    const licence = locked.license ?? knownLicenceOf(name);
    if (licence === undefined) return [`${name} ${locked.version} states no licence: look, and say it in licences.ts.`];
    const parts = licence.replaceAll(/[()]/g, '').split(/ AND | OR /);
    const refused = parts.find((part) => !allowedLicences.has(part) || (part === 'GPL-3.0' && !gplPackages.test(name)));
    return refused === undefined
      ? []
      : [`${name} ${locked.version} is under ${licence}: ${refused} may not be shipped.`];
  });
}

/** @param decided the manifest's `allowScripts` */
export function installScriptFaults(packages: LockedPackages, decided: Readonly<Record<string, boolean>>): string[] {
  const scripted = new Set(
    installed(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path)),
  );
  const undecided = [...scripted].filter((name) => !Object.hasOwn(decided, name));
  const run = Object.keys(decided).filter((name) => decided[name]);
  const stale = Object.keys(decided).filter((name) => !scripted.has(name));
  return [
    ...undecided.map((name) => `${name} has an install script and no decision in allowScripts.`),
    ...run.map((name) => `${name} may run its install script: nothing here needs one.`),
    ...stale.map((name) => `${name} in allowScripts has no install script any more.`),
  ];
}

/** Every package is held to its digest, and none to an address that only one machine can reach. */
export function lockFaults(packages: LockedPackages): string[] {
  return installed(packages).flatMap(([path, { integrity, resolved, inBundle }]) => [
    ...(integrity === undefined && !inBundle ? [`${path} has no digest in the lock file.`] : []),
    ...(resolved === undefined ? [] : [`${path} records where it was downloaded.`]),
  ]);
}

interface Audit {
  vulnerabilities?: Record<string, { severity: string }>;
}

/** What the registry knows, where it can be asked; a line of its own where it cannot. */
export function auditFaults(answer: Audit): { outcome: 'asked'; faults: string[] } | { outcome: 'not asked' } {
  if (answer.vulnerabilities === undefined) return { outcome: 'not asked' };
  const grave = Object.entries(answer.vulnerabilities).filter(([, { severity }]) => /^(high|critical)$/.test(severity));
  return {
    outcome: 'asked',
    faults: grave.map(([name, { severity }]) => `${name} has a weakness known as ${severity}.`),
  };
}

async function askRegistry(root: string): Promise<Audit> {
  const flags = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  const answer = await promisify(execFile)('npm', flags, { cwd: root, timeout: 60_000 }).catch(
    (fault: { stdout?: string }) => ({ stdout: fault.stdout ?? '' }),
  );
  try {
    return JSON.parse(answer.stdout) as Audit;
  } catch {
    return {};
  }
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const read = (file: string) => JSON.parse(readFileSync(root + file, 'utf8'));
  const { packages } = read('package-lock.json') as { packages: LockedPackages };
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
  const audit = auditFaults(await askRegistry(root));
  if (audit.outcome === 'not asked') console.log('audit skipped: the registry does not tell of known weaknesses here.');
  const faults = [
    ...licenceFaults(packages),
    ...installScriptFaults(packages, allowScripts),
    ...lockFaults(packages),
    ...(audit.outcome === 'asked' ? audit.faults : []),
  ];
  for (const fault of faults) console.error(fault);
  console.log(`${installed(packages).length} packages looked at, ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
