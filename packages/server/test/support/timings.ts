/** Timings for tests: what the service does every second or so happens soon, but a lease lasts, however busy the machine. */
import { type Timings, usualTimings } from '../../src/assembly/timings.ts';

/** Looks at the database that mostly find nothing: more often, they take a share of a core from every other service. */
const lookSeconds = 0.4;

export const quickTimings: Timings = {
  worker: {
    ...usualTimings.worker,
    renewSeconds: 0.1,
    progressSeconds: 0.05,
    pollSeconds: lookSeconds,
    graceSeconds: 0.1,
  },
  deliveries: { ...usualTimings.deliveries, pollSeconds: lookSeconds, graceSeconds: 0.1 },
  pullLeaseSeconds: usualTimings.pullLeaseSeconds,
  sweepSeconds: lookSeconds,
  limitsSeconds: lookSeconds,
  folderSeconds: usualTimings.folderSeconds,
  reservationSeconds: usualTimings.reservationSeconds,
  engines: {
    ...usualTimings.engines,
    orderSeconds: 3,
    findSeconds: 0.05,
    lostSeconds: 0.2,
    begunSeconds: 0.5,
    lastLookSeconds: 1,
    lateSeconds: 30,
    passingSeconds: 1,
    brokenSeconds: 0.1,
    statesSeconds: lookSeconds,
  },
};
