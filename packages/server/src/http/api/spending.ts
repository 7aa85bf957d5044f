/** Spending as the account interface shows it: amounts with four digits, days without gaps. */
import { formatPrice } from '@afterimage/contract';
import type { Db } from '../../db/postgres.ts';
import { lastDays, spendingSince } from '../../ledger/spending.ts';

export const monthDays = 30;

/** Charges less refunds of the last 30 days. */
export async function spentByKey(db: Db, accountIds: readonly string[], now: Date): Promise<Map<string, string>> {
  const [first] = lastDays(monthDays, now);
  const units = new Map<string, number>();
  for (const accountId of accountIds) {
    for (const { api_key_id: key, spent } of await spendingSince(db, accountId, first!)) {
      units.set(key, (units.get(key) ?? 0) + spent);
    }
  }
  return new Map([...units].map(([key, spent]) => [key, formatPrice(spent)]));
}

export interface SpendingByDay {
  spent_today: string;
  spent_30_days: string;
  days: { day: string; spent: string; generations: number }[];
}

export async function spendingByDay(
  db: Db,
  wanted: { accountId: string; days: number; now: Date },
): Promise<SpendingByDay> {
  const shown = lastDays(wanted.days, wanted.now);
  const counted = lastDays(Math.max(wanted.days, monthDays), wanted.now);
  const totals = new Map(counted.map((day) => [day, { spent: 0, generations: 0 }]));
  for (const { day, spent, generations } of await spendingSince(db, wanted.accountId, counted[0]!)) {
    const total = totals.get(day);
    // The first second of a new day may be in the answer and not yet in the days that were asked for.
    if (total === undefined) continue;
    total.spent += spent;
    total.generations += generations;
  }
  const sum = (days: string[]) => formatPrice(days.reduce((whole, day) => whole + totals.get(day)!.spent, 0));
  return {
    spent_today: sum(shown.slice(-1)),
    spent_30_days: sum(counted.slice(-monthDays)),
    days: shown.map((day) => {
      const { spent, generations } = totals.get(day)!;
      return { day, spent: formatPrice(spent), generations };
    }),
  };
}
