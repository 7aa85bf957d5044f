/** The error codes of the OpenAI dialect, and the class each is: in refusals and in videos that failed. */

import type { EngineFault, ErrorClass } from '../engine.ts';
import type { Reply } from '../one-request.ts';

export const openaiCodes: Readonly<Record<string, ErrorClass>> = {
  moderation_blocked: 'content_policy',
  content_policy_violation: 'content_policy',
  image_content_policy_violation: 'content_policy',
  sentinel_block: 'content_policy',
  bio_policy: 'content_policy',
  image_parse_error: 'invalid_image',
  image_too_large: 'invalid_image',
  image_too_small: 'invalid_image',
  unsupported_image_media_type: 'invalid_image',
  empty_image_file: 'invalid_image',
  failed_to_download_image: 'image_inaccessible',
  invalid_image_url: 'image_inaccessible',
  insufficient_quota: 'quota',
  credit_balance_exhausted: 'quota',
  organization_spend_limit_exceeded: 'quota',
  project_spend_limit_exceeded: 'quota',
  slow_down: 'unavailable',
  server_is_overloaded: 'unavailable',
};

export const openaiStatuses: Readonly<Record<number, ErrorClass>> = {
  401: 'auth',
  403: 'auth',
  404: 'unsupported',
  429: 'rate_limited',
  503: 'unavailable',
};

interface OpenaiError {
  code?: string | null;
  type?: string | null;
  message?: string;
}

export const isOpenais = (json: unknown): json is { error: OpenaiError } =>
  typeof json === 'object' && json !== null && typeof (json as { error?: unknown }).error === 'object';

export function openaiFault({ status, headers, json }: Reply): EngineFault {
  const error: OpenaiError = isOpenais(json) ? json.error : {};
  const requestId = headers.get('x-request-id');
  const fault = failureOf(error, openaiStatuses[status] ?? (status < 500 ? 'unsupported' : 'internal'));
  return { ...fault, vendorCode: error.code ?? String(status), ...(requestId !== null && { requestId }) };
}

export function failureOf(error: OpenaiError, otherwise: ErrorClass): EngineFault {
  const { code, type, message = 'no reason given' } = error;
  const known = openaiCodes[code ?? ''] ?? openaiCodes[type ?? ''];
  const isImage = /^(invalid_image|image_too_)/.test(code ?? '');
  return { class: known ?? (isImage ? 'invalid_image' : otherwise), message, ...(code && { vendorCode: code }) };
}
