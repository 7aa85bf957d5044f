/** An answer that is no success, as a thing to throw: what went wrong in the service's own words. */

export interface RefusedField {
  field: string;
  message: string;
}

export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  /** 0: no answer came at all. */
  readonly status: number;
  readonly code: string | null;
  /** One for each field that was wrong. */
  readonly fields: readonly RefusedField[];
  /** What the operator finds in the log. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor({
    status,
    message,
    code = null,
    fields = [],
    requestId = null,
    retryAfterSeconds = null,
    cause,
  }: {
    status: number;
    message: string;
    code?: string | null;
    fields?: readonly RefusedField[];
    requestId?: string | null;
    retryAfterSeconds?: number | null;
    cause?: unknown;
  }) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Reads every shape in which the service says no: `{detail, errors}`, beta's `{detail: [{loc, msg}]}`, 401's `{message}`. */
export async function readRefusal(answer: Response): Promise<Refusal> {
  const body = await bodyOf(answer);
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new Refusal({
    status: answer.status,
    message: sentenceOf(body) ?? `The service answered ${answer.status}.`,
    code: typeof body['code'] === 'string' ? body['code'] : null,
    fields: fieldsOf(body),
    requestId: answer.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

async function bodyOf(answer: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    // A proxy in between may answer with a page of its own.
    return {};
  }
}

function sentenceOf(body: Record<string, unknown>): string | null {
  const { detail, message } = body;
  if (typeof detail === 'string') return detail;
  if (typeof message === 'string') return message;
  return fieldsOf(body)[0]?.message ?? null;
}

function fieldsOf({ detail, errors }: Record<string, unknown>): RefusedField[] {
  if (Array.isArray(errors)) return errors as RefusedField[];
  if (!Array.isArray(detail)) return [];
  return (detail as { loc: (string | number)[]; msg: string }[]).map(({ loc, msg }) => ({
    field: fieldName(loc.slice(1)),
    message: msg,
  }));
}

/** `['images', 1]` is written `images[1]`, as the other families write it. */
const fieldName = (parts: (string | number)[]): string =>
  parts.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('');
