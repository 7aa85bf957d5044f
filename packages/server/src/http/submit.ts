/** `POST …/generate`: the checks in their decided order, then the submit itself. */
import {
  errors,
  type Family,
  type Fault,
  formatPrice,
  type GenerationRequest,
  type HttpError,
  idempotencyKeyFault,
  ignoredHeader,
  type Mode,
} from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import { type Quoted, quoteGeneration } from '../generations/quote.ts';
import { type Submission, type SubmitOutcome, type SubmitServices, submitGeneration } from '../generations/submit.ts';
import type { MaintenanceWatch } from '../maintenance/maintenance-watch.ts';
import type { Callbacks } from '../net/callbacks.ts';
import type { BodyRefusal, ReadBody } from './body/body-reading.ts';
import { readContentEncoding, readContentType } from './body/content-headers.ts';
import type { BodyReader } from './body/reader.ts';
import { type Exchange, sendJson } from './exchange.ts';
import { refuse } from './refuse.ts';
import { beforeRefusal } from './slow-refusal.ts';

export interface SubmitRouteServices {
  submit: SubmitServices;
  bodies: BodyReader;
  maintenance: MaintenanceWatch;
  /** The media store is nearly full: a full disk would take PostgreSQL down with it. */
  nearlyFull(): boolean;
  callbacks: Pick<Callbacks, 'fault'>;
}

/** Who submits, and to which family. */
export interface Submitter {
  family: Family;
  holder: KeyHolder;
}

interface Sent extends Submitter {
  body: ReadBody;
  idempotencyKey: string | undefined;
}

export async function answerSubmit(
  services: SubmitRouteServices,
  exchange: Exchange,
  { family, holder }: Submitter,
): Promise<void> {
  const refusal = (await refusalNow(services, family)) ?? contentRefusal(exchange) ?? queryRefusal(family, exchange);
  if (refusal !== null) return refuse(exchange, refusal);
  const quoting = isQuote(exchange);
  const idempotencyKey = quoting ? undefined : (exchange.requestHeaders['idempotency-key'] as string | undefined);
  const body = await services.bodies.read(exchange, {
    owner: holder.liveId,
    bytesMax: family.bodyBytesMax,
    mediaFields: family.mediaFields,
    digest: idempotencyKey === undefined ? 'none' : 'sha256',
  });
  if (!body.ok) return refuse(exchange, bodyError(family, body));
  try {
    const submission = understand(services, exchange, { family, holder, body, idempotencyKey });
    if ('refusal' in submission) return refuse(exchange, submission.refusal);
    const take = quoting ? quoteGeneration : submitGeneration;
    const outcome: SubmitOutcome | Quoted = await take(services.submit, submission);
    if (submission.ignored.length > 0) exchange.headers['afterimage-ignored'] = ignoredHeader(submission.ignored);
    if (outcome.outcome === 'quoted')
      return sendJson(exchange, 200, JSON.stringify({ price: formatPrice(outcome.price) }));
    // Whoever has no money for what must be decoded asks again at once as well.
    if (outcome.outcome === 'busy' || (isUnpaid(outcome) && body.uploads.length > 0)) {
      await body.discard();
      await beforeRefusal();
    }
    if (outcome.outcome !== 'accepted') return refuse(exchange, submitError(family, outcome));
    exchange.generationId = outcome.answer[family.idName] as string;
    sendJson(exchange, 200, JSON.stringify(outcome.answer));
  } finally {
    if (body.uploads.length > 0) await body.discard();
  }
}

const isUnpaid = ({ outcome }: SubmitOutcome): boolean => outcome === 'insufficient' || outcome === 'over_limit';

/** Why the family takes no work at the moment, whatever is asked of it. */
export async function refusalNow(services: SubmitRouteServices, family: Family): Promise<HttpError | null> {
  if (await services.maintenance.isOn(family.slug)) return errors.maintenance();
  if (!services.nearlyFull()) return null;
  return errors.busy('The service is short of storage and takes no new work at the moment.', 60);
}

export function contentRefusal({ requestHeaders }: Exchange): HttpError | null {
  const isReadable =
    readContentType(requestHeaders['content-type']) === 'json' &&
    readContentEncoding(requestHeaders['content-encoding']) === 'identity';
  return isReadable ? null : errors.unsupportedMediaType();
}

