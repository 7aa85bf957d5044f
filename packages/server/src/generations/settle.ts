/** How a generation ends: state, money and message move in one transaction, or not at all. */
import type { Family } from '@afterimage/contract';
import type { Db, Tx } from '../db/postgres.ts';
import { refund } from '../ledger/refund-store.ts';
import { keepOutput, type StoredOutput } from '../media/posters-store.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { scheduleEndEvents } from '../webhooks/schedule.ts';
import { type AttemptEnd, closeAttempts, endAttempt } from './attempts-store.ts';
import type { Claim } from './claim.ts';
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

/** `end`: of the attempt that made it. */
export function completeGeneration(
  services: SettleServices,
  claim: Claim,
  { stored, end }: { stored: StoredOutput; end?: AttemptEnd },
): Promise<Settled> {
  return settle(services, null, async (tx) => {
    const completed = await markCompleted(tx, claim, stored.output.id);
    if (completed === undefined) return 'not ours';
    if (end !== undefined) await endAttempt(tx, claim, end);
    await keepOutput(tx, stored);
    return completed;
  });
}

/** `end`: of the attempt that failed; without it, whatever engines may still have of it is over. */
export function failGeneration(
  services: SettleServices,
  claim: Claim,
  { code, reason, end }: { code: string; reason: string; end?: AttemptEnd },
): Promise<Settled> {
  async function endAttempts(tx: Tx): Promise<'not owed'> {
    if (end === undefined) await closeAttempts(tx, claim.id);
    else await endAttempt(tx, claim, end);
    return 'not owed';
  }
  const failure = { code, reason, endAttempts };
  return settle(services, code, async (tx) => (await endAsFailed(tx, services, claim, failure)) ?? 'not ours');
}

export interface Failure {
  code: string;
  reason: string;
  /** Ends those that are open; `owed`: it was cancelled, and a paid engine may have the work, so the price is kept. */
  endAttempts(tx: Tx): Promise<'owed' | 'not owed'>;
}

/** The only way to fail, whoever ends it. Undefined when someone else settled it first: then nothing may follow. */
export async function endAsFailed(
  tx: Tx,
  { refunds }: Pick<SettleServices, 'refunds'>,
  claim: Claim,
  failure: Failure,
): Promise<SettlingRow | undefined> {
  const failed = await markFailed(tx, claim, failure);
  if (failed === undefined) return undefined;
  const owed = await failure.endAttempts(tx);
  if (owed === 'not owed' && refunds(failed.family, failure.code)) {
    await refund(tx, { id: failed.id, accountId: failed.account_id, price: failed.price }, failure.code);
  }
  return failed;
}

/**
 * Ends it in one transaction with its webhook, and counts it when that is committed; or says why it is not to be ended.
 * `code`: of the failure; null: it is completed.
 */
export async function settle<Unsettled extends string>(
  services: SettleServices,
  code: string | null,
  end: (tx: Tx) => Promise<SettlingRow | Unsettled>,
): Promise<'settled' | Unsettled> {
  const ended = await services.db.transaction(async (tx) => {
    const settled = await end(tx);
    if (typeof settled !== 'string') await announce(tx, services, settled);
    return settled;
  });
  if (typeof ended === 'string') return ended;
  countEnd(services.metrics, ended, code);
  return 'settled';
}

/** The webhook's bytes are fixed here, so that every attempt sends the same. */
async function announce(tx: Tx, { families, views }: SettleServices, settled: SettlingRow): Promise<void> {
  const { account_id: accountId, callback_url: callbackUrl } = settled;
  if (callbackUrl === null) return;
  const [row] = await findGenerations(tx, [settled.id]);
  const family = families.get(settled.family)!;
  await scheduleEndEvents(tx, { accountId, family, view: views.of(row!), callbackUrl });
}
