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
  router.addPlain('GET', '/v1/data/balance', (exchange) =>
    authenticate(keys, exchange, async (holder) => {
      if (!limits.forBalance(exchange, holder)) return;
      const balance = balanceNumber(await balanceOf(db, holder.accountId));
      exchange.headers['cache-control'] = 'no-store';
      sendJson(exchange, 200, JSON.stringify({ balance, currency: 'USD' }));
    }),
  );
}
