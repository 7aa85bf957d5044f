/** What OpenAI's names stand for here: for the routes that answer its libraries, and for the document that describes them. */
import type { Status } from './generation.ts';

/** Who makes it when no model is named. */
export const openaiUsual = { image: 'epsilon-images', video: 'alpha' } as const;

/** `n` of a request for pictures. */
export const openaiPicturesMax = 10;

/** `response_format`; the first is the usual one. */
export const openaiForms = ['url', 'b64_json'] as const;
export type OpenaiForm = (typeof openaiForms)[number];

/** `quality`, for families that make pictures in several resolutions; null: the family's usual one. */
export const openaiQualities: Readonly<Record<string, '1k' | '2k' | '4k' | null>> = {
  auto: null,
  standard: null,
  low: '1k',
  medium: '2k',
  high: '4k',
  hd: '4k',
};

export const openaiStatuses: Readonly<Record<Status, string>> = {
  pending: 'queued',
  processing: 'in_progress',
  completed: 'completed',
  failed: 'failed',
};
