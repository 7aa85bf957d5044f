/** The statements of a backup: which tables there are and in which order, what they count from, and how they are filled. */
import type { CopySession } from '../db/copy-session.ts';
import { lowestId } from '../db/id-times.ts';
import type { Db } from '../db/postgres.ts';
import type { BackedUpTable, Manifest } from './manifest.ts';

/** Made anew where it is restored: what was applied, and who tried to sign in lately. */
const leftOut = ['migrations'];
/** Numbers of transactions mean nothing in another server; what was told there is told again under that of the restore. */
const columnsLeftOut: Readonly<Record<string, readonly string[]>> = { generation_changes: ['xid'] };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const listed = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** From here on every look sees the same moment. */
export async function beginSnapshot(session: CopySession): Promise<void> {
  await session.query('begin isolation level repeatable read, read only');
  await session.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  // The first statement takes the snapshot.
  await session.query('select 1 as one');
}

export async function listMigrations(session: CopySession): Promise<string[]> {
  const rows = await session.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

export async function listTables(session: CopySession): Promise<BackedUpTable[]> {
  const found = await session.query<BackedUpTable>(
    `select c.relname as name, array(
        select attname::text from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relpersistence = 'p'
      order by c.relname`,
  );
  const references = await session.query<{ table: string; needs: string }>(
    `select t.relname as table, r.relname as needs
      from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class r on r.oid = f.confrelid
      where f.contype = 'f' and f.conrelid <> f.confrelid and f.connamespace = current_schema()::regnamespace`,
  );
  const kept = found.filter(({ name }) => !leftOut.includes(name));
  return inOrder(kept, references).map(({ name, columns }) => ({
    name,
    columns: columns.filter((column) => !columnsLeftOut[name]?.includes(column)),
  }));
}

/** Whoever is referred to comes first. */
function inOrder(
  tables: readonly BackedUpTable[],
  references: readonly { table: string; needs: string }[],
): BackedUpTable[] {
  const ordered: BackedUpTable[] = [];
  const take = (table: BackedUpTable, path: readonly string[]) => {
    if (ordered.includes(table)) return;
    if (path.includes(table.name)) throw new Error(`Tables refer to each other in a circle: ${path.join(', ')}.`);
    for (const { needs } of references.filter((reference) => reference.table === table.name)) {
      const needed = tables.find(({ name }) => name === needs);
      if (needed !== undefined) take(needed, [...path, table.name]);
    }
    ordered.push(table);
  };
  for (const table of tables) take(table, []);
  return ordered;
}

export function listSequences(session: CopySession): Promise<Manifest['sequences']> {
  return session.query(
    `select sequencename::text as name, last_value::text as value from pg_sequences
      where schemaname = current_schema() and last_value is not null order by sequencename`,
  );
}

export interface MediaLocation {
  store: string;
  store_key: string;
  /** Null: it may be absent. It was never written to its end, or has expired. */
  sha256: string | null;
}

/**
 * Of media that may lie in a store at that moment. By way of JSON: an older schema has one store, and no column for it. By id,
 * which has an index: without one each page would read them all.
 */
export async function* listMediaLocations(session: CopySession): AsyncGenerator<MediaLocation> {
  let after = lowestId;
  for (;;) {
    const rows = await session.query<MediaLocation & { id: string }>(
      `select id, coalesce(to_jsonb(m) ->> 'store', 'folder') as store, store_key,
          case when expires_at > account_now(account_id) then sha256 end as sha256
        from media_objects m
        where removed_at is null and id > $1 order by id limit 1000`,
      [after],
    );
    yield* rows;
    if (rows.length < 1000) return;
    after = rows.at(-1)!.id;
  }
}

export const copyOut = ({ name, columns }: BackedUpTable): string =>
  `copy (select ${listed(columns)} from ${quoted(name)}) to stdout`;

export const copyIn = ({ name, columns }: BackedUpTable): string =>
  `copy ${quoted(name)} (${listed(columns)}) from stdin`;

/** The first table that holds something; undefined: none does. */
export async function findFilledTable(session: CopySession): Promise<string | undefined> {
  for (const { name } of await listTables(session)) {
    const rows = await session.query(`select 1 as one from ${quoted(name)} limit 1`);
    if (rows.length > 0) return name;
  }
  return undefined;
}

/** What is restored has been checked when it was made: rows that have ended are put back as they were. */
export async function beginFilling(session: CopySession, tables: readonly BackedUpTable[]): Promise<void> {
  await session.query('begin');
  await session.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  for (const { name } of tables) await session.query(`alter table ${quoted(name)} disable trigger user`);
}

export async function endFilling(
  session: CopySession,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
): Promise<void> {
  for (const { name } of tables) await session.query(`alter table ${quoted(name)} enable trigger user`);
  for (const { name, value } of sequences) {
    await session.query('select setval($1::text::regclass, $2::text::bigint)', [quoted(name), value]);
  }
  await session.query('commit');
}

/** What is restored lies in the one store that it was put into, wherever it was before. */
export async function noteStore(db: Db, store: string): Promise<void> {
  await db.query({ text: 'update media_objects set store = $1 where removed_at is null and store <> $1' }, [store]);
}
