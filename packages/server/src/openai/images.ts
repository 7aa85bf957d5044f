/** `POST /v1/images/generations` and `/v1/images/edits`: submitted, waited for, and answered with the pictures. */
import { buffer } from 'node:stream/consumers';
import {
  asSent,
  callingOf,
  type Family,
  failureCodeIn,
  isFinal,
  type OpenaiForm,
  openaiForms,
  openaiPicturesMax,
  type Status,
  waitSecondsMax,
} from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import { sendJson } from '../http/exchange.ts';
import type { Router } from '../http/router.ts';
import type { MediaStores } from '../media/media-store.ts';
import { findObject } from '../media/objects-store.ts';
import { openObject } from '../media/read-object.ts';
import { type CreateServices, type Creation, create } from './create.ts';
import { type Asking, statusPath } from './inner-call.ts';
import type { Sent } from './map-fields.ts';
import { type ShapedExchange, shaped } from './shaped-exchange.ts';

export interface ImagesServices extends CreateServices {
  db: Db;
  stores: MediaStores;
}

/** An answer without an end that comes sooner than the wait is over is that of a service that stops. */
const soonMilliseconds = 1_000;
/** Node's own fetch waits five minutes for an answer, and so do we for a client; the library would then ask, and pay, again. */
const usualAnswerMilliseconds = 280_000;

/** @param answerMilliseconds after so long the caller is told that what they asked for goes on */
export function addImageRoutes(
  router: Router,
  services: ImagesServices,
  answerMilliseconds = usualAnswerMilliseconds,
): void {
  const answer = (needs: 'prompt' | 'image') =>
    shaped((exchange) => answerImages({ ...services, answerMilliseconds }, exchange, needs));
  router.add('POST', '/v1/images/generations', answer('prompt'));
  router.add('POST', '/v1/images/edits', answer('image'));
}

async function answerImages(
  services: ImagesServices & { answerMilliseconds: number },
  exchange: ShapedExchange,
  needs: 'prompt' | 'image',
): Promise<void> {
  let form: OpenaiForm = openaiForms[0];
  const prepare: Creation['prepare'] = ({ fields: { n, response_format: asked = form, ...fields }, ...sent }) => {
    if (needs === 'image' && sent.images.length === 0) return { field: 'image', message: 'image is required' };
    const times = readTimes(n, sent);
    if (typeof times === 'string') return { field: 'n', message: times };
    const found = openaiForms.find((each) => each === asked);
    if (found === undefined)
      return { field: 'response_format', message: `response_format must be ${openaiForms.join(' or ')}` };
    form = found;
    return { sent: { ...sent, fields }, times };
  };
  const created = await create(services, exchange, { output: 'image', imagesName: 'image', prepare });
  if (created === null) return;
  const { asking, family, ids } = created;
  const giveUpAt = performance.now() + services.answerMilliseconds;
  const ends = await Promise.all(ids.map((id) => endOf(asking, { family, id, giveUpAt })));
  const urls = ends.flatMap((end) => (end.is === 'made' ? [end.url] : []));
  const other = ends.find((end) => end.is !== 'made');
  if (other?.is === 'refused') exchange.refuse(other.status, other.refused, asSent);
  else if (other === undefined) {
    const pictures = await Promise.all(urls.map((url) => pictureOf(services, url, form)));
    const data = pictures.map((picture, index) => ({ ...picture, generation_id: ids[index] }));
    sendJson(exchange, 200, JSON.stringify({ created: Math.floor(Date.now() / 1000), output_format: 'jpeg', data }));
  }
}

/** Or the sentence that refuses it. A form has only texts. */
function readTimes(n: unknown, { from }: Pick<Sent, 'from'>): number | string {
  if (n === undefined) return 1;
  const isText = typeof n === 'string';
  const times = from === 'form' && isText && /^\d{1,2}$/.test(n) ? Number(n) : n;
  if (typeof times === 'number' && Number.isInteger(times) && times >= 1 && times <= openaiPicturesMax) return times;
  return `n must be a whole number from 1 to ${openaiPicturesMax}${from === 'json' && isText ? ', without quotes' : ''}`;
}

type End =
  | { is: 'made'; url: string }
  | { is: 'gone' }
  | { is: 'refused'; status: number; refused: { detail: string; code?: string } };

async function endOf(
  { ask, signal }: Asking,
  { family, id, giveUpAt }: { family: Family; id: string; giveUpAt: number },
): Promise<End> {
  const { link } = callingOf(family);
  const goesOn = `generation ${id} of ${family.slug} goes on`;
  for (;;) {
    const askedAt = performance.now();
    const seconds = Math.min(waitSecondsMax, Math.floor((giveUpAt - askedAt) / 1000));
    // A wait of a second could not be told from a service that stops.
    if (seconds < 2) return refusedWith(503, `It takes longer than an answer may; ${goesOn}`);
    const path = `${statusPath(family, id)}?wait=${seconds}`;
    const answer = await ask('GET', path, { endsSubmit: true }).catch((fault) => {
      if (signal.aborted) return null;
      throw fault;
    });
    if (answer === null) return { is: 'gone' };
    const { status, json } = answer;
    if (status !== 200) return refusedWith(status, `${json.detail ?? 'It cannot be waited for'}; ${goesOn}`);
    const state = json['status'] as Status;
    if (state === 'completed') return { is: 'made', url: String(json[link]) };
    if (isFinal(state)) return failureOf(family, failureCodeIn(family, json), id);
    if (performance.now() - askedAt < soonMilliseconds) return refusedWith(503, `The service stops; ${goesOn}`);
  }
}

function failureOf({ failures }: Family, code: string | null, id: string): End {
  const { meaning, whose } = failures.find((failure) => failure.code === code)!;
  return refusedWith(whose === 'callers' ? 400 : 500, `${meaning} (generation ${id})`, code!);
}

const refusedWith = (status: number, detail: string, code?: string): End => ({
  is: 'refused',
  status,
  refused: { detail, ...(code !== undefined && { code }) },
});

async function pictureOf(services: ImagesServices, url: string, form: OpenaiForm): Promise<Record<string, string>> {
  if (form === 'url') return { url };
  const [, id = ''] = /\/media\/([^/]+)\//.exec(url) ?? [];
  const object = await findObject(services.db, id);
  const opened = object === undefined ? 'missing' : await openObject(services, object);
  if (opened === 'missing') throw new Error(`The picture ${id} has just been made and is not there.`);
  return { b64_json: (await buffer(opened.stream)).toString('base64') };
}
