/** Sends what is due, many at once, so that a receiver that is slow or gone delays nobody's events but its own. */
import type { Log } from '../log.ts';
import { createWorkLoop, type WorkLoop } from '../queue/work-loop.ts';
import { type Attempted, attemptDelivery, leaseSeconds, type Sender } from './attempt.ts';
import { type ClaimedDelivery, claimDueDeliveries } from './store.ts';

const attemptsAtOnceMax = 64;
const attemptsPerHostMax = 4;
const pollSeconds = 1;
/** Timers may fire a moment early; a look before the due time would find nothing and leave it to the next poll. */
const retryMarginMilliseconds = 20;

export function createDeliveryLoop(options: Sender & { log: Log }): WorkLoop {
  const claimDue = createDueClaims(options);
  const retries = new Set<NodeJS.Timeout>();

  async function run(delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    try {
      const result = await attemptDelivery(options, delivery, signal);
      options.log.info(logLine(delivery, result), 'webhook attempt');
      if (result.state === 'waiting') wakeForRetry();
    } finally {
      claimDue.ended(delivery);
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
    slots: attemptsAtOnceMax,
    claim: claimDue.claim,
    run,
    pollSeconds,
    log: options.log,
  });
  return {
    ...loop,
    async stop(graceSeconds) {
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

/** Remembers how busy each host is, and where the last look at the hosts ended. */
function createDueClaims({ db, workerName }: Pick<Sender, 'db' | 'workerName'>) {
  const busy = new Map<string, number>();
  /** The next look starts after this host, or hosts late in the alphabet would wait behind many that are slow. */
  let lastHost = '';

  function look(limit: number, stretch: { afterHost: string; upToHost: string | null }) {
    const sender = { worker: workerName, leaseSeconds, perHostMax: attemptsPerHostMax };
    return claimDueDeliveries(db, { ...sender, limit, busy, ...stretch });
  }

  return {
    async claim(free: number): Promise<ClaimedDelivery[]> {
      const onwards = await look(free, { afterHost: lastHost, upToHost: null });
      const left = free - onwards.length;
      const fromStart = left > 0 && lastHost !== '' ? await look(left, { afterHost: '', upToHost: lastHost }) : [];
      const claimed = [...onwards, ...fromStart];
      // Only now, when nothing can fail any more: whoever is counted here is counted out by `ended`.
      for (const { host } of claimed) busy.set(host, (busy.get(host) ?? 0) + 1);
      // Fewer than asked for: every host was looked at, and the next look may start anywhere.
      lastHost = claimed.length === free ? lastOf(left > 0 ? fromStart : onwards) : '';
      return claimed;
    },
    ended({ host }: ClaimedDelivery): void {
      const left = busy.get(host)! - 1;
      if (left > 0) busy.set(host, left);
      else busy.delete(host);
    },
  };
}

function lastOf(claimed: readonly ClaimedDelivery[]): string {
  return claimed.reduce((last, { host }) => (host > last ? host : last), '');
}
