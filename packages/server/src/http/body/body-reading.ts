/** What reading a body takes and what can come of it. */
import type { MediaFieldRule, Upload } from '@afterimage/contract';

export interface BodyRules {
  /** Who sends it, by the live account: large bodies of one owner never take all the slots. */
  owner: string;
  bytesMax: number;
  mediaFields: ReadonlyMap<string, MediaFieldRule>;
  /** The SHA-256 of the bytes as sent: a repeat with the same Idempotency-Key is compared by it. */
  digest: 'sha256' | 'none';
}

export type BodyReading = ReadBody | BodyRefusal;

export interface ReadBody {
  ok: true;
  value: unknown;
  uploads: Upload[];
  digest: Buffer | null;
  /** Resolves when the uploads lie in their files; to be awaited before one is opened. */
  settle(): Promise<void>;
  /** Removes the uploads' files, except those that have been moved away. */
  discard(): Promise<void>;
}

export interface BodyRefusal {
  ok: false;
  status: 400 | 408 | 413 | 503;
  code?: 'REQUEST_TIMEOUT' | 'BODY_TOO_LARGE' | 'BUSY';
  detail: string;
  /** The name of the field at fault, where it is one field and not the body. */
  field?: string;
}

export class RequestAborted extends Error {
  constructor(options?: ErrorOptions) {
    super('The client went away before its request was complete', options);
    this.name = 'RequestAborted';
  }
}

export function malformed(detail: string, field?: string): BodyRefusal {
  return { ok: false, status: 400, detail, ...(field !== undefined && { field }) };
}

export function tooLarge(rules: Pick<BodyRules, 'bytesMax'>): BodyRefusal {
  const detail = `The body is larger than the ${rules.bytesMax} bytes that this path takes.`;
  return { ok: false, status: 413, code: 'BODY_TOO_LARGE', detail };
}

export const tooSlow: BodyRefusal = {
  ok: false,
  status: 408,
  code: 'REQUEST_TIMEOUT',
  detail: 'The body came too slowly while others waited to send theirs.',
};

export const busy: BodyRefusal = {
  ok: false,
  status: 503,
  code: 'BUSY',
  detail: 'Too many large bodies are being read; try again in a moment.',
};

/** Others are taken in. */
export const spoolFull: BodyRefusal = {
  ok: false,
  status: 503,
  code: 'BUSY',
  detail: 'Media of this account that was sent before is still being looked at; try again when some of it has been.',
};
