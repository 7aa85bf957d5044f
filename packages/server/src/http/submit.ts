/** `POST …/generate`: the checks in their decided order, then the submit itself. */
import {
  errors,
  type Family,
  type Fault,
  type GenerationRequest,
  type HttpError,
  idempotencyKeyFault,
  ignoredHeader,
} from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import { type Submission, type SubmitOutcome, type SubmitServices, submitGeneration } from '../generations/submit.ts';
import type { MaintenanceWatch } from '../maintenance/maintenance.ts';
import { refusedLiteral } from '../net/addresses.ts';
import type { BodyReading, BodyRefusal, ReadBody } from './body/body-reading.ts';
import { readContentEncoding, readContentType } from './body/content-headers.ts';
import type { BodyReader } from './body/reader.ts';
import { type PlainExchange, sendJson } from './exchange.ts';
import { refuse } from './respond.ts';

export interface SubmitRouteServices {
  submit: SubmitServices;
  bodies: BodyReader;
  maintenance: MaintenanceWatch;
  /** The media store is nearly full: a full disk would take PostgreSQL down with it. */
  nearlyFull(): boolean;
  egressAllow: readonly string[];
}

interface Asked {
  family: Family;
  holder: KeyHolder;
}

interface Sent extends Asked {
  body: ReadBody;
  idempotencyKey: string | undefined;
}

/** Stays synchronous where it can, so that the body is listened for in the turn in which it arrives. */
export function answerSubmit(
  services: SubmitRouteServices,
  exchange: PlainExchange,
  asked: Asked,
): void | Promise<void> {
  const answerUnless = (refusal: HttpError | null) =>
    refusal === null ? readAndSubmit(services, exchange, asked) : refuse(exchange, refusal);
  const notNow = refusalNow(services, asked.family);
  return notNow instanceof Promise ? notNow.then(answerUnless) : answerUnless(notNow);
}

/** Why the family takes no work at the moment, whatever is asked of it. Not a promise when the answer is at hand. */
export function refusalNow(
  services: SubmitRouteServices,
  family: Family,
): HttpError | null | Promise<HttpError | null> {
  const rests = services.maintenance.isOn(family.slug);
  if (rests instanceof Promise) return rests.then((late) => (late ? errors.maintenance() : storageRefusal(services)));
  return rests === true ? errors.maintenance() : storageRefusal(services);
}

function storageRefusal(services: SubmitRouteServices): HttpError | null {
  if (!services.nearlyFull()) return null;
  return errors.busy('The service is short of storage and takes no new work at the moment.', 60);
}

function readAndSubmit(services: SubmitRouteServices, exchange: PlainExchange, asked: Asked): void | Promise<void> {
  const { family, holder } = asked;
  const headers = exchange.requestHeaders;
  if (readContentType(headers['content-type']) === 'unsupported')
    return refuse(exchange, errors.unsupportedMediaType());
  if (readContentEncoding(headers['content-encoding']) === 'unsupported') {
    return refuse(exchange, errors.unsupportedMediaType());
  }

  const idempotencyKey = headers['idempotency-key'] as string | undefined;
  const reading = services.bodies.read(exchange.body, {
    owner: holder.accountId,
    bytesMax: family.bodyBytesMax,
    mediaFields: family.mediaFields,
    digest: idempotencyKey === undefined ? 'none' : 'sha256',
  });
  const submit = (body: BodyReading) => {
    if (!body.ok) return refuse(exchange, bodyError(family, body));
    const sent = { family, holder, body, idempotencyKey };
    if (body.uploads.length === 0) return submitBody(services, exchange, sent);
    return Promise.try(submitBody, services, exchange, sent).finally(() => body.discard());
  };
  if (!(reading instanceof Promise)) return submit(reading);
  // Not before it is clear that it may come: one declared too large is refused without being sent.
  exchange.inviteBody();
  return reading.then(submit);
}

