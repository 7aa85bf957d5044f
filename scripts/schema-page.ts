/** Writes a database's schema as SQL that makes it again, by subject: a page that is read in one go, and one with the rest. */
import { randomUUID } from 'node:crypto';
import { migrate, migrationsFolder } from '@afterimage/server/db/migrate';
import { type Db, openDb } from '@afterimage/server/db/postgres';
import { createSilentLog } from '@afterimage/server/log/log';
import { startTestServer } from '../packages/server/test/support/test-server.ts';
import { columnsMax, comment, functionText, namesLoop, query, statement, tableText } from './schema-layout.ts';
import { type Subject, subjects, subjectsApart } from './schema-subjects.ts';

/** A table, index, view, function or trigger, or how a table is sampled. Numbers grow, so their order is that in which they were made. */
export interface SchemaObject {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** What it is for, where a page other than its own names it. */
  readonly about?: string | null;
  /** Of an index or a trigger. */
  readonly table?: string;
  /** Of a trigger: the function that it calls. */
  readonly calls?: string;
}

const ours = `'public'::regnamespace`;

export async function readSchema(db: Db): Promise<SchemaObject[]> {
  const parts = await Promise.all([
    readTables(db),
    readSamples(db),
    readIndexes(db),
    readViews(db),
    readFunctions(db),
    readTriggers(db),
  ]);
  return parts.flat().toSorted((one, other) => one.number - other.number);
}

const mainPage = 'docs/schema.sql';
const pageApart = 'docs/schema-apart.sql';

/** The name of each page, and its text. Throws where an object has no subject, or a subject names what is not there. */
export function schemaPages(objects: readonly SchemaObject[]): Map<string, string> {
  const left = new Set(objects);
  const main = subjects.map((subject) => subjectText(subject, left));
  const samples = take(left, ({ name }) => name.startsWith('samples '));
  const apart = subjectsApart.map((subject) => subjectText(subject, left));
  const [lost] = left;
  if (lost !== undefined) throw new Error(`The ${lost.name} has no subject in scripts/schema-subjects.ts.`);
  const head = `-- How accounts, money, generations, media and webhooks lie in PostgreSQL, as it sees them; by \`npm run derive\`. Why they are so stands in
-- packages/server/src/db/migrations. The rest (people, workers that fetch their work, what only shows something, months) is named at the
-- end and stands in ${pageApart}, so that this page is read in one go; run in an empty database, both make the whole schema.

set check_function_bodies = off;
`;
  const headApart = `-- The rest of the schema, after ${mainPage}; written by \`npm run derive\`, too.
-- Which months there are depends on the day: none is on these pages.

-- How finely columns are sampled, where that is not as usual; each month's tables have it from here.
`;
  return new Map([
    [mainPage, head + main.join('') + named(objects)],
    [
      pageApart,
      `${headApart}${textOf(samples)}${apart.join('')}\nselect make_months();\nselect make_months(now() + interval '1 month');\n`,
    ],
  ]);
}

function subjectText({ title, names }: Subject, left: Set<SchemaObject>): string {
  return `\n-- ${title} ${'-'.repeat(columnsMax - title.length - 4)}\n${names
    .split(' ')
    .map((name) => textOf(withItsOwn(name, left)))
    .join('')}`;
}

/** A table stands between the functions that its triggers call, unless they stand above already, and what is made on it. */
function withItsOwn(name: string, left: Set<SchemaObject>): SchemaObject[] {
  const [object, ...others] = take(left, (each) => each.name.replace(/^(table|view|function) /, '') === name);
  if (object === undefined || others.length > 0)
    throw new Error(`The schema has ${others.length > 0 ? 'two' : 'no'} ${name}.`);
  const its = take(left, ({ table }) => table === name);
  const called = new Set(its.map(({ calls }) => calls));
  return [...take(left, (each) => called.has(each.name)), object, ...its];
}

function take(left: Set<SchemaObject>, isWanted: (object: SchemaObject) => boolean): SchemaObject[] {
  const taken = [...left].filter(isWanted);
  for (const object of taken) left.delete(object);
  return taken;
}

const textOf = (objects: readonly SchemaObject[]): string => objects.map(({ sql }) => sql).join('');

/** What stands on the other page: of each the first sentence. */
function named(objects: readonly SchemaObject[]): string {
  const names = subjectsApart.flatMap((subject) => subject.names.split(' '));
  const lines = names.map((name) => {
    const { about } = objects.find((each) => each.name === `function ${name}` || each.name === `table ${name}`)!;
    return comment(`${name}: ${about?.split(/(?<=\.) /)[0]}`);
  });
  return `\n-- In ${pageApart}:\n${lines.join('')}`;
}

