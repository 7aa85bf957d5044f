/** Tells generations and their places in the queue as one state, although they are two reads. */
import type { Queryable } from '../db/postgres.ts';
import { findGenerations, type GenerationRow, queuePositions } from './store.ts';

export interface PlacedRow {
  row: GenerationRow;
  /** Null for one that does not wait. */
  position: number | null;
}

/**
 * A generation that was taken between the two reads has no place any more, and would be told as waiting without one: it
 * is read again. Nothing ever waits anew, so once is enough.
 */
export async function withQueuePlaces(db: Queryable, rows: readonly GenerationRow[]): Promise<PlacedRow[]> {
  const waiting = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const found = waiting.length === 0 ? [] : await queuePositions(db, waiting);
  const places = new Map(found.map(({ id, position }) => [id, position]));
  const taken = waiting.filter((id) => !places.has(id));
  const readAgain = taken.length === 0 ? [] : await findGenerations(db, taken);
  const later = new Map(readAgain.map((row) => [row.id, row]));
  return rows.map((row) => ({ row: later.get(row.id) ?? row, position: places.get(row.id) ?? null }));
}
