/** Gives a generation's price back, at most once, and to its key the room to spend it again. */
import type { Tx } from '../db/postgres.ts';
import { giveRoomBack } from './spend-limits-store.ts';

/** Belongs into the transaction that fails the generation; the ledger's unique index refuses a second one. */
export async function refund(
  tx: Tx,
  generation: { id: string; accountId: string; price: number },
  reason: string,
): Promise<void> {
  const [account] = await tx.query<{ limits_spending: boolean }>(
    {
      name: 'refund',
      text: `with entry as (
          insert into ledger_entries (account_id, kind, amount, generation_id, reason)
          values ($1, 'refund', $2, $3, $4) returning account_id, amount)
        update accounts a set balance = a.balance + entry.amount from entry where a.id = entry.account_id
        returning a.limits_spending`,
    },
    [generation.accountId, generation.price, generation.id, reason],
  );
  if (account?.limits_spending) await giveRoomBack(tx, generation.id);
}
