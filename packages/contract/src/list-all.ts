/** What `GET /v1/generations` takes: the list over all families. */
import type { Fault } from './fields.ts';
import type { Status } from './generation.ts';
import { isListedId } from './ids.ts';
import { statuses } from './states.ts';
import { either } from './words.ts';

export const listAll = { limitDefault: 20, limitMin: 1, limitMax: 100 } as const;

export interface ListAllQuery {
  family: string | null;
  status: Status | null;
  limit: number;
  /** The id of the last one on the page before. */
  cursor: string | null;
}

export type ListAllReading = { ok: true; query: ListAllQuery } | { ok: false; faults: Fault[] };

export function readListAll(sent: URLSearchParams, slugs: readonly string[]): ListAllReading {
  const faults: Fault[] = [];
  const read = <Value>(name: keyof ListAllQuery, otherwise: Value, parse: (text: string) => Value | string): Value => {
    const values = sent.getAll(name);
    if (values.length === 0) return otherwise;
    const parsed = values.length === 1 ? parse(values[0]!) : `${name} must be given once`;
    if (typeof parsed !== 'string' || parsed === values[0]) return parsed as Value;
    faults.push({ field: name, message: parsed, type: 'value' });
    return otherwise;
  };
  const oneOf = (name: string, allowed: readonly string[]) => (text: string) =>
    allowed.includes(text) ? text : `${name} must be ${either(allowed)}`;
  const { limitMin, limitMax, limitDefault } = listAll;
  const query: ListAllQuery = {
    family: read<string | null>('family', null, oneOf('family', slugs)),
    status: read<string | null>('status', null, oneOf('status', statuses)) as Status | null,
    limit: read<number>('limit', limitDefault, (text) => {
      const limit = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
      return limit >= limitMin && limit <= limitMax
        ? limit
        : `limit must be a whole number from ${limitMin} to ${limitMax}`;
    }),
    cursor: read<string | null>('cursor', null, (text) =>
      isListedId(text) ? text : 'cursor must be `next` of a page before',
    ),
  };
  return faults.length > 0 ? { ok: false, faults } : { ok: true, query };
}
