/** An embedded server used by the test process itself, so that a fault that ends the process ends the test run. */

import type { TestContext } from 'node:test';
import type { DatabaseState } from '../../../src/db/database-server.ts';
import { startEmbeddedPostgres } from '../../../src/db/embedded-postgres.ts';
import { openDb } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';

const log = createSilentLog();

export async function startHere(t: TestContext, folder: string) {
  const states: DatabaseState[] = [];
  const server = await startEmbeddedPostgres({ folder, log, onState: (state) => states.push(state) });
  // As the superuser: the tests look at the server's own settings too.
  const db = openDb(server.administration, { applicationName: 'test', log });
  const stop = async () => {
    await db.close();
    await server.stop();
  };
  t.after(stop);
  return { server, db, stop, phases: () => states.map(({ phase }) => phase) };
}
