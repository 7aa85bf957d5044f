/** Tells generations and their positions in the queue as one state, although they are two reads. */
import type { Queryable } from '../db/postgres.ts';
import { enginePositions } from './attempts-store.ts';
import { findGenerations, type GenerationRow, queuePositions } from './store.ts';

export interface PositionedRow {
  row: GenerationRow;
  /** Null for one that does not wait. */
  position: number | null;
}

/**
 * A generation that was taken between the two reads has no position any more, and would be told as waiting without one: it
 * is read again. One that is with an engine which has not begun stands in that engine's queue.
 */
export async function withQueuePositions(db: Queryable, rows: readonly GenerationRow[]): Promise<PositionedRow[]> {
  const waiting = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const found = waiting.length === 0 ? [] : await queuePositions(db, waiting);
  const positions = new Map(found.map(({ id, position }) => [id, position]));
  const taken = waiting.filter((id) => !positions.has(id));
  const readAgain = taken.length === 0 ? [] : await findGenerations(db, taken);
  const later = new Map(readAgain.map((row) => [row.id, row]));
  const elsewhere = readAgain.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (elsewhere.length > 0) {
    for (const { id, position } of await enginePositions(db, elsewhere)) positions.set(id, position);
  }
  return rows.map((row) => ({ row: later.get(row.id) ?? row, position: positions.get(row.id) ?? null }));
}
