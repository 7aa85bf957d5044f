/** `GET /v1/generations`: an account's generations over all families, newest first. */
import { errors, type Family, type ListAllQuery, readListAll } from '@afterimage/contract';
import type { KeyChecker } from '../accounts/key-checker.ts';
import type { Db } from '../db/postgres.ts';
import { lookForPage } from '../generations/overview-store.ts';
import { withQueuePositions } from '../generations/queue-positions.ts';
import type { Views } from '../generations/views.ts';
import { authenticate } from './authenticate.ts';
import { sendJson } from './exchange.ts';
import type { Limits } from './limits.ts';
import { refuse } from './refuse.ts';
import type { Router } from './router.ts';

export interface ListAllServices {
  keys: KeyChecker;
  limits: Limits;
  db: Db;
  views: Views;
  families: readonly Family[];
}

export function addListAllRoute(router: Router, services: ListAllServices): void {
  const { keys, limits } = services;
  const bySlug = new Map(services.families.map((family) => [family.slug, family]));
  router.add('GET', '/v1/generations', async (exchange) => {
    const holder = await authenticate(keys, exchange);
    if (holder === null || !limits.forListAll(exchange, holder)) return;
    const reading = readListAll(new URLSearchParams(exchange.query), [...bySlug.keys()]);
    if (!reading.ok) return refuse(exchange, errors.invalidFields({ faultStatus: 400 }, reading.faults, 'query'));
    const page = await listPage(services, { bySlug, accountId: holder.accountId, query: reading.query });
    exchange.headers['cache-control'] = 'no-store';
    sendJson(exchange, 200, JSON.stringify(page));
  });
}

async function listPage(
  { db, views }: ListAllServices,
  of: { bySlug: ReadonlyMap<string, Family>; accountId: string; query: ListAllQuery },
) {
  const { bySlug, accountId, query } = of;
  const found = await lookForPage(db, {
    accountId,
    before: query.cursor?.toLowerCase() ?? null,
    // One more tells whether there is a next page.
    limit: query.limit + 1,
    filter: {
      families: query.family === null ? [...bySlug.keys()] : [query.family],
      ...(query.status !== null && { status: query.status }),
    },
  });
  const rows = found.rows.slice(0, query.limit);
  const positioned = await withQueuePositions(db, rows);
  return {
    items: positioned.map(({ row, position }) => {
      const record = bySlug.get(row.family)!.record(views.of(row, position));
      return { family: row.family, id: row.id, record };
    }),
    next: found.rows.length > query.limit ? rows.at(-1)!.id : found.next,
  };
}
