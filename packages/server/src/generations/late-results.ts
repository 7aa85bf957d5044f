/** Looks out for ends that come too late: they change nothing for the caller, but are money spent, and the operator sees it. */
import type { Engine, Handle } from '../engines/engine.ts';
import { costOf } from './after-fault.ts';
import { vendorIdOf } from './attempts-store.ts';
import { claimLateLooks, type LateLook, lookAgainAfter, lookOutNow, noteLate } from './late-store.ts';
import type { RunServices } from './running.ts';

type LateServices = Pick<RunServices, 'db' | 'roster' | 'log' | 'timings'>;

const looksAtOnce = 20;
const replyMilliseconds = 40_000;

/** Any process does it: the one that left the work may be gone. */
export async function lookForLateResults(services: LateServices, stopping: AbortSignal): Promise<'more' | 'done'> {
  const due = await claimLateLooks(services.db, {
    limit: looksAtOnce,
    leaseSeconds: services.timings.lateLeaseSeconds,
  });
  await Promise.all(due.map((look) => lookOnce(services, look, stopping)));
  return due.length === looksAtOnce ? 'more' : 'done';
}

async function lookOnce(
  { db, roster, log, timings }: LateServices,
  look: LateLook,
  stopping: AbortSignal,
): Promise<void> {
  const { token, seconds } = look;
  const engine = roster.find(look.engine);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(replyMilliseconds)]);
  const handle = look.handle ?? (engine === undefined ? null : await findHandle(engine, token, signal));
  if (handle !== null && look.handle === null) await lookOutNow(db, token, { handle, vendorId: vendorIdOf(handle) });
  // The operator's file may name it again.
  const polling = { waitSeconds: 0, signal, why: 'due' } as const;
  const poll = engine === undefined || handle === null ? null : await roster.look(engine, handle, polling);
  if (poll?.state === 'succeeded') {
    await noteLate(db, token, { made: true, costUsd: poll.costUsd });
    log.warn({ engine: look.engine, token, costUsd: poll.costUsd }, 'a result came too late, and is not used');
    return;
  }
  if (poll?.state === 'failed' || poll?.state === 'canceled') {
    return noteLate(db, token, { made: false, costUsd: costOf({ billed: null, ...poll }) });
  }
  // Broken off, it told nothing: another process looks after the lease.
  if (stopping.aborted) return;
  const goesOn = poll?.state !== 'lost';
  const { everySeconds, maxSeconds } = roster.cadenceOf(look.engine);
  const rest = Math.min(maxSeconds, Math.max(everySeconds, seconds));
  await lookAgainAfter(db, token, goesOn && seconds + rest <= timings.lateSeconds ? rest : null);
}

async function findHandle(engine: Engine, token: string, signal: AbortSignal): Promise<Handle | null> {
  const found = await engine.find(token, signal);
  return typeof found === 'object' ? found : null;
}
