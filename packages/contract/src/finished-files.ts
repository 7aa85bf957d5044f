/** What becomes of the files of a generation that had ended when it was to be cancelled. */
import type { Fault } from './fields.ts';

export type FinishedReading = { ok: true; keep: boolean } | { ok: false; faults: Fault[] };

/** `finished=keep`: only cancel. Without it the files of one that has ended are deleted. */
export function readFinished(query: URLSearchParams): FinishedReading {
  const sent = query.getAll('finished');
  if (sent.length === 0) return { ok: true, keep: false };
  if (sent.length === 1 && sent[0] === 'keep') return { ok: true, keep: true };
  return {
    ok: false,
    faults: [{ field: 'finished', message: 'finished must be keep, once, or left out', type: 'value' }],
  };
}
