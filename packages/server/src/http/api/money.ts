/** Money in the account interface: the balance, what was spent and for what, every entry of the ledger, and play money. */
import { formatPrice, isListedId, parseAmount } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import { playMoney } from '../../accounts/accounts.ts';
import type { Db } from '../../db/postgres.ts';
import { balanceOf } from '../../ledger/balance.ts';
import { topUpTo } from '../../ledger/deposit.ts';
import { type EntryRow, type LedgerPage, listEntries, listEntriesAfter } from '../../ledger/history-store.ts';
import { findLowBalanceThreshold, updateLowBalanceThreshold } from '../../ledger/threshold-store.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { noSlot } from './api-slots.ts';
import { type ReadEntries, sendLedgerCsv } from './ledger-csv.ts';
import { bind, bindStream, ok, wrongField } from './route.ts';
import { spendingByDay } from './spending.ts';
import { usageOf } from './usage.ts';

export interface MoneyServices extends AccessServices {
  reads: Db;
  now(): Date;
}

export function addMoneyRoutes(router: Router, services: MoneyServices): void {
  const { db, reads, now } = services;
  bind(router, apiRoutes.getBalance, services, async ({ scope: { accountId }, query: { days } }) => {
    const balance = formatPrice(await balanceOf(reads, accountId));
    const threshold = amountOrNull(await findLowBalanceThreshold(reads, accountId));
    const spending = await spendingByDay(reads, { accountId, days, now: now() });
    return ok({ balance, currency: 'USD', low_balance_threshold: threshold, ...spending });
  });
  bind(router, apiRoutes.getUsage, services, async ({ scope: { accountId }, query: { days } }) =>
    ok(await usageOf(reads, { accountId, days, now: now() })),
  );
  bind(router, apiRoutes.setLowBalance, services, async ({ scope: { accountId }, body }) => {
    const amount = body.threshold === undefined ? null : parseAmount(body.threshold.trim());
    if (amount?.ok === false) return wrongField('threshold', `threshold: ${amount.message}`);
    const threshold = amount === null ? null : amount.units;
    await updateLowBalanceThreshold(db, accountId, threshold);
    return ok({ low_balance_threshold: amountOrNull(threshold) });
  });
  bind(router, apiRoutes.listLedger, services, async ({ scope: { accountId }, query }) => {
    const after = query.cursor === undefined ? null : readCursor(query.cursor);
    if (after === 'not_ours') return wrongField('cursor', 'cursor must be `next` of a page before');
    const page = await listEntries(reads, { accountId, kind: query.kind ?? null, limit: query.limit, after });
    return ok({ items: page.rows.map(entryView), next: page.next && writeCursor(page.next) });
  });
  bindStream(router, apiRoutes.exportLedger, services, async ({ scope, exchange }, { response }) => {
    const { accountId, liveId } = scope;
    const inSlot: ReadEntries = async (part) => {
      const slot = await services.slots.take(liveId);
      if (slot === 'busy') return 'busy';
      return listEntriesAfter(reads, { accountId, ...part }).finally(slot.giveBack);
    };
    const sent = await sendLedgerCsv(inSlot, { exchange, response });
    return sent === 'busy' ? noSlot() : sent;
  });
  bind(router, apiRoutes.resetSandbox, services, async ({ scope }) => {
    // Only ever upwards: the ledger knows no entry that takes without a generation, and play money hurts nobody.
    const topUp = { accountId: scope.sandboxId, level: playMoney, reason: 'play money, reset' };
    return ok({ balance: formatPrice(await db.transaction((tx) => topUpTo(tx, topUp))) });
  });
}

const amountOrNull = (units: number | null): string | null => (units === null ? null : formatPrice(units));

function entryView(row: EntryRow) {
  const { generation_id: id, family, prompt } = row;
  return {
    id: row.id,
    kind: row.kind,
    amount: formatPrice(row.amount),
    balance_after: formatPrice(row.balance_after),
    reason: row.reason,
    generation: id === null ? null : { id, family: family ?? '', prompt: prompt ?? '' },
    created_at: row.created_at.toISOString(),
  };
}

const writeCursor = ({ beforeId, balance }: NonNullable<LedgerPage['next']>) => `${beforeId}.${balance}`;

function readCursor(cursor: string): LedgerPage['next'] | 'not_ours' {
  const [, beforeId = '', balance] = /^(.+)\.(-?\d{1,15})$/.exec(cursor) ?? [];
  return !isListedId(beforeId) ? 'not_ours' : { beforeId, balance: Number(balance) };
}
