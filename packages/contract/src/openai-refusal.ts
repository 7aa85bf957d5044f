/** A refusal in OpenAI's shape: the same status and sentence, in the body that its libraries read. */
import { fieldWithoutIndex } from './fields.ts';

/** A refusal in the service's own shape, or in beta's. */
export interface Refused {
  detail?: string | { loc: (string | number)[]; msg: string }[];
  message?: string;
  code?: string;
  errors?: { field: string; message: string }[];
}

/** What the caller calls one of our fields. */
export type NameOf = (field: string) => string;

export const asSent: NameOf = (field) => field;

/** What OpenAI calls each kind of refusal. */
const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};
const codes: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 404: 'not_found' };

export const openaiErrorTypes = [...new Set([...Object.values(types), 'server_error', 'invalid_request_error'])];

const typeOf = (status: number): string => types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');

export interface OpenaiRefusal {
  status: number;
  body: { error: { message: string; type: string; param: string | null; code: string | null } };
}

export function openaiRefusal(status: number, body: Refused, nameOf: NameOf = asSent): OpenaiRefusal {
  const isBetas = Array.isArray(body.detail);
  const faults = Array.isArray(body.detail)
    ? body.detail.map(({ loc, msg }) => ({ field: String(loc[1] ?? loc[0]), message: msg }))
    : (body.errors ?? []);
  const [first] = faults;
  const told =
    first === undefined
      ? { message: String(body.detail ?? body.message ?? ''), param: null, code: body.code ?? codes[status] ?? null }
      : {
          message: faults.map(({ field, message }) => renamed(message, fieldWithoutIndex(field), nameOf)).join('; '),
          param: nameOf(fieldWithoutIndex(first.field)),
          code: 'invalid_value',
        };
  const asked = isBetas ? 400 : status;
  return { status: asked, body: { error: { ...told, type: typeOf(asked) } } };
}

function renamed(sentence: string, field: string, nameOf: NameOf): string {
  const name = nameOf(field);
  // Once: a field may be named like what it holds.
  return name === field ? sentence : sentence.replace(new RegExp(`\\b${field}\\b`), name);
}
