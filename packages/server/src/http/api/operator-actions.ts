/** What operators did, newest first. */
import { isListedId } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import type { Db } from '../../db/postgres.ts';
import { listActions } from '../../people/actions-store.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { bind, ok, wrongField } from './route.ts';

export function addOperatorActionRoutes(router: Router, services: AccessServices & { reads: Db }): void {
  bind(router, apiRoutes.listActions, services, async ({ query: { cursor, limit } }) => {
    if (cursor !== undefined && !isListedId(cursor))
      return wrongField('cursor', 'cursor must be `next` of a page before');
    const rows = await listActions(services.reads, { before: cursor?.toLowerCase() ?? null, limit });
    const items = rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
    return ok({ items, next: rows.length === limit ? rows.at(-1)!.id : null });
  });
}
