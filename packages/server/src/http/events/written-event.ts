/** A change as it is sent: the family's own status record, as it was when the generation took that status. */
import type { Family } from '@afterimage/contract';
import type { Change } from '../../changes/store.ts';
import type { Db } from '../../db/postgres.ts';
import { findGenerations, type GenerationRow } from '../../generations/store.ts';
import type { Views } from '../../generations/views.ts';

export interface WrittenEvent {
  change: Change;
  family: string;
  /** All but the line with its id, which may differ by reader. */
  lines: string;
}

export interface WritingServices {
  db: Db;
  views: Views;
  families: ReadonlyMap<string, Family>;
}

/** In the order of the changes. One whose generation is gone is told to nobody. */
export async function writeEvents(
  { db, views, families }: WritingServices,
  changes: readonly Change[],
): Promise<WrittenEvent[]> {
  if (changes.length === 0) return [];
  const rows = await findGenerations(db, [...new Set(changes.map(({ generationId }) => generationId))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return changes.flatMap((change) => {
    const row = byId.get(change.generationId);
    const family = row && families.get(row.family);
    if (row === undefined || family === undefined) return [];
    const record = family.record(views.of(asItWas(row, change)));
    const data = { family: family.slug, id: row.id, status: change.status, record };
    return [{ change, family: family.slug, lines: `event: generation\ndata: ${JSON.stringify(data)}\n\n` }];
  });
}

/** It may have moved on since; whoever reads its end in a record is to hear of it once. */
function asItWas(row: GenerationRow, { status }: Change): GenerationRow {
  if (row.status === status) return row;
  return {
    ...row,
    status,
    progress: null,
    failure_code: null,
    failure_reason: null,
    finished_at: null,
    output_media_id: null,
    output_file_name: null,
    output_expires_at: null,
  };
}
