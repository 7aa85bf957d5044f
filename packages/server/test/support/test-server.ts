/** The embedded server that all test processes of one checkout share: the first starts it, the last stops it. */

import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseServer } from '../../src/db/database-server.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';

const settings = {
  // Nothing here outlives a test, so it need not survive a power cut.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
  // To make a database and to drop one, every buffer is gone through: fewer are gone through sooner.
  shared_buffers: '48MB',
  // Each look is a process for every database there is, and none lives long enough to gain from it.
  autovacuum_naptime: '1h',
  // Each service of a test signs in ten times, and a password is hashed 4,096 times on both sides of it otherwise.
  scram_iterations: '1',
};

const checkout = fileURLToPath(new URL('../../../../', import.meta.url));

/** Of this checkout and this user alone. */
export const testFolderName = `afterimage-tests-${createHash('sha256')
  .update(`${checkout} ${process.getuid?.()}`)
  .digest('hex')
  .slice(0, 12)}`;

/** A test run that keeps this open from first to last spares each test file a start of its own (0.1 s). */
export async function startTestServer(): Promise<DatabaseServer> {
  const folder = join(tmpdir(), testFolderName, 'postgres');
  const server = await startEmbeddedPostgres({ folder, log: createSilentLog(), settings });
  // Each test gets a database of its own, which only the superuser can make.
  return { ...server, connection: server.administration };
}
