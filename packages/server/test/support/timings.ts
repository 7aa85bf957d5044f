/** Timings for tests: what the service does every second or so happens at once, but a lease lasts, however busy the machine. */
import { type Timings, usualTimings } from '../../src/service.ts';

export const quickTimings: Timings = {
  worker: { ...usualTimings.worker, renewSeconds: 0.1, progressSeconds: 0.05, pollSeconds: 0.2, graceSeconds: 0.1 },
  deliveries: { ...usualTimings.deliveries, pollSeconds: 0.2, graceSeconds: 0.1 },
  pullLeaseSeconds: usualTimings.pullLeaseSeconds,
  sweepSeconds: 0.1,
};
