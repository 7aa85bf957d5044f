/** Writes a whole service into an archive while it runs: its rows as of one moment, and every file that those rows name. */
import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type CopySession, openCopySession } from '../db/copy-session.ts';
import type { ConnectionSettings } from '../db/database-server.ts';
import { fewAtOnce } from '../media/few-at-once.ts';
import type { MediaStores } from '../media/media-store.ts';
import type { ArchiveWriter } from './archive.ts';
import {
  type BackedUpTable,
  type BackupEnd,
  backupFormat,
  endName,
  keyName,
  type Manifest,
  manifestName,
  mediaPrefix,
  pieceName,
} from './manifest.ts';
import {
  beginSnapshot,
  copyOut,
  listMediaLocations,
  listMigrations,
  listSequences,
  listTables,
  type MediaLocation,
} from './tables-store.ts';

export interface BackupSource {
  connection: ConnectionSettings;
  stores: Pick<MediaStores, 'at' | 'keeper'>;
  /** Of this program. */
  version: string;
  /** The text of `secret.key`; null leaves it out. */
  key: string | null;
}

export interface MadeBackup extends BackupEnd {
  /** Of all that was written. */
  bytes: number;
  migrations: string[];
  /** Expected by a row and not in the store. */
  missing: string[];
  /** Copied as they are, and other bytes than when they were made. */
  damaged: string[];
}

/** Rows of so many bytes are in memory at once. */
const pieceBytes = 4_000_000;
const newline = 0x0a;
const compress = promisify(gzip);

/** @param archive a new one: it is finished here, or nothing of it is left */
export async function makeBackup(source: BackupSource, archive: ArchiveWriter): Promise<MadeBackup> {
  try {
    const { migrations, rows, locations } = await writeDatabase(source, archive);
    if (source.key !== null) await addText(archive, keyName, source.key);
    const media = await writeMedia(source, archive, locations);
    const end: BackupEnd = { rows, media: media.count, media_bytes: media.bytes };
    await addText(archive, endName, JSON.stringify(end));
    const bytes = await archive.finish();
    return { ...end, bytes, migrations, missing: media.missing, damaged: media.damaged };
  } catch (fault) {
    await archive.abandon().catch(() => {});
    throw fault;
  }
}

async function addText(archive: ArchiveWriter, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await archive.add(name, bytes.length, [bytes]);
}

/** First, and in a transaction of its own: files that come later do no harm, and what it holds back may go on sooner. */
async function writeDatabase({ connection, version }: BackupSource, archive: ArchiveWriter) {
  const session = await openCopySession(connection);
  try {
    await beginSnapshot(session);
    const manifest: Manifest = {
      format: backupFormat,
      version,
      made_at: new Date().toISOString(),
      migrations: await listMigrations(session),
      tables: await listTables(session),
      sequences: await listSequences(session),
    };
    await addText(archive, manifestName, JSON.stringify(manifest, null, 1));
    const rows: Record<string, number> = {};
    for (const table of manifest.tables) rows[table.name] = await writeTable(session, archive, table);
    const locations = await Array.fromAsync(listMediaLocations(session));
    return { migrations: manifest.migrations, rows, locations };
  } finally {
    await session.close();
  }
}

async function writeTable(session: CopySession, archive: ArchiveWriter, table: BackedUpTable): Promise<number> {
  let rows = 0;
  let pieces = 0;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    if (bytes === 0) return;
    const piece = await compress(Buffer.concat(waiting), { level: constants.Z_BEST_SPEED });
    pieces += 1;
    await archive.add(pieceName(table.name, pieces), piece.length, [piece]);
    waiting = [];
    bytes = 0;
  };
  for await (const chunk of session.copyOut(copyOut(table))) {
    // In this form a line is a row, and a line break inside of one is written otherwise.
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1;
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= pieceBytes) await flush();
  }
  await flush();
  return rows;
}

async function writeMedia({ stores }: BackupSource, archive: ArchiveWriter, locations: readonly MediaLocation[]) {
  const missing: string[] = [];
  const damaged: string[] = [];
  let count = 0;
  let bytes = 0;
  await fewAtOnce(locations, archive.atOnceMax, async ({ store, store_key: key, sha256 }) => {
    const there = await stores.at(store).open(key);
    // It may have been moved since its row was read.
    const found = there === 'missing' && store !== stores.keeper.name ? await stores.keeper.open(key) : there;
    if (found === 'missing') {
      if (sha256 !== null) missing.push(key);
      return;
    }
    const hash = createHash('sha256');
    await archive.add(mediaPrefix + key, found.bytes, hashed(found.stream, hash));
    if (sha256 !== null && sha256 !== hash.digest('hex')) damaged.push(key);
    count += 1;
    bytes += found.bytes;
  });
  return { count, bytes, missing, damaged };
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
