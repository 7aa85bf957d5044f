/** fal's error types and the class each is. Its sentences change; its types are what it promises. */

import type { EngineFault, ErrorClass } from '../engine.ts';
import type { Reply } from '../one-request.ts';

/** Whole words, or the beginning of one where it ends in `_`. */
export const falTypes: Readonly<Record<string, ErrorClass>> = {
  content_policy_violation: 'content_policy',
  no_media_generated: 'declined',
  file_download_error: 'image_inaccessible',
  image_load_error: 'invalid_image',
  image_too_: 'invalid_image',
  unsupported_image_format: 'invalid_image',
  face_detection_error: 'invalid_image',
  file_too_large: 'invalid_image',
  video_duration_: 'invalid_image',
  unsupported_video_format: 'invalid_image',
  generation_timeout: 'timeout',
  request_timeout: 'timeout',
  startup_timeout: 'timeout',
  downstream_service_: 'unavailable',
  runner_: 'unavailable',
  internal_server_error: 'internal',
  internal_error: 'internal',
};

/** A request that was stopped ends as an error, too. */
export const canceledType = 'client_cancelled';

export const isFals = (json: unknown): boolean => typeof json === 'object' && json !== null && 'detail' in json;

/** The type that fal gives, in either of its two shapes. */
export function typeOf({ json, headers }: Reply): string | undefined {
  const { detail, error_type } = (json ?? {}) as { detail?: { type?: string }[] | string; error_type?: string };
  const first = Array.isArray(detail) ? detail[0]?.type : undefined;
  return first ?? error_type ?? headers.get('x-fal-error-type') ?? undefined;
}

export function falFault(reply: Reply): EngineFault {
  const type = typeOf(reply);
  const { detail } = (reply.json ?? {}) as { detail?: { msg?: string }[] | string };
  const message = (Array.isArray(detail) ? detail[0]?.msg : detail) ?? `HTTP ${reply.status}`;
  const requestId = reply.headers.get('x-fal-request-id');
  return {
    class: classOf(reply.status, type, message),
    message,
    vendorCode: type ?? String(reply.status),
    ...(requestId !== null && { requestId }),
  };
}

function classOf(status: number, type: string | undefined, message: string): ErrorClass {
  const known = Object.keys(falTypes).find((name) => (name.endsWith('_') ? type?.startsWith(name) : type === name));
  if (known !== undefined) return falTypes[known]!;
  if (status === 401) return 'auth';
  if (status === 403) return /exhausted balance|locked/i.test(message) ? 'quota' : 'auth';
  // What is over the account's share waits in the queue; a 429 is the queue itself.
  if (status === 429) return 'capacity';
  // Every other type of a 422 is about a field: `less_than_equal`, `one_of`, …
  if (status === 422 || status === 400 || status === 404) return 'unsupported';
  return status === 503 ? 'unavailable' : 'internal';
}