/** Of a database that is made for it, on the server that tests have, and is gone afterwards. */
export async function freshSchemaPages(): Promise<Map<string, Buffer>> {
  const server = await startTestServer();
  const open = (database: string) => {
    const url = new URL(server.connection.url);
    url.pathname = `/${database}`;
    return openDb({ url: url.href }, { applicationName: 'derive', log: createSilentLog() });
  };
  const name = `derive_${randomUUID().replaceAll('-', '')}`;
  const admin = open('postgres');
  await admin.query({ text: `create database ${name}` });
  const db = open(name);
  try {
    await migrate(db, migrationsFolder);
    const pages = schemaPages(await readSchema(db));
    return new Map([...pages].map(([file, text]) => [file, Buffer.from(text)]));
  } finally {
    await db.close();
    await admin.query({ text: `drop database ${name} with (force)` });
    await admin.close();
    await server.stop();
  }
}

interface TableRow {
  number: number;
  name: string;
  unlogged: boolean;
  options: string[] | null;
  about: string | null;
  /** `RANGE (id)` */
  partitioned: string | null;
  columns: {
    name: string;
    type: string;
    required: boolean;
    standard: string | null;
    numbered: boolean;
    about: string | null;
  }[];
  constraints: { name: string; kind: string; text: string }[];
}

async function readTables(db: Db): Promise<SchemaObject[]> {
  const rows = await db.query<TableRow>({
    text: `select c.oid::bigint as number, c.relname as name, c.relpersistence = 'u' as unlogged, c.reloptions as options,
        obj_description(c.oid, 'pg_class') as about, pg_get_partkeydef(c.oid) as partitioned,
        (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
            'required', a.attnotnull, 'standard', pg_get_expr(d.adbin, d.adrelid), 'numbered', a.attidentity = 'a',
            'about', col_description(c.oid, a.attnum)) order by a.attnum)
          from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
        coalesce((select json_agg(json_build_object('name', k.conname, 'kind', k.contype,
            'text', pg_get_constraintdef(k.oid, true)) order by array_position('{p,u,f,c}', k.contype::text), k.conname)
          from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')), '[]') as constraints
      from pg_class c
      where c.relnamespace = ${ours} and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'`,
  });
  return rows.map((table) => ({
    number: table.number,
    name: `table ${table.name}`,
    about: table.about,
    sql: tableStatements(table),
  }));
}

function tableStatements(table: TableRow): string {
  const { name, unlogged, options, about, partitioned, columns, constraints } = table;
  const inline = new Map<string, string>();
  const apart: string[] = [];
  for (const { name: called, kind, text } of constraints) {
    const column = columnOf(name, called, text);
    if (column === undefined) apart.push((isUsual(name, called, text) ? '' : `constraint ${called} `) + plainSql(text));
    else inline.set(column, `${inline.get(column) ?? ''} ${plainSql(columnForm(kind, text))}`);
  }
  const lines = columns.map(({ name: column, type, required, standard, numbered, about: columnIsFor }) => {
    const constraint = inline.get(column) ?? '';
    const notNull = required && !constraint.includes('primary key') ? ' not null' : '';
    const isDefault = standard === null ? '' : ` default ${plainSql(standard)}`;
    const isNumbered = numbered ? ' generated always as identity' : '';
    return {
      sql: `${column} ${plainSql(type)}${notNull}${isDefault}${isNumbered}${constraint}`,
      about: columnIsFor === null ? '' : `${column}: ${columnIsFor}`,
    };
  });
  const kept = [
    ...(partitioned === null ? [] : [`partition by ${plainSql(partitioned)}`]),
    ...(options === null ? [] : [`with (${options.join(', ')})`]),
  ].join(' ');
  const start = `create ${unlogged ? 'unlogged ' : ''}table ${name}`;
  return tableText(start, about, [...lines, ...apart.map((sql) => ({ sql, about: '' }))], kept);
}

/** The column that a constraint is about alone, where it has the name that PostgreSQL gives such a one by itself. */
function columnOf(table: string, constraint: string, text: string): string | undefined {
  if (constraint === `${table}_pkey`) return /^PRIMARY KEY \((\w+)\)$/.exec(text)?.[1];
  const [, column] = new RegExp(`^${table}_(\\w+)_(?:fkey|key|check)$`).exec(constraint) ?? [];
  return column !== undefined && (text.startsWith('CHECK') || text.includes(` (${column})`)) ? column : undefined;
}

/** Whether PostgreSQL would give this name by itself, so that it need not be said. */
function isUsual(table: string, constraint: string, text: string): boolean {
  const columns = /^UNIQUE \((.*)\)$/.exec(text)?.[1]?.replaceAll(', ', '_');
  return [`${table}_pkey`, `${table}_check`, `${table}_${columns}_key`].includes(constraint);
}

