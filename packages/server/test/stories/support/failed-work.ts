/** A start of the work that cannot listen for wake-ups, in a process of its own: it must end by itself. */

import type { Foundation } from '../../../src/assembly/foundation.ts';
import { startWork } from '../../../src/assembly/work.ts';
import type { Db } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { createMetrics } from '../../../src/metrics/metrics.ts';

const engine = { name: 'none', traits: { paid: false, find: 'exact', slots: 1 } };
const core = { engines: { all: [engine] }, families: new Map() } as unknown as Parameters<typeof startWork>[1];
const foundation = {
  settings: { webhookRetrySeconds: 30 },
  db: { query: async () => [] } as unknown as Db,
  // Nobody listens there.
  connection: { url: 'postgres://127.0.0.1:1/none' },
  log: createSilentLog(),
  metrics: createMetrics(),
} as unknown as Foundation;

const failed = await startWork(foundation, core).then(
  () => false,
  () => true,
);
process.exitCode = failed ? 0 : 1;
