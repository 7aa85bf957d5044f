/** What an account used in the last days, as the account interface shows it: by family, model and key, and what failed. */
import { formatPrice } from '@afterimage/contract';
import type { Of, resources } from '@afterimage/contract/api';
import { listKeys } from '../../accounts/api-keys.ts';
import type { Db } from '../../db/postgres.ts';
import { countFailures } from '../../generations/failures-store.ts';
import { lastDays, spendingSince } from '../../ledger/spending.ts';
import type { SpendingRow } from '../../ledger/spending-store.ts';

export type Usage = Of<typeof resources.usage>;

export async function usageOf(
  db: Db,
  { accountId, days, now }: { accountId: string; days: number; now: Date },
): Promise<Usage> {
  const [first] = lastDays(days, now);
  const rows = await spendingSince(db, accountId, first!);
  const names = new Map((await listKeys(db, [accountId], now)).map(({ id, name }) => [id, name]));
  const failures = await countFailures(db, accountId, new Date(`${first}T00:00:00Z`));
  return {
    families: sumsBy(rows, ({ family }) => family).map(({ row: { family }, ...sum }) => ({ family, ...sum })),
    models: sumsBy(rows, ({ family, model }) => `${family} ${model}`).map(({ row: { family, model }, ...sum }) => ({
      family,
      model,
      ...sum,
    })),
    keys: sumsBy(rows, ({ api_key_id }) => api_key_id).map(({ row: { api_key_id: id }, ...sum }) => ({
      id,
      name: names.get(id) ?? '',
      ...sum,
    })),
    failures,
  };
}

/** Those that cost most first. */
function sumsBy(
  rows: readonly SpendingRow[],
  nameOf: (row: SpendingRow) => string,
): { row: SpendingRow; spent: string; generations: number }[] {
  return [...Map.groupBy(rows, nameOf).values()]
    .map((group) => ({
      row: group[0]!,
      units: group.reduce((sum, { spent }) => sum + spent, 0),
      generations: group.reduce((sum, { generations }) => sum + generations, 0),
    }))
    .sort((one, another) => another.units - one.units || another.generations - one.generations)
    .map(({ units, ...sum }) => ({ ...sum, spent: formatPrice(units) }));
}
