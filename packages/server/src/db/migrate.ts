/** Brings a database to the schema of this program: numbered `.sql` files, forward only, each in one transaction. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Db, Queryable, Tx } from './postgres.ts';
import { ageOf, isPartOfUpgrade, moveRows } from './upgrade/upgrade.ts';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The database and the files of this program do not fit together; the message says why, in one sentence. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused';
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** The number of the migration that a program must know to run beside this one; null: this one itself. */
  readonly programsFrom: string | null;
}

interface AppliedRow {
  readonly name: string;
  readonly checksum: string;
  readonly programs_from: string | null;
}

/** How far a database is, seen from the files of this program. */
export interface SchemaState {
  /** The last migration that was applied; null in an empty database. */
  from: string | null;
  /** What the database stands at when all is applied: further than this program knows, where a newer one came before. */
  to: string;
  pending: string[];
}

/** `0001_accounts.sql`: four digits, so that the order of names is the order of numbers. A number may be missing: 0123 and 0141 were never used. */
const fileName = /^\d{4}[_-][a-z0-9_-]+\.sql$/;
/** A migration may rewrite a large table; only the operator knows when it has taken too long. */
const timeoutMilliseconds = 24 * 3600 * 1000;

const lockForMigrating = {
  text: `select pg_advisory_xact_lock(hashtextextended('afterimage migrations', 0))`,
  timeoutMilliseconds,
};
const allowLongStatements = { text: 'set local statement_timeout = 0' };
const makeTable = {
  text: `create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  alter table migrations add column if not exists programs_from text`,
};
const findTable = { text: `select to_regclass('migrations') is not null as there` };
// By way of JSON: a program before this one made the table without the last column.
const readApplied = {
  text: `select name, checksum, to_jsonb(m) ->> 'programs_from' as programs_from from migrations m order by name`,
};
const forgetApplied = { text: 'delete from migrations' };
const recordApplied = { text: 'insert into migrations (name, checksum, programs_from) values ($1, $2, $3)' };
/** How a migration says who may run beside it; what does not say it is only for programs that know it. */
const programsLine = /^-- Programs from (\d{4}) on may run beside it\.$/m;

/** Changes nothing. Rejects with `MigrationRefused` where database and program do not fit together. */
export async function lookAtSchema(db: Queryable, folder: string): Promise<SchemaState> {
  const migrations = await readMigrations(folder);
  const [table] = await db.query<{ there: boolean }>(findTable);
  const applied = table!.there ? await db.query<AppliedRow>(readApplied) : [];
  const isBefore = fitting(migrations, applied) === 'before';
  const pending = isBefore ? migrations : migrations.slice(applied.length);
  const from = applied.at(-1)?.name ?? null;
  return { from, to: pending.at(-1)?.name ?? from ?? 'nothing', pending: pending.map(({ name }) => name) };
}

export function behindSentence(from: string | null, to: string): string {
  const where = from === null ? 'The database is empty' : `The database stands at ${from}`;
  return `${where} and this version needs ${to}: \`afterimage migrate\` brings it up to date.`;
}

/** Safe when several processes start at once: each waits for the others, and finds what they have done. */
export async function migrate(db: Db, folder: string): Promise<string[]> {
  // Looked at first: where nothing is to be done, a role that may not change the schema will do.
  if ((await lookAtSchema(db, folder)).pending.length === 0) return [];
  return applyAll(db, await readMigrations(folder)).catch(sayWhoMay);
}

/** The service's own role need not be allowed to, and somebody will try it. */
function sayWhoMay(fault: unknown): never {
  const { code, message } = fault as { code?: unknown; message: string };
  if (code !== '42501') throw fault;
  throw new MigrationRefused(
    `The role in DATABASE_URL may not change the schema (${message}); \`afterimage migrate\` needs the address of the role that owns it.`,
  );
}

