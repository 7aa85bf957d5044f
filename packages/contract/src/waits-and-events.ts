/** What status checks that wait and the stream of events take in their addresses. */
import type { Fault } from './fields.ts';
import { waitSecondsMax } from './limits.ts';
import { either } from './words.ts';

export type WaitReading = { ok: true; seconds: number } | { ok: false; faults: Fault[] };

const once = (field: string): Fault => ({ field, message: `${field} must be given once`, type: 'value' });

/** `wait`, in whole seconds; without it there is none. */
export function readWait(query: URLSearchParams): WaitReading {
  const sent = query.getAll('wait');
  if (sent.length === 0) return { ok: true, seconds: 0 };
  if (sent.length > 1) return { ok: false, faults: [once('wait')] };
  const seconds = /^\d{1,3}$/.test(sent[0]!) ? Number(sent[0]) : Number.NaN;
  if (seconds <= waitSecondsMax) return { ok: true, seconds };
  const message = `wait must be a whole number of seconds from 0 to ${waitSecondsMax}`;
  return { ok: false, faults: [{ field: 'wait', message, type: 'int_range' }] };
}

export type EventsReading = { ok: true; family: string | null; after: string | null } | { ok: false; faults: Fault[] };

/** `family`, `after`, and the header by which a browser that lost its line says where it was: that one is newer. */
export function readEvents(
  query: URLSearchParams,
  { lastEventId, slugs }: { lastEventId: string | null; slugs: readonly string[] },
): EventsReading {
  const faults = ['family', 'after'].filter((name) => query.getAll(name).length > 1).map(once);
  const family = query.get('family');
  if (family !== null && !slugs.includes(family)) {
    faults.push({ field: 'family', message: `family must be ${either(slugs)}`, type: 'value' });
  }
  const after = lastEventId || query.get('after');
  return faults.length > 0 ? { ok: false, faults } : { ok: true, family, after };
}
