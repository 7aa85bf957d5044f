/** What a reader of a file already has, and which part it wants: conditional and range requests, as RFC 9110 reads them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../media/media-store.ts';

/** A file as its validators tell it. */
export interface Validated {
  /** Quotes included. */
  etag: string;
  modifiedAt: Date;
  bytes: number;
}

export type Wanted =
  /** The reader wants the file that it knows or none. */
  | { part: 'another file' }
  | { part: 'nothing new' }
  | { part: 'outside' }
  | { part: 'whole'; range: null }
  | { part: 'range'; range: ByteRange };

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const range = /^bytes=(\d*)-(\d*)$/i;

export function wantedOf(request: { method: string; headers: IncomingHttpHeaders }, file: Validated): Wanted {
  // In the order of RFC 9110, 13.2.2.
  if (!isExpected(request.headers, file)) return { part: 'another file' };
  if (hasIt(request.headers, file)) return { part: 'nothing new' };
  // A range has a meaning for GET only, and only while the file is the one that the reader has the other parts of.
  const ranged = request.method === 'GET' && isSameFile(request.headers['if-range'] as string | undefined, file);
  return ranged ? readRange(request.headers.range, file.bytes) : { part: 'whole', range: null };
}

/** `Last-Modified`, and what dates are compared with: HTTP knows no parts of a second. */
export const httpDate = (moment: Date): string => moment.toUTCString();

function isExpected(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validated): boolean {
  const tags = headers['if-match'];
  // A weak tag vouches for no bytes, so only the tag itself will do.
  if (tags !== undefined) return tags.trim() === '*' || tagsIn(tags).includes(etag);
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return Number.isNaN(since) || Date.parse(httpDate(modifiedAt)) <= since;
}

function hasIt(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validated): boolean {
  const tags = headers['if-none-match'];
  // Tags are exact, so a date beside them is not looked at.
  if (tags !== undefined) return tags.trim() === '*' || tagsIn(tags).some((tag) => withoutWeakness(tag) === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Date.parse(httpDate(modifiedAt)) <= since;
}

const tagsIn = (list: string): string[] => list.match(entityTag) ?? [];

const withoutWeakness = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);

/** A weak tag vouches for no bytes, so it never is the same here. */
function isSameFile(ifRange: string | undefined, { etag, modifiedAt }: Validated): boolean {
  if (ifRange === undefined) return true;
  return ifRange.trim() === etag || ifRange.trim() === httpDate(modifiedAt);
}

/** One range, as players ask for it; several, or a form we do not know, are answered with the whole file. */
function readRange(header: string | undefined, bytes: number): Wanted {
  const whole: Wanted = { part: 'whole', range: null };
  const [, first, last] = range.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return whole;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < start) return whole;
  return start > end ? { part: 'outside' } : { part: 'range', range: { start, end } };
}
