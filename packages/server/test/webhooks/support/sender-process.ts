/** A sender in a process of its own, for tests that kill it: `node sender-process.ts <database url> <name> <secret>`. */
import { openDb } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { createMetrics } from '../../../src/metrics/metrics.ts';
import { createSafeFetch } from '../../../src/net/safe-fetch.ts';
import { createDeliveryLoop } from '../../../src/webhooks/deliver.ts';

const [url = '', workerName = '', secret = ''] = process.argv.slice(2);
const log = createSilentLog();
createDeliveryLoop({
  db: openDb({ url }, { applicationName: workerName, connectionsMax: 2, log }),
  safeFetch: createSafeFetch({ allow: ['127.0.0.0/8'] }),
  secretsOf: async () => [secret],
  retrySeconds: 0.2,
  timings: { leaseSeconds: 45, pollSeconds: 1, graceSeconds: 0 },
  workerName,
  metrics: createMetrics(),
  tracing: null,
  log,
});
