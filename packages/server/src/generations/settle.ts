/** How a generation ends: state, money and message move in one transaction, or not at all. */
import type { Family } from '@afterimage/contract';
import type { Db, Tx } from '../db/postgres.ts';
import { refund } from '../ledger/refund-store.ts';
import { keepOutput, type StoredOutput } from '../media/posters-store.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { scheduleEvent } from '../webhooks/schedule.ts';
import { type AttemptEnd, closeAttempts, endAttempt } from './attempts-store.ts';
import { countEnd } from './count-end.ts';
import { findGenerations, markCompleted, markFailed, type SettlingRow } from './store.ts';
import type { Views } from './views.ts';

export interface SettleServices {
  db: Db;
  families: ReadonlyMap<string, Family>;
  views: Views;
  refunds(family: string, code: string): boolean;
  metrics: Metrics;
}

export type Settled = 'settled' | 'not ours';

export interface Claim {
  id: string;
  attempt: number;
}

/** `end`: of the attempt that made it. */
export async function completeGeneration(
  services: SettleServices,
  claim: Claim,
  { stored, end }: { stored: StoredOutput; end?: AttemptEnd },
): Promise<Settled> {
  const ended = await services.db.transaction(async (tx) => {
    const settled = await markCompleted(tx, claim, stored.output.id);
    if (settled === undefined) return undefined;
    if (end !== undefined) await endAttempt(tx, claim, end);
    await keepOutput(tx, stored);
    await announce(tx, services, settled);
    return settled;
  });
  if (ended === undefined) return 'not ours';
  countEnd(services.metrics, ended, null);
  return 'settled';
}

export async function failGeneration(
  services: SettleServices,
  claim: Claim,
  failure: { code: string; reason: string; end?: AttemptEnd },
): Promise<Settled> {
  const ended = await services.db.transaction(async (tx) => {
    const settled = await markFailed(tx, claim, failure);
    if (settled === undefined) return undefined;
    if (failure.end === undefined) await closeAttempts(tx, settled.id);
    else await endAttempt(tx, claim, failure.end);
    if (services.refunds(settled.family, failure.code)) {
      await refund(tx, { id: settled.id, accountId: settled.account_id, price: settled.price }, failure.code);
    }
    await announce(tx, services, settled);
    return settled;
  });
  if (ended === undefined) return 'not ours';
  countEnd(services.metrics, ended, failure.code);
  return 'settled';
}

/** The webhook's bytes are fixed here, so that every attempt sends the same. */
export async function announce(tx: Tx, { families, views }: SettleServices, settled: SettlingRow): Promise<void> {
  const { account_id: accountId, callback_url: callbackUrl } = settled;
  if (callbackUrl === null) return;
  const [row] = await findGenerations(tx, [settled.id]);
  const family = families.get(settled.family)!;
  await scheduleEvent(tx, 'generation.ended', { accountId, family, view: views.of(row!), callbackUrl });
}
