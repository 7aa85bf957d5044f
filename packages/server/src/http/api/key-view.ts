/** A key as the account interface shows it. */
import { formatPrice } from '@afterimage/contract';
import type { Of, resources } from '@afterimage/contract/api';
import type { ApiKey } from '../../accounts/api-keys.ts';
import type { SpendLimit } from '../../ledger/spend-limits.ts';

/** A key that ends within so many days is shown as ending. */
const expiringDays = 7;
const dayMilliseconds = 86_400_000;

export function limitView(limit: SpendLimit | undefined): Of<typeof resources.spendLimit> | null {
  if (limit === undefined) return null;
  const { amount, period, spent, resetsAt } = limit;
  return { amount: formatPrice(amount), period, spent: formatPrice(spent), resets_at: resetsAt.toISOString() };
}

export interface KeySpending {
  /** In 30 days; undefined: nothing. */
  spent: string | undefined;
  limit: SpendLimit | undefined;
}

export function keyView(key: ApiKey, { spent = '0.0000', limit }: KeySpending, now: Date): Of<typeof resources.apiKey> {
  const endsSoon = key.expiresAt !== null && key.expiresAt.getTime() - now.getTime() < expiringDays * dayMilliseconds;
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    last4: key.last4,
    state: key.state === 'active' && endsSoon ? 'expiring' : key.state,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    spent_30_days: spent,
    spend_limit: limitView(limit),
  };
}