function submitBody(services: SubmitRouteServices, exchange: PlainExchange, sent: Sent): void | Promise<void> {
  const submission = understand(services, exchange, sent);
  if ('refusal' in submission) return refuse(exchange, submission.refusal);
  return submitGeneration(services.submit, submission).then((outcome) => {
    if (submission.ignored.length > 0) exchange.headers['afterimage-ignored'] = ignoredHeader(submission.ignored);
    answerOutcome(exchange, sent.family, outcome);
  });
}

function bodyError(family: Family, refusal: BodyRefusal): HttpError {
  if (refusal.status === 413) return errors.bodyTooLarge(family.bodyBytesMax);
  if (refusal.status === 408) return errors.bodyTooSlow(refusal.detail);
  if (refusal.status === 503) return errors.busy(refusal.detail, 5);
  return errors.invalidJson(refusal.detail, refusal.field);
}

type Understood = (Submission & { ignored: readonly string[] }) | { refusal: HttpError };

function understand(
  services: SubmitRouteServices,
  exchange: PlainExchange,
  { family, holder, body, idempotencyKey: key }: Sent,
): Understood {
  const reading = family.read(body.value as Record<string, unknown>, holder.mode);
  const known = reading.ok ? [] : reading.faults;
  const outer = outerFault(services, body.value, known);
  if (outer !== null) return { refusal: errors.invalidFields(family, [...known, outer]) };
  if (!reading.ok) return { refusal: errors.invalidFields(family, known) };
  const badKey = key === undefined ? null : idempotencyKeyFault(key);
  if (badKey !== null) return { refusal: errors.invalidFields(family, [badKey], 'header') };
  const { request, ignored } = reading;
  if (request.scenario?.http != null) return { refusal: playedError(services, family, request) };
  const idempotency =
    key === undefined ? null : { accountId: holder.accountId, path: exchange.path, key, bodySha256: body.digest! };
  return { family, holder, request, idempotency, ignored };
}

/** `[[http 503]]` in a sandbox prompt: the submit answers as if it had come to that, and nothing is charged. */
function playedError({ submit }: SubmitRouteServices, family: Family, request: GenerationRequest): HttpError {
  // The price of motion control follows a video that nobody looks at here.
  const { item, times } = request.work.task === 'motion' ? { item: '', times: 0 } : family.priceOf(request, []);
  const price = (submit.prices[family.slug]?.[item] ?? 0) * times;
  const played: Record<number, () => HttpError> = {
    402: () => errors.insufficientCredits({ price, balance: 0 }),
    429: () => errors.rateLimited(1),
    503: () => errors.maintenance(),
  };
  return (played[request.scenario?.http ?? 500] ?? errors.internal)();
}

/** The one check of a field that the contract cannot make: which addresses this installation may call. */
function outerFault(services: SubmitRouteServices, value: unknown, known: readonly Fault[]): Fault | null {
  const url = (value as { callback_url?: unknown } | null)?.callback_url;
  if (typeof url !== 'string' || known.some((fault) => fault.field === 'callback_url')) return null;
  const sentence = refusedLiteral(url, services.egressAllow);
  return sentence === null ? null : { field: 'callback_url', message: `callback_url: ${sentence}`, type: 'value' };
}

function answerOutcome(exchange: PlainExchange, family: Family, outcome: SubmitOutcome): void {
  if (outcome.outcome === 'accepted') return sendJson(exchange, 200, JSON.stringify(outcome.answer));
  refuse(exchange, submitError(family, outcome));
}

export function submitError(family: Family, outcome: Exclude<SubmitOutcome, { outcome: 'accepted' }>): HttpError {
  switch (outcome.outcome) {
    case 'faults':
      return errors.invalidFields(family, outcome.faults);
    case 'mismatch':
      return errors.idempotencyMismatch();
    case 'in_flight':
      return errors.idempotencyInFlight();
    case 'insufficient':
      return errors.insufficientCredits(outcome);
    case 'busy':
      return errors.busy(outcome.sentence, 5);
  }
}
