/** The routes of every family, derived from it: submit, status at once or after a wait, cancel or delete, list. */
import { errors, type Family, readPage, readWait } from '@afterimage/contract';
import type { KeyChecker, KeyHolder } from '../accounts/key-checker.ts';
import type { Db } from '../db/postgres.ts';
import { withQueuePositions } from '../generations/queue-positions.ts';
import type { Records } from '../generations/records.ts';
import type { SettleServices } from '../generations/settle.ts';
import { listGenerations } from '../generations/store.ts';
import type { Views } from '../generations/views.ts';
import { authenticate } from './authenticate.ts';
import { answerDelete } from './cancel.ts';
import { type Exchange, sendJson } from './exchange.ts';
import type { Limits } from './limits.ts';
import { refuse } from './refuse.ts';
import type { Router } from './router.ts';
import { answerSubmit, type SubmitRouteServices } from './submit.ts';
import type { Waits } from './waits.ts';

export interface GenerationServices extends SubmitRouteServices {
  keys: KeyChecker;
  records: Records;
  waits: Waits;
  views: Views;
  db: Db;
  limits: Limits;
  ending: SettleServices;
}

export function addGenerationRoutes(router: Router, services: GenerationServices, families: Iterable<Family>): void {
  const { keys, limits, records } = services;
  for (const family of families) {
    const limitStatus = limits.forStatus(family);
    const limitSubmit = limits.forSubmit(family);
    const limitList = limits.forList(family);

    router.add('POST', `${family.path}/generate`, async (exchange) => {
      const holder = await authenticate(keys, exchange);
      if (holder !== null && limitSubmit(exchange, holder)) await answerSubmit(services, exchange, { family, holder });
    });
    router.add('GET', `${family.path}/generations/{id}`, async (exchange) => {
      const holder = await authenticate(keys, exchange);
      if (holder === null || !(exchange.endsSubmit === true || limitStatus(exchange, holder))) return;
      // Nearly all polls have no query, and need no look at it.
      if (exchange.query !== '') return answerStatus(services, exchange, { family, holder });
      sendRecord(exchange, await records.find({ accountId: holder.accountId, family }, exchange.parameter));
    });
    router.add('DELETE', `${family.path}/generations/{id}`, async (exchange) => {
      // No status check: whoever has used those up may still end what costs.
      const holder = await authenticate(keys, exchange);
      if (holder !== null) await answerDelete({ ...services.ending, records }, exchange, { family, holder });
    });
    if (!family.lists) continue;
    router.add('GET', `${family.path}/generations`, async (exchange) => {
      const holder = await authenticate(keys, exchange);
      if (holder !== null && limitList(exchange, holder)) await answerList(services, exchange, { family, holder });
    });
  }
}

function sendRecord(exchange: Exchange, json: string | undefined): void {
  if (json === undefined) return refuse(exchange, errors.generationNotFound());
  exchange.headers['cache-control'] = 'no-store';
  sendJson(exchange, 200, json);
}

/** One wait is one status check, however long it lasts. */
async function answerStatus(
  { keys, records, waits }: GenerationServices,
  exchange: Exchange,
  { family, holder }: { family: Family; holder: KeyHolder },
): Promise<void> {
  const wait = readWait(new URLSearchParams(exchange.query));
  if (!wait.ok) return refuse(exchange, errors.invalidFields(family, wait.faults, 'query'));
  const id = exchange.parameter;
  const find = () => records.find({ accountId: holder.accountId, family }, id);
  const outcome = await waits.until(exchange, {
    id: id.toLowerCase(),
    owner: holder.liveId,
    seconds: wait.seconds,
    find,
    isOver: (json) => json === undefined || records.hasEnded(id),
  });
  if (outcome.is === 'gone') return;
  if (outcome.is === 'refused') return refuse(exchange, outcome.error);
  // The key may have been revoked meanwhile.
  if ((await authenticate(keys, exchange)) !== null) sendRecord(exchange, outcome.found);
}

async function answerList(
  { db, views }: GenerationServices,
  exchange: Exchange,
  { family, holder }: { family: Family; holder: KeyHolder },
): Promise<void> {
  const page = readPage(new URLSearchParams(exchange.query), family);
  if (!page.ok) return refuse(exchange, errors.invalidFields(family, page.faults, 'query'));
  const rows = await listGenerations(db, { accountId: holder.accountId, family: family.slug }, page);
  const positioned = family.showsQueuePosition
    ? await withQueuePositions(db, rows)
    : rows.map((row) => ({ row, position: null }));
  const records = positioned.map(({ row, position }) => family.record(views.of(row, position)));
  exchange.headers['cache-control'] = 'no-store';
  sendJson(exchange, 200, JSON.stringify(records));
}
