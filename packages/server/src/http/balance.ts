/** `GET /v1/data/balance`. */
import { balanceNumber } from '@afterimage/contract';
import type { KeyChecker } from '../accounts/key-checker.ts';
import type { Db } from '../db/postgres.ts';
import { balanceOf } from '../ledger/balance.ts';
import { authenticate } from './authenticate.ts';
import { sendJson } from './exchange.ts';
import type { Limits } from './limits.ts';
import type { Router } from './router.ts';

export function addBalanceRoute(
  router: Router,
  { keys, db, limits }: { keys: KeyChecker; db: Db; limits: Limits },
): void {
  router.add('GET', '/v1/data/balance', async (exchange) => {
    const holder = await authenticate(keys, exchange);
    if (holder === null || !limits.forBalance(exchange, holder)) return;
    const balance = balanceNumber(await balanceOf(db, holder.accountId));
    exchange.headers['cache-control'] = 'no-store';
    sendJson(exchange, 200, JSON.stringify({ balance, currency: 'USD' }));
  });
}
