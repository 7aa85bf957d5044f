/** Gives a generation's price back, at most once. */
import type { Tx } from '../db/postgres.ts';

/** Belongs into the transaction that fails the generation; the ledger's unique index refuses a second one. */
export async function refund(
  tx: Tx,
  generation: { id: string; accountId: string; price: number },
  reason: string,
): Promise<void> {
  await tx.query(
    {
      name: 'refund',
      text: `with entry as (
          insert into ledger_entries (account_id, kind, amount, generation_id, reason)
          values ($1, 'refund', $2, $3, $4) returning account_id, amount)
        update accounts a set balance = a.balance + entry.amount from entry where a.id = entry.account_id`,
    },
    [generation.accountId, generation.price, generation.id, reason],
  );
}
