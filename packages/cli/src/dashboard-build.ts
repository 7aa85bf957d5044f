/** Builds the dashboard's pages when they are missing: `npm ci` does it, but not for those who skip its scripts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../dashboard/', import.meta.url);

/** In a process of its own: the bundler's memory would stay with the service for as long as it runs. */
export async function buildMissingDashboard(): Promise<void> {
  if (existsSync(new URL('dist/index.html', folder))) return;
  process.stderr.write('The dashboard has not been built yet; building it now, which takes some seconds.\n');
  const build = spawn(process.execPath, [fileURLToPath(new URL('scripts/build.ts', folder))], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(build, 'exit');
  // The service is of use without its pages, and its page says what to do.
  if (code !== 0) process.stderr.write('The dashboard could not be built; the service starts without it.\n');
}
