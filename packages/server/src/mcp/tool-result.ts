/** What tools tell of a generation: its family's record, and under one name what each family names its own way. */
import {
  callingOf,
  type Family,
  failureCodeIn,
  failureMeanings,
  isFinal,
  type Status,
  statuses,
} from '@afterimage/contract';

export interface Told {
  [name: string]: unknown;
  family: string;
  id: string;
  status: Status;
  /** A link that works now; null until it is completed, and once its files are deleted. */
  media_url: string | null;
  /** Null unless it failed. */
  failure_code: string | null;
  /** What to know or do next. */
  note: string;
  record: Record<string, unknown>;
}

export const toldSchema = {
  type: 'object',
  properties: {
    family: { type: 'string' },
    id: { type: 'string' },
    status: { type: 'string', enum: statuses },
    media_url: { type: ['string', 'null'], description: 'A link that works now, without a key.' },
    failure_code: { type: ['string', 'null'] },
    note: { type: 'string' },
    record: { type: 'object', description: "The family's own status record." },
  },
  required: ['family', 'id', 'status', 'media_url', 'failure_code', 'note', 'record'],
} as const;

export function tell(family: Family, id: string, record: Record<string, unknown>): Told {
  const { link } = callingOf(family);
  const status = record['status'] as Status;
  const code = failureCodeIn(family, record);
  const url = (record[link] as string | null | undefined) ?? null;
  return {
    family: family.slug,
    id,
    status,
    media_url: url,
    failure_code: code,
    note: noteOf({ status, code, url }),
    record,
  };
}

function noteOf({ status, code, url }: { status: Status; code: string | null; url: string | null }): string {
  if (!isFinal(status)) return `It is ${status}; get_generation with this id tells how it ends.`;
  if (status === 'failed') return `It failed with ${code}: ${failureMeanings[code ?? ''] ?? 'see the code.'}`;
  return url === null ? 'Its files are no longer kept.' : 'It is finished; copy it, because the link expires.';
}
