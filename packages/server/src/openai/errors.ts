/** Refusals in OpenAI's shape: the same statuses and sentences, in the body that its libraries read. */
import type { HttpError } from '@afterimage/contract';
import type { KeyChecker, KeyHolder } from '../accounts/key-checker.ts';
import { unauthorized } from '../http/authenticate.ts';
import { type Exchange, sendJson } from '../http/exchange.ts';

/** What OpenAI calls each kind. */
const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  429: 'rate_limit_error',
};
const typeOf = (status: number): string => types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');

export interface OpenaiError {
  status: number;
  message: string;
  /** The field at fault, by the name that the caller sent it under. */
  param: string | null;
  code: string | null;
}

type Told = { detail?: unknown; message?: string; code?: string; errors?: { field: string; message: string }[] };

/** @param nameOf what the caller calls one of our fields */
export function openaiError(status: number, body: HttpError['body'], nameOf = (field: string) => field): OpenaiError {
  const { detail, message, code, errors } = body as Told;
  const faults = Array.isArray(detail)
    ? detail.map(({ loc, msg }: { loc: (string | number)[]; msg: string }) => ({
        field: String(loc[1] ?? ''),
        message: msg,
      }))
    : (errors ?? []);
  const [first] = faults;
  if (first === undefined)
    return { status, message: String(detail ?? message ?? ''), param: null, code: code ?? codes[status] ?? null };
  const told = faults.map(({ field, message: sentence }) => renamed(sentence, field, nameOf)).join('; ');
  // Beta's 422 is everybody's 400.
  return { status: 400, message: told, param: nameOf(plainName(first.field)), code: 'invalid_value' };
}

const codes: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 404: 'not_found' };

/** `images[1]` is a fault of `images`. */
const plainName = (field: string): string => field.replace(/\[\d+\]$/, '');

function renamed(sentence: string, field: string, nameOf: (field: string) => string): string {
  const plain = plainName(field);
  const name = nameOf(plain);
  return name === plain || !sentence.startsWith(plain) ? sentence : `${name}${sentence.slice(plain.length)}`;
}

/** A field that we do not take as it was sent. */
export const invalid = (param: string, message: string): OpenaiError => ({
  status: 400,
  message,
  param,
  code: 'invalid_value',
});

export function refuseInShape(exchange: Exchange, { status, message, param, code }: OpenaiError): void {
  exchange.dropBody();
  sendJson(exchange, status, JSON.stringify({ error: { message, type: typeOf(status), param, code } }));
}

/** Null: nobody we know, and the 401 has been sent. */
export async function authenticateInShape(keys: KeyChecker, exchange: Exchange): Promise<KeyHolder | null> {
  const checked = await keys.check(exchange.requestHeaders.authorization);
  if (!('failure' in checked)) {
    exchange.holder = checked;
    return checked;
  }
  const { status, body, headers } = unauthorized[checked.failure]();
  Object.assign(exchange.headers, headers);
  refuseInShape(exchange, openaiError(status, body));
  return null;
}
