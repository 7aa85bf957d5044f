/** Replicate's refusals by status, and its failures by their words, for it gives nothing else. */

import type { EngineFault, ErrorClass } from '../engine.ts';
import type { Reply } from '../one-request.ts';

export const replicateStatuses: Readonly<Record<number, ErrorClass>> = {
  401: 'auth',
  402: 'quota',
  403: 'auth',
  404: 'unsupported',
  422: 'unsupported',
  429: 'rate_limited',
};

/** In this order: the first that fits decides. */
const failureWords: readonly (readonly [RegExp, ErrorClass])[] = [
  [/E005|flagged as sensitive|nsfw|content policy|safety/i, 'content_policy'],
  [/timed? ?out/i, 'timeout'],
  [/cannot identify image|invalid image/i, 'invalid_image'],
  [/download|fetch.*(image|url)|\b404\b|\b403\b/i, 'image_inaccessible'],
];

export const isReplicates = (json: unknown): json is { detail?: string; title?: string } =>
  typeof json === 'object' && json !== null && ('detail' in json || 'title' in json);

export function replicateFault({ status, json }: Reply): EngineFault {
  const { detail, title } = isReplicates(json) ? json : {};
  return {
    class: replicateStatuses[status] ?? (status < 500 ? 'unsupported' : 'unavailable'),
    message: String(detail ?? title ?? `HTTP ${status}`),
    vendorCode: String(status),
  };
}

export function failureOf(error: unknown): EngineFault {
  const message = typeof error === 'string' ? error : JSON.stringify(error ?? 'no reason given');
  return { class: failureWords.find(([words]) => words.test(message))?.[1] ?? 'internal', message };
}
