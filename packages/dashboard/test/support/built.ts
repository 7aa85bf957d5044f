/** The pages as they are now: built anew when a source file is younger than what was built last. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../../server/test/support/eventually.ts';

export const dashboardFolder = fileURLToPath(new URL('../..', import.meta.url));
const lock = join(dashboardFolder, '.building-lock');
const lockMillisecondsMax = 60_000;

export async function builtPages(): Promise<string> {
  const dist = join(dashboardFolder, 'dist');
  const areThere = async () => {
    if (!isStale(dist)) return true;
    if (!takeLock()) return false;
    try {
      if (isStale(dist)) await build();
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
    return !isStale(dist);
  };
  await eventually(areThere, { what: 'the pages are built', seconds: 300, everyMilliseconds: 100 });
  return dist;
}

/** Loaded when it is needed: the bundler takes long to load, and most runs find the pages built. */
async function build(): Promise<void> {
  const { buildDashboard } = await import('../../scripts/build.ts');
  await buildDashboard();
}

function isStale(dist: string): boolean {
  const builtAt = timeOf(join(dist, 'index.html'));
  return ['src', 'scripts', 'public', 'index.html', 'reference.html', '../client/src', '../contract/src'].some(
    (part) => newest(join(dashboardFolder, part)) > builtAt,
  );
}

function newest(place: string): number {
  const stats = statSync(place);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(...readdirSync(place).map((name) => newest(join(place, name))), 0);
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Test files run side by side, and one build is enough. A lock that a killed run left does not hold for ever. */
function takeLock(): boolean {
  if (Date.now() - timeOf(lock) > lockMillisecondsMax) rmSync(lock, { recursive: true, force: true });
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
