/** Writes everything that an account has into one file, for its owner: rows as lines of JSON, and its media. */
import { extname } from 'node:path';
import { type ArchiveWriter, createArchive } from '../backup/archive.ts';
import { lowestId } from '../db/id-times.ts';
import type { Db } from '../db/postgres.ts';
import type { MediaStores } from '../media/media-store.ts';
import { type ExportPart, exportParts, listExportedFiles, listPart } from './export-store.ts';

export interface Exported {
  /** Lines of each part. */
  rows: Record<string, number>;
  media: number;
  /** Named by a row and not in the store. */
  missing: string[];
}

/** So many rows are in memory at once, and in one piece of a part: a tar must know how long each is before it is written. */
const pieceRows = 1_000;

/** @param output a file that does not exist: it has its name only when it is whole */
export async function exportAccount(
  { db, stores }: { db: Db; stores: Pick<MediaStores, 'at'> },
  account: { id: string; sandboxId: string },
  output: string,
): Promise<Exported> {
  const archive = await createArchive(output);
  const accountIds = [account.id, account.sandboxId];
  try {
    const rows: Record<string, number> = {};
    for (const part of exportParts) rows[part.name] = await writePart(db, archive, { part, accountIds });
    const media = await writeFiles({ db, stores }, archive, accountIds);
    await archive.finish();
    return { rows, ...media };
  } catch (fault) {
    await archive.abandon().catch(() => {});
    throw fault;
  }
}

async function writePart(
  db: Db,
  archive: ArchiveWriter,
  { part, accountIds }: { part: ExportPart; accountIds: readonly string[] },
): Promise<number> {
  let written = 0;
  let afterId = lowestId;
  for (let piece = 1; ; piece += 1) {
    const rows = await listPart(db, part, { accountIds, afterId, limit: pieceRows });
    if (rows.length === 0 && piece > 1) return written;
    const bytes = Buffer.from(rows.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
    const name = piece === 1 ? `${part.name}.jsonl` : `${part.name}.${piece}.jsonl`;
    await archive.add(name, bytes.length, [bytes]);
    written += rows.length;
    if (rows.length < pieceRows) return written;
    afterId = rows.at(-1)!.id;
  }
}

async function writeFiles(
  { db, stores }: { db: Db; stores: Pick<MediaStores, 'at'> },
  archive: ArchiveWriter,
  accountIds: readonly string[],
): Promise<{ media: number; missing: string[] }> {
  const missing: string[] = [];
  let media = 0;
  let afterId = lowestId;
  for (;;) {
    const files = await listExportedFiles(db, { accountIds, afterId, limit: pieceRows });
    for (const { id, store, store_key: key, file_name: fileName } of files) {
      const found = await stores.at(store).open(key);
      if (found === 'missing') {
        missing.push(id);
        continue;
      }
      await archive.add(`media/${id}${extname(fileName)}`, found.bytes, found.stream as AsyncIterable<Buffer>);
      media += 1;
    }
    if (files.length < pieceRows) return { media, missing };
    afterId = files.at(-1)!.id;
  }
}
