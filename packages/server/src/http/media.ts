/** Serves finished media by signed link, with ranges, for players and downloads. No key: the link is the right to read. */
import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { errors, isId } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import { checkLink } from '../media/links.ts';
import type { ByteRange, MediaStores, StoredMedia } from '../media/media-store.ts';
import { findObject, type MediaObject } from '../media/objects-store.ts';
import { DamagedObject, headObject, openObject, type ReadServices } from '../media/read-object.ts';
import { httpDate, wantedOf } from './conditional-requests.ts';
import { type Exchange, type NodeStreams, sendJson } from './exchange.ts';
import { refuse } from './refuse.ts';
import type { Router } from './router.ts';

export interface MediaServices {
  db: Db;
  stores: MediaStores;
  linkSecret: Buffer;
  /** Whether readers are sent to a store that is elsewhere, or served from here. */
  links: 'serve' | 'redirect';
  now(): Date;
}

export function addMediaRoutes(router: Router, services: MediaServices): void {
  const pattern = '/media/{rest…}';
  router.addStream('GET', pattern, (exchange, { response }) => serveMedia(services, exchange, response));
  router.add('OPTIONS', pattern, async (exchange) => {
    Object.assign(exchange.headers, forScriptsThatAsk);
    exchange.sendEmpty(204);
  });
}

type Response = NodeStreams['response'];

/** The link is the right to read, also for the scripts of any page: they draw what they show, and see why it is gone. */
const forAnyPage = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Length, Content-Range, Content-Disposition, ETag',
};

/** A browser asks first where a script sends more than a plain range. The same for every link, so it tells nothing of one. */
const forScriptsThatAsk = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Range, If-Range, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since',
  'access-control-max-age': '86400',
};

async function serveMedia(services: MediaServices, exchange: Exchange, response: Response): Promise<void> {
  Object.assign(exchange.headers, forAnyPage);
  const [objectId, fileName, ...more] = exchange.parameter.split('/');
  if (
    objectId === undefined ||
    !isId(objectId) ||
    objectId !== objectId.toLowerCase() ||
    fileName === undefined ||
    more.length > 0
  )
    return refuse(exchange, errors.routeNotFound());
  const query = new URLSearchParams(exchange.query);
  const verdict = checkLink({
    secret: services.linkSecret,
    objectId,
    fileName,
    expires: query.get('expires') ?? '',
    signature: query.get('signature') ?? '',
    now: services.now(),
  });
  if (verdict === 'forged') return refuse(exchange, errors.linkForged());
  if (verdict === 'expired') return refuse(exchange, errors.linkExpired());
  const object = await findObject(services.db, objectId);
  // Signed by us, so it was there once.
  if (object === undefined) return refuse(exchange, errors.linkExpired());
  if (object.removed_at !== null || object.expires_at <= services.now()) return refuse(exchange, errors.linkExpired());
  if (services.links === 'redirect' && (await sendToStore(services, exchange, object))) return;
  await sendObject(services, { exchange, response }, object);
}

/** Long enough for a player to begin; whoever seeks later asks here again. */
const storeLinkSeconds = 300;

/** False: it is served from here. Pages of our own show only what comes from here, by their own policy. */
async function sendToStore({ stores }: MediaServices, exchange: Exchange, object: MediaObject): Promise<boolean> {
  if (exchange.method !== 'GET' || exchange.requestHeaders['sec-fetch-site'] === 'same-origin') return false;
  const { content_type: type, file_name: fileName } = object;
  const address = await stores.at(object.store).link(object.store_key, { type, fileName, seconds: storeLinkSeconds });
  if (address === null) return false;
  Object.assign(exchange.headers, { location: address, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  exchange.sendEmpty(302);
  return true;
}

interface Reader {
  exchange: Exchange;
  response: Response;
}

export async function sendObject(services: ReadServices, reader: Reader, object: MediaObject): Promise<void> {
  const { exchange } = reader;
  const { method, requestHeaders, headers } = exchange;
  const file = { etag: etagOf(object), modifiedAt: object.created_at, bytes: object.bytes };
  const wanted = wantedOf({ method, headers: requestHeaders }, file);
  if (wanted.part === 'another file') {
    headers['etag'] = file.etag;
    return sendJson(exchange, 412, JSON.stringify({ detail: 'The file is not the one that the request is for.' }));
  }
  if (wanted.part === 'outside') {
    headers['content-range'] = `bytes */${object.bytes}`;
    return sendJson(exchange, 416, JSON.stringify({ detail: `The file has ${object.bytes} bytes.` }));
  }
  if (wanted.part === 'nothing new') {
    Object.assign(headers, cachingHeaders(object));
    return exchange.sendEmpty(304);
  }
  if (method === 'HEAD') {
    const found = await headObject(services, object);
    if (found === 'missing') return refuse(exchange, errors.linkExpired());
    writeHead(reader, object, { bytes: found.bytes, range: wanted.range }).end();
    return;
  }
  const opened = await openObject(services, object, wanted.range ?? undefined);
  if (opened === 'missing') return refuse(exchange, errors.linkExpired());
  try {
    await sendOpened(reader, object, { ...opened, range: wanted.range });
  } finally {
    // A reader who left before the first byte leaves the file open: a pipeline into a closed answer never touches its
    // source, and Node ends the process when it finds an open file to collect.
    opened.stream.destroy();
  }
}

/** The bytes behind an id never change. */
const etagOf = ({ id }: MediaObject): string => `"${id}"`;

/** What a 304 says too. */
function cachingHeaders(object: MediaObject): OutgoingHttpHeaders {
  return {
    'cache-control': 'private, max-age=3600',
    etag: etagOf(object),
    'last-modified': httpDate(object.created_at),
  };
}

async function sendOpened(
  reader: Reader,
  object: MediaObject,
  { stream, bytes, range }: StoredMedia & { range: ByteRange | null },
): Promise<void> {
  const response = writeHead(reader, object, { bytes, range });
  await pipeline(stream, response).catch(() => {
    // The reader went away in the middle, as players do when they seek. Nothing is wrong.
  });
}

function writeHead(
  { exchange, response }: Reader,
  object: MediaObject,
  { bytes, range }: { bytes: number; range: ByteRange | null },
): Response {
  const { headers } = exchange;
  // A shorter body than announced would leave the client reading the next answer as the rest of this one.
  if (bytes !== object.bytes)
    throw new DamagedObject(
      `Media object ${object.id} in ${object.store} is damaged: ${bytes} of ${object.bytes} bytes.`,
    );
  Object.assign(headers, cachingHeaders(object), {
    'x-request-id': exchange.requestId,
    'content-type': object.content_type,
    'content-length': range === null ? object.bytes : range.end - range.start + 1,
    'content-disposition': `inline; filename="${object.file_name}"`,
    'accept-ranges': 'bytes',
    // Whatever the bytes are, a browser must not run them as a page of ours.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (range !== null) headers['content-range'] = `bytes ${range.start}-${range.end}/${object.bytes}`;
  return response.writeHead(range === null ? 200 : 206, headers);
}
