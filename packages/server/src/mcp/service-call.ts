/** How a tool asks the service: by the paths that everybody asks, from inside the service or over the network. */
import type { HttpError } from '@afterimage/contract';

export interface Question {
  method: 'GET' | 'POST';
  /** With its query. */
  path: string;
  body?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** Left out: the answer is waited for, whatever the client does meanwhile. */
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  json: Record<string, unknown>;
  /** Names of fields that were sent and not used. */
  ignored: string | null;
}

export type Ask = (question: Question) => Promise<Answer>;

/** What a refusal says, in whichever of the service's shapes: one text for a reader. */
export function sentenceOf({ json, status }: { json: HttpError['body']; status: number }): string {
  const { detail, message, error } = json as HttpError['body'] & { error?: { message?: string } };
  if (Array.isArray(detail)) return detail.map(({ msg }: { msg: string }) => msg).join('; ');
  return String(detail ?? message ?? error?.message ?? `The service answered ${status}`);
}
