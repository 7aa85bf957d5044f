/** Why a charge is refused, and whether that is known before media is looked at: fetching and decoding cost most of a submit. */
import type { Family, GenerationRequest, MediaInput } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import { type SpendLimit, spendLimitsOf } from '../ledger/spend-limits.ts';
import { findBalances } from '../ledger/store.ts';

/** `known`: whether `price` is the price, or the least that it may be. */
export type Shortfall =
  | ({ price: number; known: 'price' | 'least' } & (
      | { outcome: 'insufficient'; balance: number }
      | { outcome: 'over_limit'; limit: SpendLimit }
    ))
  /** Since its key was looked at, while the body was on the way. */
  | { outcome: 'suspended' };

interface Payer {
  accountId: string;
  keyId: string;
}

interface PricedRequest {
  family: Family;
  request: GenerationRequest;
  holder: Payer;
}

/** An image's URL is fetched when the job runs; a reference video's now, because the price depends on it. */
export const isLookedAtNow = ({ source, kind }: MediaInput): boolean => 'upload' in source || kind === 'video';

/** What is missing to the least it can cost; null where that is there, or nothing is looked at before it is charged. */
export async function shortfall(
  { db, prices }: { db: Db; prices: Readonly<Record<string, Readonly<Record<string, number>>>> },
  { family, request, holder }: PricedRequest,
): Promise<Shortfall | null> {
  if (!request.media.some(isLookedAtNow)) return null;
  const { item, times } = family.leastPriceOf(request);
  const price = prices[family.slug]![item]! * times;
  return missingTo(db, { ...holder, price, known: 'least' });
}

/** Of a charge that was refused; null when nothing is missing any more. */
export function whyRefused(db: Db, { holder, price }: { holder: Payer; price: number }): Promise<Shortfall | null> {
  return missingTo(db, { ...holder, price, known: 'price' });
}

/** A key's limit is looked for where the account has any. */
async function missingTo(
  db: Db,
  { accountId, keyId, ...cost }: Payer & { price: number; known: 'price' | 'least' },
): Promise<Shortfall | null> {
  const [account] = await findBalances(db, [accountId]);
  const { balance = 0, limits_spending = false, suspended = false } = account ?? {};
  if (suspended) return { outcome: 'suspended' };
  if (balance < cost.price) return { outcome: 'insufficient', ...cost, balance };
  const limit = limits_spending ? (await spendLimitsOf(db, [keyId])).get(keyId) : undefined;
  if (limit === undefined || limit.spent + cost.price <= limit.amount) return null;
  return { outcome: 'over_limit', ...cost, limit };
}
