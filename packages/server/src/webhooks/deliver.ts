/** Sends what is due, many at once, so that a receiver that is slow or gone delays nobody's events but its own. */
import type { Log } from '../log/log.ts';
import { createWorkLoop, type JobSlot } from '../queue/work-loop.ts';
import { type Attempted, attemptDelivery, type Sender } from './attempt.ts';
import { claimDeliveries, findDueLines } from './claim-store.ts';
import { attemptsAtOnceMax, attemptsPerLineMax, createDeliverySlots } from './delivery-slots.ts';
import type { AttemptOutcome, ClaimedDelivery } from './store.ts';
import { traceDelivery } from './trace-delivery.ts';

/** Timers may fire a moment early; a look before the due time would find nothing and leave it to the next poll. */
const retryMarginMilliseconds = 20;

export interface DeliveryLoop {
  wake(): void;
  running(): number;
  stop(): Promise<void>;
}

export function createDeliveryLoop(options: Sender & { log: Log }): DeliveryLoop {
  const { leaseSeconds, pollSeconds, graceSeconds } = options.timings;
  const slots = createDeliverySlots();
  const retries = new Set<NodeJS.Timeout>();

  /** A delivery is claimed only when a slot is free for it, so that none waits in a sender's hands. */
  async function claim(): Promise<ClaimedDelivery[]> {
    const shares = slots.share(await findDueLines(options.db, attemptsPerLineMax));
    if (shares.length === 0) return [];
    const claimed = await claimDeliveries(options.db, { worker: options.workerName, leaseSeconds, shares });
    for (const delivery of claimed) slots.taken(delivery);
    return claimed;
  }

  async function run(delivery: ClaimedDelivery, { signal }: JobSlot): Promise<void> {
    let outcome: AttemptOutcome | null = null;
    let state: Attempted['state'] | 'fault' = 'fault';
    const startedAt = performance.now();
    const span = options.tracing === null ? null : await traceDelivery(options.tracing, options.db, delivery);
    try {
      const result = await attemptDelivery(options, delivery, { signal, span });
      state = result.state;
      if ('outcome' in result) outcome = result.outcome;
      options.log.info({ ...logLine(delivery, result), trace: span?.traceId }, 'webhook attempt');
      if (result.state === 'waiting') wakeForRetry();
    } finally {
      slots.ended(delivery, outcome);
      options.metrics.work.webhookAttempted(state, (performance.now() - startedAt) / 1000);
      span?.end({ 'afterimage.state': state }, outcome?.error ?? null);
    }
  }

  function wakeForRetry(): void {
    const timer = setTimeout(
      () => {
        retries.delete(timer);
        loop.wake();
      },
      options.retrySeconds * 1000 + retryMarginMilliseconds,
    );
    retries.add(timer);
  }

  const loop = createWorkLoop<ClaimedDelivery>({
    name: 'webhooks',
    slots: () => attemptsAtOnceMax,
    claim,
    run,
    pollSeconds,
    log: options.log,
  });
  return {
    ...loop,
    async stop() {
      await loop.stop(graceSeconds);
      for (const timer of retries) clearTimeout(timer);
    },
  };
}

function logLine(delivery: ClaimedDelivery, result: Attempted): object {
  const line = { delivery: delivery.id, host: delivery.host, attempt: delivery.number, state: result.state };
  if (!('outcome' in result)) return line;
  const { statusCode, milliseconds, error } = result.outcome;
  return { ...line, status: statusCode, milliseconds, error };
}
