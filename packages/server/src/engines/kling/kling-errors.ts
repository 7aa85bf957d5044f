/** Kling's codes and sentences, and the class each is. */
import type { EngineFault, ErrorClass } from '../engine.ts';

/** By service code; the HTTP status says less. */
export const klingCodes: Readonly<Record<number, ErrorClass>> = {
  1000: 'auth',
  1001: 'auth',
  1002: 'auth',
  1003: 'auth',
  1004: 'auth',
  1100: 'quota',
  1101: 'quota',
  1102: 'quota',
  1103: 'auth',
  1200: 'unsupported',
  1201: 'unsupported',
  1202: 'unsupported',
  1203: 'unsupported',
  1300: 'content_policy',
  1301: 'content_policy',
  1302: 'rate_limited',
  // "Parallel task over resource pack limit": no failure, it waits.
  1303: 'capacity',
  1304: 'auth',
  5000: 'internal',
  5001: 'unavailable',
  5002: 'timeout',
};

/** Where a code is too wide: a wrong parameter may be the picture. */
const invalidParameter = 1201;

export function klingFault(refusal: {
  status: number;
  code?: number;
  message?: string;
  request_id?: string;
}): EngineFault {
  const { status, code, message = `HTTP ${status}`, request_id } = refusal;
  return {
    class: classOf(status, code, message),
    message,
    vendorCode: String(code ?? status),
    ...(request_id !== undefined && { requestId: request_id }),
  };
}

function classOf(status: number, code: number | undefined, message: string): ErrorClass {
  if (code === invalidParameter && /download|fetch|access/i.test(message)) return 'image_inaccessible';
  if (code === invalidParameter && /image|resolution|aspect ratio/i.test(message)) return 'invalid_image';
  const known = code === undefined ? undefined : klingCodes[code];
  if (known !== undefined) return known;
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limited';
  return status < 500 ? 'unsupported' : 'unavailable';
}

/** A job that failed says why in words only. */
export function failureOf(message: string): EngineFault {
  if (/risk control|content|sensitive/i.test(message)) return { class: 'content_policy', message };
  if (/image/i.test(message)) return { class: 'invalid_image', message };
  return { class: 'internal', message };
}
