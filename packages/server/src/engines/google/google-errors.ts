/** Google's errors and the class each is: HTTP statuses, gRPC numbers of operations, reasons for which a picture stops. */

import type { EngineFault, ErrorClass } from '../engine.ts';
import type { Reply } from '../one-request.ts';

export const googleStatuses: Readonly<Record<number, ErrorClass>> = {
  401: 'auth',
  403: 'auth',
  // A model that was retired.
  404: 'unsupported',
  429: 'rate_limited',
  500: 'internal',
  503: 'unavailable',
  504: 'timeout',
};

/** An operation that failed says so in gRPC's numbers. */
export const grpcCodes: Readonly<Record<number, ErrorClass>> = {
  3: 'unsupported',
  4: 'timeout',
  8: 'rate_limited',
  13: 'internal',
  14: 'unavailable',
};

export const finishReasons: Readonly<Record<string, ErrorClass>> = {
  SAFETY: 'content_policy',
  PROHIBITED_CONTENT: 'content_policy',
  BLOCKLIST: 'content_policy',
  SPII: 'content_policy',
  IMAGE_SAFETY: 'content_policy',
  IMAGE_PROHIBITED_CONTENT: 'content_policy',
  RECITATION: 'content_policy',
  IMAGE_RECITATION: 'content_policy',
  NO_IMAGE: 'declined',
  IMAGE_OTHER: 'declined',
  OTHER: 'declined',
  MAX_TOKENS: 'declined',
};

interface GoogleError {
  code?: number | string;
  status?: string;
  message?: string;
  details?: { reason?: string }[];
}

export const isGoogles = (json: unknown): json is { error: GoogleError } =>
  typeof json === 'object' && json !== null && typeof (json as { error?: unknown }).error === 'object';

const aboutSafety = /safety|usage guidelines|policy|policies|sensitive|prohibited|responsible ai/i;
const aboutImage = /image/i;

export function googleFault({ status, json }: Reply): EngineFault {
  const error: GoogleError = isGoogles(json) ? json.error : {};
  const { message = `HTTP ${status}` } = error;
  return { class: classOf(status, error), message, vendorCode: String(error.status ?? error.code ?? status) };
}

function classOf(status: number, { status: word, message = '', details = [] }: GoogleError): ErrorClass {
  if (status === 400) {
    if (word === 'FAILED_PRECONDITION') return 'auth';
    return wrongArgument(message, details.map(({ reason }) => reason ?? '').join(' '));
  }
  if (status === 429 && /quota|billing/i.test(message)) return 'quota';
  return googleStatuses[status] ?? (status < 500 ? 'unsupported' : 'unavailable');
}

function wrongArgument(message: string, reasons: string): ErrorClass {
  if (/UNSAFE|PROHIBITED/.test(reasons) || aboutSafety.test(message)) return 'content_policy';
  return aboutImage.test(message) ? 'invalid_image' : 'unsupported';
}

export function operationFault(error: { code?: unknown; message?: unknown }): EngineFault {
  const message = String(error.message ?? 'no reason given');
  const code = Number(error.code);
  const known =
    code === 3 ? wrongArgument(message, '') : code === 8 && /quota|billing/i.test(message) ? 'quota' : grpcCodes[code];
  return { class: known ?? 'internal', message, vendorCode: String(error.code) };
}

/** An interaction that failed carries words. */
export function interactionFault(
  error: { code?: string | undefined; message?: string | undefined } | undefined,
): EngineFault {
  const { code = 'failed', message = 'no reason given' } = error ?? {};
  const isPolicy = aboutSafety.test(message) || /safety|policy|prohibited/i.test(code);
  const isImage = /invalid/.test(code) && aboutImage.test(message);
  return { class: isPolicy ? 'content_policy' : isImage ? 'invalid_image' : 'internal', message, vendorCode: code };
}
