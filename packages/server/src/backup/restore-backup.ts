/** Makes a service of a backup: only in a database that holds nothing, and all of its rows or none. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { openCopySession } from '../db/copy-session.ts';
import type { ConnectionSettings } from '../db/database-server.ts';
import { lookAtSchema, migrate, migrateUntil, migrationsFolder, readMigrations } from '../db/migrate.ts';
import type { Db } from '../db/postgres.ts';
import { createDigester } from '../media/digest.ts';
import { fewAtOnce } from '../media/few-at-once.ts';
import type { MediaStores } from '../media/media-store.ts';
import type { ArchiveEntry, ArchiveReader } from './archive.ts';
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
import { beginFilling, copyIn, endFilling, findFilledTable, listMediaLocations, noteStore } from './tables-store.ts';

export interface RestoreTarget {
  db: Db;
  connection: ConnectionSettings;
  stores: Pick<MediaStores, 'keeper' | 'scratchFolder'>;
  /** Of this program. */
  version: string;
  /** Takes the `secret.key` of the backup, before anything else is done; a sentence refuses it. */
  takeKey(text: string | null): Promise<string | null>;
}

export type Restored =
  | {
      outcome: 'restored';
      manifest: Manifest;
      end: BackupEnd;
      /** Media restored as they lie in the backup, and other bytes than when they were made. */
      damaged: string[];
    }
  | { outcome: 'refused'; sentence: string };

const decompress = promisify(gunzip);

/** @param input its name for people, and what is there; it is closed here */
export async function restoreBackup(
  target: RestoreTarget,
  input: { name: string; archive: ArchiveReader | null },
): Promise<Restored> {
  const { name, archive } = input;
  if (archive === null) return refused(noBackup(name));
  try {
    return await restoreFrom(target, archive, name);
  } finally {
    await archive.close();
  }
}

const refused = (sentence: string): Restored => ({ outcome: 'refused', sentence });
const noBackup = (name: string) => `${name} is no backup of Afterimage, or is cut off.`;

async function restoreFrom(target: RestoreTarget, archive: ArchiveReader, name: string): Promise<Restored> {
  const manifest = await readJson<Manifest>(archive, manifestName);
  const end = await readJson<BackupEnd>(archive, endName);
  if (manifest === null || end === null) return refused(noBackup(name));
  const obstacle =
    lacksSentence(archive, end) ??
    (await newerSentence(manifest, target.version)) ??
    (await filledSentence(target, manifest)) ??
    (await target.takeKey(await readText(archive, keyName)));
  if (obstacle !== null) return refused(obstacle);
  const digests = await restoreMedia(target, archive);
  await migrateUntil(target.db, migrationsFolder, manifest.migrations.at(-1)!);
  await fillTables(target, archive, { manifest, end });
  await migrate(target.db, migrationsFolder);
  await noteStore(target.db, target.stores.keeper.name);
  return { outcome: 'restored', manifest, end, damaged: await listDamaged(target, digests) };
}

const entryNamed = ({ entries }: ArchiveReader, wanted: string): ArchiveEntry | undefined =>
  entries.find(({ name }) => name === wanted);

async function readText(archive: ArchiveReader, name: string): Promise<string | null> {
  const entry = entryNamed(archive, name);
  return entry === undefined ? null : (await archive.read(entry)).toString('utf8');
}

async function readJson<Value>(archive: ArchiveReader, name: string): Promise<Value | null> {
  const text = await readText(archive, name);
  return text === null ? null : (JSON.parse(text) as Value);
}

/** Of a file all is there or it is cut off; in a bucket, anybody may have tidied up. Rows are counted as they are read. */
function lacksSentence(archive: ArchiveReader, { media }: BackupEnd): string | null {
  const there = mediaIn(archive).length;
  return there === media ? null : `The backup is not whole: ${there} of its ${media} media files are there.`;
}

const mediaIn = ({ entries }: ArchiveReader) => entries.filter(({ name }) => name.startsWith(mediaPrefix));

/** Rows that this program has no columns for cannot be kept by it. */
async function newerSentence(manifest: Manifest, version: string): Promise<string | null> {
  const known = await readMigrations(migrationsFolder);
  const strange = manifest.migrations.find((name) => known.every((migration) => migration.name !== name));
  if (manifest.format <= backupFormat && strange === undefined) return null;
  const why = manifest.format > backupFormat ? `in form ${manifest.format}` : `with ${strange}`;
  return `The backup was made by Afterimage ${manifest.version} ${why}, which this one (${version}) does not know: restore it with that version, or a newer one.`;
}

async function filledSentence({ db, connection }: RestoreTarget, manifest: Manifest): Promise<string | null> {
  const { from } = await lookAtSchema(db, migrationsFolder);
  if (from === null) return null;
  const session = await openCopySession(connection);
  try {
    const table = await findFilledTable(session);
    if (table !== undefined) {
      return `The database is not empty: there are rows in ${table}. A backup is restored into a new database only.`;
    }
  } finally {
    await session.close();
  }
  if (from === manifest.migrations.at(-1)) return null;
  return `The database stands at ${from} and the backup at ${manifest.migrations.at(-1)}: give it a database without any tables.`;
}

/** What it is stands in a row that comes later; links say it themselves. */
const unknown = { type: 'application/octet-stream', fileName: 'media' };

/** Answers the SHA-256 of each, by its key: what it should be stands in the rows. */
async function restoreMedia({ stores }: RestoreTarget, archive: ArchiveReader): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  const digest = createDigester();
  await fewAtOnce(mediaIn(archive), archive.atOnceMax, async (entry) => {
    const key = entry.name.slice(mediaPrefix.length);
    const file = join(stores.scratchFolder(), randomUUID());
    try {
      await archive.copyToFile(entry, file);
      digests.set(key, (await digest(file)).sha256);
      await stores.keeper.putFile(key, { path: file, ...unknown });
    } finally {
      await rm(file, { force: true });
    }
  });
  return digests;
}

async function listDamaged({ connection }: RestoreTarget, digests: ReadonlyMap<string, string>): Promise<string[]> {
  const session = await openCopySession(connection);
  try {
    const damaged: string[] = [];
    for await (const { store_key: key, sha256 } of listMediaLocations(session)) {
      if (sha256 !== null && sha256 !== (digests.get(key) ?? sha256)) damaged.push(key);
    }
    return damaged;
  } finally {
    await session.close();
  }
}

async function fillTables(
  { connection }: RestoreTarget,
  archive: ArchiveReader,
  { manifest, end }: { manifest: Manifest; end: BackupEnd },
): Promise<void> {
  const session = await openCopySession(connection);
  try {
    await beginFilling(session, manifest.tables);
    for (const table of manifest.tables) {
      const taken = await session.copyIn(copyIn(table), piecesOf(archive, table));
      const expected = end.rows[table.name];
      if (taken !== expected) throw new Error(`${table.name} has ${taken} rows in the backup and not ${expected}.`);
    }
    await endFilling(session, manifest);
  } finally {
    // What has not been committed by now is gone with the connection.
    await session.close();
  }
}

async function* piecesOf(archive: ArchiveReader, table: BackedUpTable): AsyncGenerator<Buffer> {
  for (let number = 1; ; number += 1) {
    const entry = entryNamed(archive, pieceName(table.name, number));
    if (entry === undefined) return;
    yield await decompress(await archive.read(entry));
  }
}
