/** The operator's part of the account interface: the service, its accounts, credit, maintenance. */
import { errors, formatPrice, isId, parseAmount } from '@afterimage/contract';
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import { findTwins } from '../../accounts/accounts.ts';
import { type AccountOverview, listAccountOverviews } from '../../accounts/overview-store.ts';
import { balancesOf } from '../../ledger/balance.ts';
import { grant, grantMax } from '../../ledger/deposit.ts';
import type { Log } from '../../log/log.ts';
import { endMaintenance, startMaintenance } from '../../maintenance/maintenance.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { addOperatorActionRoutes } from './operator-actions.ts';
import { addOperatorEngineRoutes, type OperatorEngineServices } from './operator-engines.ts';
import { addOperatorGenerationRoutes } from './operator-generations.ts';
import { createOperatorOverview, type OverviewServices } from './operator-overview.ts';
import { addOperatorSeriesRoutes } from './operator-series.ts';
import { bind, ok, refusedWith, wrongField } from './route.ts';
import { spendingByDay } from './spending.ts';

export interface OperatorServices extends AccessServices, OverviewServices, OperatorEngineServices {
  log: Log;
}

const monthDays = 30;

export function addOperatorRoutes(router: Router, services: OperatorServices): void {
  const { db, reads, families, log } = services;
  addOperatorEngineRoutes(router, services);
  addOperatorGenerationRoutes(router, services);
  addOperatorSeriesRoutes(router, services);
  addOperatorActionRoutes(router, services);
  const overview = createOperatorOverview(services);
  bind(router, apiRoutes.getOverview, services, async () => ok(await overview()));
  bind(router, apiRoutes.listAccounts, services, async ({ query: { cursor, limit, text } }) => {
    if (cursor !== undefined && !isId(cursor)) return wrongField('cursor', 'cursor must be `next` of a page before');
    const rows = await listAccountOverviews(reads, { afterId: cursor ?? null, text: text ?? null, limit });
    const items: Of<typeof resources.operatorAccount>[] = [];
    for (const row of rows) items.push(await accountView(services, row));
    return ok({ items, next: rows.length === limit ? rows.at(-1)!.id : null });
  });
  bind(router, apiRoutes.grantCredit, services, async ({ id, body, person }) => {
    const amount = parseAmount(body.amount.trim());
    if (!amount.ok) return wrongField('amount', `amount: ${amount.message}`);
    if (amount.units === 0 || amount.units > grantMax) {
      return wrongField('amount', 'amount must be more than 0 and at most a billion');
    }
    const known = isId(id) && (await balancesOf(db, [id])).has(id.toLowerCase());
    const twins = known ? await findTwins(db, id) : undefined;
    if (twins?.liveId !== id.toLowerCase()) return refusedWith(errors.notFound('Account not found'));
    const accountId = body.mode === 'live' ? twins.liveId : twins.sandboxId;
    const entry = { accountId, amount: amount.units, reason: body.reason.trim() };
    const balance = await db.transaction((tx) => grant(tx, entry));
    log.info({ account: accountId, amount: formatPrice(amount.units), by: person.id }, 'credit was granted');
    return ok({ balance: formatPrice(balance) });
  });
  bind(router, apiRoutes.setMaintenance, services, async ({ id, body, person }) => {
    if (!families.has(id)) return refusedWith(errors.notFound('Family not found'));
    await (body.on ? startMaintenance(db, id) : endMaintenance(db, id));
    log.info({ family: id, on: body.on, by: person.id }, 'maintenance was switched');
    return ok({ ok: true });
  });
}

async function accountView(
  { reads, now }: OperatorServices,
  row: AccountOverview,
): Promise<Of<typeof resources.operatorAccount>> {
  const spending = await spendingByDay(reads, { accountId: row.id, days: monthDays, now: now() });
  return {
    id: row.id,
    email: row.email,
    balance: formatPrice(row.balance),
    sandbox_balance: formatPrice(row.sandbox_balance),
    people: row.people,
    keys: row.keys,
    generations_30_days: spending.days.reduce((whole, { generations }) => whole + generations, 0),
    spent_30_days: spending.spent_30_days,
    created_at: row.created_at.toISOString(),
  };
}
