/** The three routes of every family, derived from it: submit, status, list. */
import { errors, type Family, readPage } from '@afterimage/contract';
import type { KeyChecker, KeyHolder } from '../accounts/key-checker.ts';
import type { Db } from '../db/postgres.ts';
import { withQueuePlaces } from '../generations/queue-places.ts';
import type { Records } from '../generations/records.ts';
import { listGenerations } from '../generations/store.ts';
import type { Views } from '../generations/views.ts';
import { authenticate } from './authenticate.ts';
import { type PlainExchange, sendJson } from './exchange.ts';
import type { Limits } from './limits.ts';
import { refuse } from './respond.ts';
import type { Router } from './router.ts';
import { answerSubmit, type SubmitRouteServices } from './submit.ts';

export interface GenerationServices extends SubmitRouteServices {
  keys: KeyChecker;
  records: Records;
  views: Views;
  db: Db;
  limits: Limits;
}

export function addGenerationRoutes(router: Router, services: GenerationServices, families: Iterable<Family>): void {
  const { keys, limits } = services;
  for (const family of families) {
    const limitStatus = limits.forStatus(family);
    const limitSubmit = limits.forSubmit(family);
    const limitList = limits.forList(family);

    router.addPlain('POST', `${family.path}/generate`, (exchange) =>
      authenticate(keys, exchange, (holder) => {
        if (limitSubmit(exchange, holder)) return answerSubmit(services, exchange, { family, holder });
      }),
    );
    router.addPlain('GET', `${family.path}/generations/{id}`, (exchange) =>
      authenticate(keys, exchange, (holder) => {
        if (limitStatus(exchange, holder)) return answerStatus(services.records, exchange, { family, holder });
      }),
    );
    if (!family.lists) continue;
    router.addPlain('GET', `${family.path}/generations`, (exchange) =>
      authenticate(keys, exchange, (holder) => {
        if (limitList(exchange, holder)) return answerList(services, exchange, { family, holder });
      }),
    );
  }
}

function answerStatus(
  records: Records,
  exchange: PlainExchange,
  { family, holder }: { family: Family; holder: KeyHolder },
): void | Promise<void> {
  const found = records.find({ accountId: holder.accountId, family }, exchange.rest);
  if (found instanceof Promise) return found.then((json) => sendRecord(exchange, json));
  sendRecord(exchange, found);
}

function sendRecord(exchange: PlainExchange, json: string | undefined): void {
  if (json === undefined) return refuse(exchange, errors.generationNotFound());
  exchange.headers['cache-control'] = 'no-store';
  sendJson(exchange, 200, json);
}

async function answerList(
  { db, views }: GenerationServices,
  exchange: PlainExchange,
  { family, holder }: { family: Family; holder: KeyHolder },
): Promise<void> {
  const page = readPage(new URLSearchParams(exchange.query), family);
  if (!page.ok) return refuse(exchange, errors.invalidFields(family, page.faults, 'query'));
  const rows = await listGenerations(db, { accountId: holder.accountId, family: family.slug }, page);
  const placed = family.showsQueuePosition
    ? await withQueuePlaces(db, rows)
    : rows.map((row) => ({ row, position: null }));
  const records = placed.map(({ row, position }) => family.record(views.of(row, position)));
  exchange.headers['cache-control'] = 'no-store';
  sendJson(exchange, 200, JSON.stringify(records));
}
