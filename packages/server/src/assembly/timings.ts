/** How long the loops of the service wait for what. */
import type { BreakerTimings } from '../engines/engine-states.ts';
import type { RunTimings } from '../generations/running.ts';
import type { WorkerTimings } from '../generations/worker.ts';
import type { DeliveryTimings } from '../webhooks/attempt.ts';

/** Tests give their own. */
export interface Timings {
  worker: WorkerTimings;
  deliveries: DeliveryTimings;
  /** How long a pull worker may be silent before its job goes to another. */
  pullLeaseSeconds: number;
  /** Between two looks for generations that are past their time limit, or whose time has come. */
  sweepSeconds: number;
  /** How often the processes of a service tell each other what they have allowed. */
  limitsSeconds: number;
  /** Between two looks whether the media folder is the one that the other processes write to. */
  folderSeconds: number;
  /** How long an Idempotency-Key stays taken when the process that held it died. */
  reservationSeconds: number;
  engines: RunTimings &
    BreakerTimings & {
      /** Between two looks at what other processes know of the engines. */
      statesSeconds: number;
      /** After a worker has ended, so long its engines are left to it by those whose file does not name them. */
      namedSeconds: number;
      checkSeconds: number;
    };
}

/** A job of a worker that died is taken up again within a lease and a poll, well inside the promised 15 s. */
export const usualTimings: Timings = {
  worker: { leaseSeconds: 9, renewSeconds: 3, progressSeconds: 1, pollSeconds: 1, graceSeconds: 3 },
  deliveries: { leaseSeconds: 45, pollSeconds: 1, graceSeconds: 3 },
  pullLeaseSeconds: 30,
  sweepSeconds: 1,
  limitsSeconds: 1,
  folderSeconds: 30,
  reservationSeconds: 60,
  engines: {
    orderSeconds: 60,
    findSeconds: 10,
    lostSeconds: 60,
    begunSeconds: 10,
    lastLookSeconds: 3,
    lateSeconds: 1_800,
    lateLeaseSeconds: 120,
    passingSeconds: 5,
    passingSecondsMax: 60,
    brokenSeconds: 1,
    openSeconds: 60,
    probeSeconds: 30,
    statesSeconds: 1,
    namedSeconds: 9,
    checkSeconds: 60,
  },
};

/** With so long for what runs when the service stops. */
export const withGrace = (timings: Timings, graceSeconds: number): Timings => ({
  ...timings,
  worker: { ...timings.worker, graceSeconds },
  deliveries: { ...timings.deliveries, graceSeconds },
});
