/** `/v1/videos`: submitted, looked at, listed, fetched and deleted as OpenAI's libraries do it. */
import { asSent, errors, type Family, firstStatus, isId, isListedId, listAll } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import type { Db } from '../db/postgres.ts';
import { type DetailRow, findDetail, findDetails, lookForPage } from '../generations/overview-store.ts';
import { authenticate } from '../http/authenticate.ts';
import { type NodeStreams, sendJson } from '../http/exchange.ts';
import type { Limits } from '../http/limits.ts';
import { sendObject } from '../http/media.ts';
import { refuse } from '../http/refuse.ts';
import type { Router } from '../http/router.ts';
import type { MediaStores } from '../media/media-store.ts';
import { findObject } from '../media/objects-store.ts';
import { type CreateServices, create } from './create.ts';
import { askFor, statusPath } from './inner-call.ts';
import { ShapedExchange, shaped } from './shaped-exchange.ts';
import { videoOf } from './video-view.ts';

export interface VideosServices extends CreateServices {
  db: Db;
  stores: MediaStores;
  limits: Limits;
  now(): Date;
}

interface Found {
  holder: KeyHolder;
  family: Family;
  row: DetailRow;
}

export function addVideoRoutes(router: Router, services: VideosServices): void {
  const one = '/v1/videos/{id}';
  router.add(
    'POST',
    '/v1/videos',
    shaped((exchange) => answerCreate(services, exchange)),
  );
  router.add(
    'GET',
    '/v1/videos',
    shaped((exchange) => answerList(services, exchange)),
  );
  router.add(
    'GET',
    one,
    shaped(async (exchange) => {
      const found = await find(services, exchange);
      if (found !== null && services.limits.forStatus(found.family)(exchange, found.holder))
        send(exchange, videoOf(found.family, found.row));
    }),
  );
  router.add(
    'DELETE',
    one,
    shaped((exchange) => answerDelete(services, exchange)),
  );
  router.addStream('GET', `${one}/content`, (exchange, streams) =>
    answerContent(services, new ShapedExchange(exchange), streams),
  );
}

function send(exchange: ShapedExchange, told: Record<string, unknown>): void {
  exchange.headers['cache-control'] = 'no-store';
  sendJson(exchange, 200, JSON.stringify(told));
}

async function answerCreate(services: VideosServices, exchange: ShapedExchange): Promise<void> {
  const created = await create(services, exchange, {
    output: 'video',
    imagesName: 'input_reference',
    prepare: (sent) => ({ sent, times: 1 }),
  });
  if (created === null) return;
  const { holder, family, ids } = created;
  const row = await findDetail(services.db, holder.accountId, ids[0]!);
  // As every submit is answered: with the moment it was accepted.
  send(
    exchange,
    videoOf(family, { ...row!, status: firstStatus, progress: null, finished_at: null, failure_code: null }),
  );
}

/** Null: there is none of that id, and the answer has been sent. */
async function find({ keys, db, families }: VideosServices, exchange: ShapedExchange): Promise<Found | null> {
  const holder = await authenticate(keys, exchange);
  if (holder === null) return null;
  const id = exchange.parameter.toLowerCase();
  const row = isId(id) ? await findDetail(db, holder.accountId, id) : undefined;
  const family = families.find(({ slug, output }) => slug === row?.family && output === 'video');
  if (row === undefined || family === undefined) {
    refuse(exchange, errors.generationNotFound());
    return null;
  }
  return { holder, family, row };
}

async function answerList(services: VideosServices, exchange: ShapedExchange): Promise<void> {
  const { keys, db, limits, families } = services;
  const holder = await authenticate(keys, exchange);
  if (holder === null || !limits.forListAll(exchange, holder)) return;
  const page = readPage(new URLSearchParams(exchange.query));
  if ('field' in page) return exchange.refuse(400, { errors: [page] }, asSent);
  const { accountId } = holder;
  const makers = new Map(families.filter(({ output }) => output === 'video').map((family) => [family.slug, family]));
  const found = await lookForPage(db, {
    accountId,
    before: page.after,
    // One more tells whether there is a next page.
    limit: page.limit + 1,
    filter: { families: [...makers.keys()] },
  });
  const ids = found.rows.slice(0, page.limit).map(({ id }) => id);
  const rows = new Map((await findDetails(db, accountId, ids)).map((row) => [row.id, row]));
  const data = ids.flatMap((id) => rows.get(id) ?? []).map((row) => videoOf(makers.get(row.family)!, row));
  const ends = { first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null };
  send(exchange, { object: 'list', data, ...ends, has_more: found.rows.length > page.limit });
}

type Page = { after: string | null; limit: number } | { field: string; message: string };

function readPage(query: URLSearchParams): Page {
  const { limitDefault, limitMin, limitMax } = listAll;
  const sent = query.get('limit') ?? String(limitDefault);
  const limit = /^\d{1,3}$/.test(sent) ? Number(sent) : 0;
  if (limit < limitMin || limit > limitMax)
    return { field: 'limit', message: `limit must be a whole number from ${limitMin} to ${limitMax}` };
  const after = query.get('after')?.toLowerCase() ?? null;
  if (after !== null && !isListedId(after)) return { field: 'after', message: 'after must be the id of a video' };
  if ((query.get('order') ?? 'desc') !== 'desc')
    return { field: 'order', message: 'order must be desc: videos are listed newest first' };
  return { after, limit };
}

async function answerDelete(services: VideosServices, exchange: ShapedExchange): Promise<void> {
  const found = await find(services, exchange);
  if (found === null) return;
  const { family, row } = found;
  const { status, json } = await askFor(exchange, services.askInside).ask('DELETE', statusPath(family, row.id));
  if (status >= 400) return exchange.refuse(status, json, asSent);
  send(exchange, { id: row.id, object: 'video.deleted', deleted: true });
}

async function answerContent(
  services: VideosServices,
  exchange: ShapedExchange,
  { response }: NodeStreams,
): Promise<void> {
  const found = await find(services, exchange);
  if (found === null) return;
  const variant = new URLSearchParams(exchange.query).get('variant') ?? 'video';
  if (variant !== 'video') {
    const message = 'variant must be video: no other picture of it is kept';
    return exchange.refuse(400, { errors: [{ field: 'variant', message }] }, asSent);
  }
  const { status, output_media_id: mediaId } = found.row;
  if (status !== 'completed') {
    // So asked, it is a look whether the video is there yet.
    if (!services.limits.forStatus(found.family)(exchange, found.holder)) return;
    const detail = status === 'failed' ? 'This video failed and has no content' : 'This video is not ready yet';
    return exchange.refuse(400, { detail, code: 'video_not_ready' }, asSent);
  }
  const object = mediaId === null ? undefined : await findObject(services.db, mediaId);
  if (object === undefined || object.removed_at !== null || object.expires_at <= services.now())
    return refuse(exchange, errors.notFound('The content of this video is no longer kept'));
  await sendObject(services, { exchange, response }, object);
}
