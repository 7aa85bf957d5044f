/** Timings for tests: what the service does every second or so happens at once, but a lease lasts, however busy the machine. */
import { type Timings, usualTimings } from '../../src/timings.ts';

export const quickTimings: Timings = {
  worker: { ...usualTimings.worker, renewSeconds: 0.1, progressSeconds: 0.05, pollSeconds: 0.2, graceSeconds: 0.1 },
  deliveries: { ...usualTimings.deliveries, pollSeconds: 0.2, graceSeconds: 0.1 },
  pullLeaseSeconds: usualTimings.pullLeaseSeconds,
  sweepSeconds: 0.1,
  engines: {
    ...usualTimings.engines,
    absentSeconds: 0.1,
    findSeconds: 0.05,
    lostSeconds: 0.2,
    begunSeconds: 0.5,
    lateSeconds: 30,
    passingSeconds: 1,
    brokenSeconds: 0.1,
    statesSeconds: 0.1,
  },
};
