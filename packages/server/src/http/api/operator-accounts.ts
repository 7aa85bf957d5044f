/** Accounts as the operator sees them: all of them, one with everything about it, credit, and suspension. */
import { errors, formatPrice, isId, isListedId, parseAmount } from '@afterimage/contract';
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import { findTwins } from '../../accounts/accounts.ts';
import { listKeys } from '../../accounts/api-keys.ts';
import { type AccountOverview, findAccountOverview, listAccountOverviews } from '../../accounts/overview-store.ts';
import { markSuspended } from '../../accounts/suspension-store.ts';
import type { Db, Queryable } from '../../db/postgres.ts';
import { balancesOf } from '../../ledger/balance.ts';
import { grant, grantMax } from '../../ledger/deposit.ts';
import { spendLimitsOf } from '../../ledger/spend-limits.ts';
import type { Log } from '../../log/log.ts';
import { listMembers } from '../../people/people-store.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { keyView } from './key-view.ts';
import { bindChange } from './operator-change.ts';
import { bind, ok, refusedWith, wrongField } from './route.ts';
import { monthDays, spendingByDay, spentByKey } from './spending.ts';

export interface OperatorAccountServices extends AccessServices {
  reads: Db;
  log: Log;
  now(): Date;
}

const notFound = () => refusedWith(errors.notFound('Account not found'));

export function addOperatorAccountRoutes(router: Router, services: OperatorAccountServices): void {
  const { reads, log } = services;
  bind(router, apiRoutes.listAccounts, services, async ({ query: { cursor, limit, text } }) => {
    if (cursor !== undefined && !isListedId(cursor))
      return wrongField('cursor', 'cursor must be `next` of a page before');
    const rows = await listAccountOverviews(reads, { afterId: cursor ?? null, text: text ?? null, limit });
    const items: Of<typeof resources.operatorAccount>[] = [];
    for (const row of rows) items.push((await accountView(services, row)).account);
    return ok({ items, next: rows.length === limit ? rows.at(-1)!.id : null });
  });
  bind(router, apiRoutes.getAccount, services, async ({ id }) => {
    const row = isId(id) ? await findAccountOverview(reads, id) : undefined;
    return row === undefined ? notFound() : ok(await wholeView(services, row));
  });
  bindChange(router, apiRoutes.suspendAccount, services, async (tx, { id, body, person }) => {
    const state = body.on ? 'suspended' : 'working';
    if (!isId(id) || !(await markSuspended(tx, id, state))) return notFound();
    log.info({ account: id, state, by: person.id }, 'an account was suspended or resumed');
    return ok({ ok: true });
  });
  bindChange(router, apiRoutes.grantCredit, services, async (tx, { id, body, person }) => {
    const amount = parseAmount(body.amount.trim());
    if (!amount.ok) return wrongField('amount', `amount: ${amount.message}`);
    if (amount.units === 0 || amount.units > grantMax) {
      return wrongField('amount', 'amount must be more than 0 and at most a billion');
    }
    const twins = isId(id) ? await twinsOf(tx, id.toLowerCase()) : undefined;
    if (twins === undefined) return notFound();
    const accountId = body.mode === 'live' ? twins.liveId : twins.sandboxId;
    const balance = await grant(tx, { accountId, amount: amount.units, reason: body.reason.trim() });
    log.info({ account: accountId, amount: formatPrice(amount.units), by: person.id }, 'credit was granted');
    return ok({ balance: formatPrice(balance) });
  });
}

/** Undefined for what is no account, or the twin of one. */
async function twinsOf(db: Queryable, id: string): Promise<{ liveId: string; sandboxId: string } | undefined> {
  if (!(await balancesOf(db, [id])).has(id)) return undefined;
  const twins = await findTwins(db, id);
  return twins.liveId === id ? twins : undefined;
}

async function accountView({ reads, now }: OperatorAccountServices, row: AccountOverview) {
  const spending = await spendingByDay(reads, { accountId: row.id, days: monthDays, now: now() });
  const account: Of<typeof resources.operatorAccount> = {
    id: row.id,
    email: row.email,
    balance: formatPrice(row.balance),
    sandbox_balance: formatPrice(row.sandbox_balance),
    people: row.people,
    keys: row.keys,
    generations_30_days: spending.days.reduce((whole, { generations }) => whole + generations, 0),
    spent_30_days: spending.spent_30_days,
    suspended_at: row.suspended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
  return { account, days: spending.days };
}

async function wholeView(
  services: OperatorAccountServices,
  row: AccountOverview,
): Promise<Of<typeof resources.operatorAccountWhole>> {
  const { reads, now } = services;
  const both = [row.id, row.sandbox_id];
  const { account, days } = await accountView(services, row);
  const keys = (await listKeys(reads, both, now())).reverse();
  const spent = await spentByKey(reads, both, now());
  const limits = await spendLimitsOf(
    reads,
    keys.map(({ id }) => id),
  );
  return {
    ...account,
    sandbox_id: row.sandbox_id,
    days,
    members: await listMembers(reads, row.id),
    all_keys: keys.map((key) => keyView(key, { spent: spent.get(key.id), limit: limits.get(key.id) }, now())),
  };
}
