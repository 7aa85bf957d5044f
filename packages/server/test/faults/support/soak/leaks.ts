/** What must not grow: files, rows, handles, processes and memory, read when everything has come to rest. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../../../src/db/postgres.ts';
import { findServerProcesses } from '../postgres-process.ts';
import { findDescendants } from '../process-tree.ts';

export interface Sample {
  cycle: number;
  sitting: number;
  /** Minutes since the sitting began. */
  minutes: number;
  apiMegabytes: number;
  workerMegabytes: number;
  apiHandles: number;
  workerHandles: number;
  /** Of the two that nobody kills. */
  children: number;
  databaseProcesses: number;
  mediaFiles: number;
  scratchFiles: number;
  spoolFolders: number;
  generationRows: number;
  mediaRows: number;
}

export interface Watched {
  dataFolder: string;
  api: number;
  worker: number;
  db: Db;
}

export async function takeSample(
  { dataFolder, api, worker, db }: Watched,
  when: Pick<Sample, 'cycle' | 'sitting' | 'minutes'>,
): Promise<Sample> {
  const media = join(dataFolder, 'media');
  const database = findServerProcesses(dataFolder);
  // Whoever found no PostgreSQL alive is its parent.
  const children = [api, worker].flatMap(findDescendants).filter(({ pid }) => !database.includes(pid));
  return {
    ...when,
    apiMegabytes: residentMegabytes(api),
    workerMegabytes: residentMegabytes(worker),
    apiHandles: countEntries(`/proc/${api}/fd`),
    workerHandles: countEntries(`/proc/${worker}/fd`),
    children: children.length,
    databaseProcesses: database.length,
    mediaFiles: countFiles(join(media, 'objects')),
    scratchFiles: countEntries(join(media, 'scratch')),
    spoolFolders: countEntries(join(dataFolder, 'spool')),
    generationRows: await countRows(db, 'select count(*) from generations'),
    mediaRows: await countRows(db, 'select count(*) from media_objects where removed_at is null'),
  };
}

/** Files that no row knows of, and rows whose file is gone: neither may be, however a process died. */
export async function findStrayMedia({ dataFolder, db }: Watched): Promise<{ looked: number; breaches: string[] }> {
  const objects = join(dataFolder, 'media', 'objects');
  const rows = await db.query<{ store_key: string; is_whole: boolean }>({
    text: `select store_key, removed_at is null and sha256 is not null and expires_at > now() + interval '1 minute' as is_whole
      from media_objects`,
  });
  const known = new Set(rows.map(({ store_key }) => store_key));
  const files = new Set(filesBelow(objects).map((file) => file.slice(objects.length + 1)));
  return {
    looked: files.size + rows.length,
    breaches: [
      ...[...files].filter((key) => !known.has(key)).map((key) => `No row knows of the file ${key}.`),
      ...rows
        .filter(({ store_key, is_whole }) => is_whole && !files.has(store_key))
        .map(({ store_key }) => `The file ${store_key} is gone before its time.`),
    ],
  };
}

/** What killed processes leave is swept after an hour, every ten minutes; whatever is older was forgotten. */
const sweptMinutes = 75;

export function findForgottenFiles(dataFolder: string): { looked: number; breaches: string[] } {
  const scratch = filesBelow(join(dataFolder, 'media', 'scratch'));
  const oldest = Date.now() - sweptMinutes * 60_000;
  const forgotten = scratch.filter((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < oldest);
  const spools = entriesOf(join(dataFolder, 'spool'));
  const orphans = spools.filter((name) => !isAlive(Number(/-(\d+)-[0-9a-f]+$/.exec(name)?.[1])));
  return {
    looked: scratch.length + spools.length + 1,
    breaches: [
      ...forgotten.map((file) => `${file} is older than ${sweptMinutes} minutes.`),
      // The next process that starts clears them, and one starts after every kill: a few may wait for it.
      ...(orphans.length > 4 ? [`${orphans.length} spool folders belong to processes that are gone.`] : []),
    ],
  };
}

const isAlive = (pid: number): boolean => statSync(`/proc/${pid}`, { throwIfNoEntry: false }) !== undefined;

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 102.4) / 10;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const countEntries = (folder: string): number => entriesOf(folder).length;
const countFiles = (folder: string): number => filesBelow(folder).length;

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // A folder went away while we looked.
    return [];
  }
}

async function countRows(db: Db, text: string): Promise<number> {
  const [row] = await db.query<{ count: number }>({ text });
  return Number(row!.count);
}
