/** The operator's list of every account's generations. */
import { errors, formatPrice, isId, isListedId } from '@afterimage/contract';
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import type { Db } from '../../db/postgres.ts';
import { type AnyGeneration, listAllGenerations } from '../../generations/operator-list-store.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { bind, ok, refusedWith, wrongField } from './route.ts';

export function addOperatorGenerationRoutes(router: Router, services: AccessServices & { reads: Db }): void {
  bind(router, apiRoutes.listAllGenerations, services, async ({ query }) => {
    const { cursor, limit, family, status, engine, text, account_id: accountId } = query;
    if (cursor !== undefined && !isListedId(cursor))
      return wrongField('cursor', 'cursor must be `next` of a page before');
    if (accountId !== undefined && !isId(accountId)) return refusedWith(errors.notFound('Account not found'));
    const filter = {
      ...(family !== undefined && { family }),
      ...(status !== undefined && { status }),
      ...(engine !== undefined && { engine }),
      ...(accountId !== undefined && { accountId }),
      ...(text !== undefined && { text: text.trim() }),
    };
    const page = await listAllGenerations(services.reads, { before: cursor?.toLowerCase() ?? null, limit, filter });
    return ok({ items: page.rows.map(viewOf), next: page.next });
  });
}

function viewOf(row: AnyGeneration): Of<typeof resources.operatorGeneration> {
  return {
    id: row.id,
    family: row.family,
    model: row.model,
    status: row.status,
    prompt: row.prompt,
    price: formatPrice(row.price),
    engine: row.engine,
    failure_code: row.failure_code,
    account: { id: row.account_id, email: row.email, mode: row.account_mode },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