/** Up to one that is not the newest, for rows that were kept when it was. */
export async function migrateUntil(db: Db, folder: string, last: string): Promise<string[]> {
  return applyAll(
    db,
    (await readMigrations(folder)).filter(({ name }) => name <= last),
  );
}

async function applyAll(db: Db, migrations: Migration[]): Promise<string[]> {
  const appliedNow: string[] = [];
  for (;;) {
    const names = await db.transaction((tx) => applyNext(tx, migrations));
    if (names.length === 0) return appliedNow;
    appliedNow.push(...names);
  }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set(names.map(numberOf));
  const odd = names.find((name) => !fileName.test(name));
  if (odd !== undefined)
    throw new MigrationRefused(`${odd} is no name of a migration: it must look like 0001_name.sql.`);
  if (numbers.size < names.length) throw new MigrationRefused(`Two migrations in ${folder} have the same number.`);
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // Git may check files out with other line ends on Windows; that is no change.
  const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  const checksum = createHash('sha256').update(text).digest('hex');
  return { name, text, checksum, programsFrom: programsLine.exec(text)?.[1] ?? null };
}

function numberOf(name: string): string {
  return name.slice(0, 4);
}

async function applyNext(tx: Tx, migrations: Migration[]): Promise<string[]> {
  await tx.query(allowLongStatements);
  await tx.query(lockForMigrating);
  await tx.query(makeTable);
  const applied = await tx.query<AppliedRow>(readApplied);
  if (fitting(migrations, applied) === 'before')
    return upgrade(
      tx,
      migrations.filter(({ name }) => isPartOfUpgrade(name)),
    );
  const next = migrations[applied.length];
  if (next === undefined) return [];
  await apply(tx, next);
  return [next.name];
}

async function upgrade(tx: Tx, migrations: Migration[]): Promise<string[]> {
  await tx.query(forgetApplied);
  const make = async () => {
    for (const migration of migrations) await apply(tx, migration);
  };
  await moveRows(tx, make, timeoutMilliseconds);
  return migrations.map(({ name }) => name);
}

async function apply(tx: Tx, { name, text, checksum, programsFrom }: Migration): Promise<void> {
  await tx.query({ text, timeoutMilliseconds });
  await tx.query(recordApplied, [name, checksum, programsFrom]);
}

/** `before`: made by the version before this one, whose rows have to move. Throws `MigrationRefused` for misfits. */
function fitting(migrations: Migration[], applied: AppliedRow[]): 'before' | 'this' {
  const known = ageOf(applied.map(({ name }) => name));
  if (known.age === 'too_old') {
    throw new MigrationRefused(
      `The database stands at ${known.lastApplied}, which only the version before this one can bring up to date: start that one first.`,
    );
  }
  if (known.age === 'this') refuseMisfits(migrations, applied);
  return known.age;
}

/** What was applied must be the first files, unchanged, and after them only what says that this program may go on. */
function refuseMisfits(migrations: Migration[], applied: AppliedRow[]): void {
  const newest = migrations.at(-1)?.name ?? 'none';
  for (const [index, { name, checksum, programs_from: programsFrom }] of applied.entries()) {
    const file = migrations.find((migration) => migration.name === name);
    const isNewer = file === undefined && numberOf(name) > numberOf(newest);
    if (file === undefined && !isNewer) {
      throw new MigrationRefused(`${name} was applied to the database, but its file is missing.`);
    }
    if (file !== undefined && file.checksum !== checksum) {
      throw new MigrationRefused(`${name} has changed since it was applied.`);
    }
    const expected = migrations[index];
    if (expected !== file) {
      throw new MigrationRefused(
        `${expected?.name} comes before ${name}, which was already applied: number it higher.`,
      );
    }
    if (isNewer && (programsFrom === null || programsFrom > numberOf(newest))) {
      throw new MigrationRefused(
        `The database is newer than this program: it has ${name}, the last known is ${newest}.`,
      );
    }
  }
}