function columnForm(kind: string, text: string): string {
  if (kind === 'p') return 'primary key';
  if (kind === 'u') return 'unique';
  return kind === 'f' ? text.replace(/^FOREIGN KEY \(\w+\) /, '').replace(/\(id\)$/, '') : text;
}

/** How finely columns are sampled, where that is not as usual. */
async function readSamples(db: Db): Promise<SchemaObject[]> {
  const rows = await db.query<{ number: number; name: string; target: number; columns: string[] }>({
    text: `select c.oid::bigint as number, c.relname as name, a.attstattarget as target,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = ${ours} and c.relkind in ('r', 'p') and not c.relispartition and a.attstattarget is not null
      group by c.oid, c.relname, a.attstattarget order by a.attstattarget desc`,
  });
  return rows.map(({ number, name, target, columns }) => ({
    number,
    name: `samples ${name} ${target}`,
    sql: `${namesLoop(columns, `execute format('alter table ${name} alter %I set statistics ${target}', each)`)}\n`,
  }));
}

interface TextRow {
  number: number;
  name: string;
  text: string;
  about?: string | null;
  table?: string;
  calls?: string;
}

const asObject =
  (kind: string, write: (row: TextRow) => string) =>
  ({ text, ...row }: TextRow): SchemaObject => ({
    ...row,
    name: `${kind} ${row.name}`,
    sql: `${write({ text, ...row })}\n`,
  });

/** Those of primary keys and unique constraints stand with their tables. */
async function readIndexes(db: Db): Promise<SchemaObject[]> {
  const rows = await db.query<TextRow>({
    text: `select c.oid::bigint as number, c.relname as name, t.relname as table, pg_get_indexdef(c.oid, 0, true) as text
      from pg_class c join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = i.indrelid
      where c.relnamespace = ${ours} and not t.relispartition and not exists (select from pg_constraint k where k.conindid = c.oid)
        and i.indrelid is distinct from to_regclass('migrations')`,
  });
  return rows.map(
    asObject('index', ({ text }) =>
      statement(`${plainSql(text.replace(' USING btree', '').replace(' ON ONLY ', ' ON '))};`),
    ),
  );
}

async function readViews(db: Db): Promise<SchemaObject[]> {
  const rows = await db.query<TextRow>({
    text: `select c.oid::bigint as number, c.relname as name, pg_get_viewdef(c.oid, true) as text,
        obj_description(c.oid, 'pg_class') as about
      from pg_class c where c.relnamespace = ${ours} and c.relkind = 'v'`,
  });
  return rows.map(
    asObject('view', ({ name, text, about }) => `${comment(about)}create view ${name} as\n${query(plainSql(text))}`),
  );
}

async function readFunctions(db: Db): Promise<SchemaObject[]> {
  const rows = await db.query<TextRow>({
    text: `select p.oid::bigint as number, p.proname as name, pg_get_functiondef(p.oid) as text,
        obj_description(p.oid, 'pg_proc') as about
      from pg_proc p where p.pronamespace = ${ours}`,
  });
  return rows.map(asObject('function', ({ text, about }) => comment(about) + functionStatement(text)));
}

/** Only the head is PostgreSQL's wording: the body is the author's, comments and all. */
function functionStatement(text: string): string {
  const [, head, body] = /^(.*?)\nAS \$function\$(.*)\$function\$\s*$/s.exec(text)!;
  const plain = plainSql(head!.replace('CREATE OR REPLACE FUNCTION public.', 'create function '));
  return functionText(`${plain.replaceAll(/\s+/g, ' ').replaceAll(/ to '(\w+)'/g, ' = $1')} as`, body!);
}

async function readTriggers(db: Db): Promise<SchemaObject[]> {
  const rows = await db.query<TextRow>({
    text: `select t.oid::bigint as number, t.tgname as name, c.relname as table,
        'function ' || t.tgfoid::regproc::text as calls, pg_get_triggerdef(t.oid, true) as text
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = ${ours} and not c.relispartition and not t.tgisinternal`,
  });
  return rows.map(asObject('trigger', ({ text }) => statement(`${plainSql(text)};`)));
}

/** PostgreSQL shouts, and says the type of every text; what stands in quotes stays as it is. */
function plainSql(text: string): string {
  const small = text
    .replaceAll(/\s+/g, ' ')
    .split(/('[^']*')/)
    .map((part, index) => (index % 2 === 1 ? part : part.toLowerCase()))
    .join('');
  return small
    .replaceAll(/::text(\[\])?/g, '')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/<> all \(array\[([^\]]*)\]\)/g, 'not in ($1)')
    .replaceAll(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)');
}