/** `?quote=true`: every check is made and the price told; nothing is charged or kept. */
const isQuote = ({ query }: Exchange): boolean => query !== '' && new URLSearchParams(query).get('quote') === 'true';

function queryRefusal(family: Family, { query }: Exchange): HttpError | null {
  const sent = query === '' ? [] : new URLSearchParams(query).getAll('quote');
  if (sent.length === 0 || (sent.length === 1 && /^(true|false)$/.test(sent[0]!))) return null;
  return errors.invalidFields(
    family,
    [{ field: 'quote', message: 'quote must be true or false', type: 'value' }],
    'query',
  );
}

export function bodyError({ bodyBytesMax }: Pick<Family, 'bodyBytesMax'>, refusal: BodyRefusal): HttpError {
  if (refusal.status === 413) return errors.bodyTooLarge(bodyBytesMax);
  if (refusal.status === 408) return errors.bodyTooSlow(refusal.detail);
  if (refusal.status === 503) return errors.busy(refusal.detail, 5);
  return errors.invalidJson(refusal.detail, refusal.field);
}

type Understood = (Submission & { ignored: readonly string[] }) | { refusal: HttpError };

function understand(
  services: SubmitRouteServices,
  exchange: Exchange,
  { family, holder, body, idempotencyKey: key }: Sent,
): Understood {
  const reading = family.read(body.value as Record<string, unknown>, holder.mode);
  const known = reading.ok ? [] : reading.faults;
  const outer = outerFault(services, { value: body.value, mode: holder.mode, known });
  if (outer !== null) return { refusal: errors.invalidFields(family, [...known, outer]) };
  if (!reading.ok) return { refusal: errors.invalidFields(family, known) };
  const badKey = key === undefined ? null : idempotencyKeyFault(key);
  if (badKey !== null) return { refusal: errors.invalidFields(family, [badKey], 'header') };
  const { request, ignored } = reading;
  if (request.scenario?.http != null) return { refusal: playedError(services, family, request) };
  const asked = exchange.askedAs ?? { path: exchange.path, bodySha256: body.digest! };
  const idempotency = key === undefined ? null : { accountId: holder.accountId, key, ...asked };
  const traceparent = exchange.span?.traceparent ?? null;
  return { family, holder, request, idempotency, ignored, traceparent, mediaOnDisk: body.settle };
}

/** `[[http 503]]` in a sandbox prompt: the submit answers as if it had come to that, and nothing is charged. */
function playedError({ submit }: SubmitRouteServices, family: Family, request: GenerationRequest): HttpError {
  const { item, times } = family.leastPriceOf(request);
  const price = submit.prices[family.slug]![item]! * times;
  const played: Record<number, () => HttpError> = {
    402: () => errors.insufficientCredits({ price, balance: 0 }),
    429: () => errors.rateLimited(1),
    503: () => errors.maintenance(),
  };
  return (played[request.scenario?.http ?? 500] ?? errors.internal)();
}

/** The one check of a field that the contract cannot make: which addresses this installation may call. */
function outerFault(
  { callbacks }: SubmitRouteServices,
  { value, mode, known }: { value: unknown; mode: Mode; known: readonly Fault[] },
): Fault | null {
  const url = (value as { callback_url?: unknown } | null)?.callback_url;
  if (typeof url !== 'string' || known.some((fault) => fault.field === 'callback_url')) return null;
  const message = callbacks.fault('callback_url', { url, mode });
  return message === null ? null : { field: 'callback_url', message, type: 'value' };
}

export function submitError(family: Family, outcome: Exclude<SubmitOutcome, { outcome: 'accepted' }>): HttpError {
  switch (outcome.outcome) {
    case 'faults':
      return errors.invalidFields(family, outcome.faults);
    case 'mismatch':
      return errors.idempotencyMismatch();
    case 'in_flight':
      return errors.idempotencyInFlight(outcome.retrySeconds);
    case 'insufficient':
      return errors.insufficientCredits(outcome);
    case 'over_limit':
      return errors.spendLimitReached({ ...outcome.limit, price: outcome.price, known: outcome.known });
    case 'suspended':
      return errors.accountSuspended();
    case 'busy':
      return errors.busy(outcome.sentence, 5);
  }
}
