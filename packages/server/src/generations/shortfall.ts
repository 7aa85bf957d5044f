/** Fetching and decoding cost more than any other part of a submit: not for those who could not pay for it anyway. */
import type { Family, GenerationRequest } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import { balanceOf } from '../ledger/balance.ts';
import { isLookedAtNow } from './take-inputs.ts';

interface PricedRequest {
  family: Family;
  request: GenerationRequest;
  holder: { accountId: string };
}

/** What is missing to the least it can cost; null where that is there, or nothing is looked at before it is charged. */
export async function shortfall(
  { db, prices }: { db: Db; prices: Readonly<Record<string, Readonly<Record<string, number>>>> },
  { family, request, holder }: PricedRequest,
): Promise<{ price: number; balance: number } | null> {
  if (!request.media.some(isLookedAtNow)) return null;
  const { item, times } = family.leastPriceOf(request);
  const price = prices[family.slug]![item]! * times;
  const balance = await balanceOf(db, holder.accountId);
  return balance < price ? { price, balance } : null;
}
