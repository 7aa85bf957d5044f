/** The thin layer over `pg` that every room uses: statements, transactions, and errors that say what they mean. */

import {
  Client,
  type ClientConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import type { Log } from '../log/log.ts';
import { createAnnouncer } from './announcer.ts';
import { columnTypes } from './column-types.ts';
import { asConnectFailure, asStatementFailure, endsSession, isReadOnly } from './database-errors.ts';
import type { ConnectionSettings } from './database-server.ts';
import { beginWithTerms, sendInTransaction } from './pooled-session.ts';
import { sessionOptions } from './session-options.ts';

export { CommitUnknown, DatabaseUnavailable } from './database-errors.ts';

/** A named statement is parsed and planned once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  /** How long to wait for its end, where the default is too short. */
  readonly timeoutMilliseconds?: number;
}

export interface Queryable {
  query<Row>(statement: Statement, values?: unknown[]): Promise<Row[]>;
  /** Returns how many rows it changed. */
  change(statement: Statement, values?: unknown[]): Promise<number>;
}

export interface Teller {
  /** Tells all processes, when what was done before is committed. A process that dies in between tells nobody: who hears looks by himself, too. */
  tell(channel: string, payload: string): void;
}

/** Each statement commits by itself. Not a `Tx`, so that a forgotten transaction does not compile. */
export interface Db extends Queryable, Teller {
  readonly kind: 'db';
  /** READ COMMITTED. Rolls back and rethrows when `work` throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface Tx extends Queryable, Teller {
  readonly kind: 'tx';
}

export interface DbOptions {
  connectionsMax?: number;
  applicationName: string;
  statementTimeoutMilliseconds?: number;
  log: Log;
}

const connectionsMaxDefault = 8;
const statementTimeoutMillisecondsDefault = 30_000;
/** Also the longest wait for a free connection: beyond it a caller is better served by a 503. */
const connectMilliseconds = 5000;
const idleMilliseconds = 60_000;
/** Stays however long nobody asks: a new connection, its statements parsed anew, would make the next request wait. */
const connectionsKept = 1;
/** Each refusal costs a recovering server a process and a line in its log, and busy callers ask without a pause. */
export const refusalMilliseconds = 100;
/** The server's own timeout comes first; this one is for a peer that vanished and will never answer. */
const timeoutGraceMilliseconds = 5000;

/** As long as a reader of the log pauses anyway. */
const tellPauseMilliseconds = 5;

const begin = 'begin isolation level read committed';
const commit = { text: 'commit' };
const rollback = { text: 'rollback' };

export function openDb(settings: ConnectionSettings, options: DbOptions): Db {
  const { pool, isBroken } = openPool(settings, options);
  const manner = mannerOf(settings, options.statementTimeoutMilliseconds);
  let closing: Promise<void> | undefined;

  let refusal: Error | undefined;
  const checkOut = async (): Promise<Session> => {
    for (;;) {
      if (refusal !== undefined && pool.idleCount === 0) throw asConnectFailure(refusal);
      const client = await pool.connect().catch((error) => {
        // No code: only the wait for a free connection was too long.
        if ('code' in error) rememberRefusal(error);
        throw asConnectFailure(error);
      });
      if (!isBroken(client)) return openSession(client, { isBroken, manner });
      // It leads to a server that no longer takes the writes.
      client.release(true);
    }
  };
  const rememberRefusal = (error: Error) => {
    refusal = error;
    setTimeout(() => {
      refusal = undefined;
    }, refusalMilliseconds).unref();
  };

  const runOnce = async <Row>(statement: Statement, values?: unknown[]): Promise<StatementResult<Row>> => {
    const session = await checkOut();
    try {
      return await session.runInOwnTransaction<Row>(statement, values);
    } finally {
      session.giveBack();
    }
  };

  const query = async <Row>(statement: Statement, values?: unknown[]) => (await runOnce<Row>(statement, values)).rows;
  const announcer = createAnnouncer({ query }, { log: options.log, pauseMilliseconds: tellPauseMilliseconds });

  return {
    kind: 'db',
    query,
    change: async (statement, values) => (await runOnce(statement, values)).count,
    tell: announcer.tell,
    async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const session = await checkOut();
      try {
        return await runTransaction(session, work, announcer.tell);
      } finally {
        session.giveBack();
      }
    },
    close() {
      closing ??= announcer.stop().then(() => pool.end());
      return closing;
    },
  };
}

/** Exactly one row, or a fault: the statement promised it. */
export function one<Row>(rows: Row[]): Row {
  if (rows.length !== 1) throw new Error(`Expected one row, the database answered ${rows.length}.`);
  return rows[0] as Row;
}

export function maybeOne<Row>(rows: Row[]): Row | undefined {
  if (rows.length > 1) throw new Error(`Expected at most one row, the database answered ${rows.length}.`);
  return rows[0];
}

/** How long a connection waits for what, and how its server is to behave: with a pooled session that is said in each transaction. */
export function connectionTerms(
  { sessions }: Pick<ConnectionSettings, 'sessions'>,
  statementMilliseconds = statementTimeoutMillisecondsDefault,
) {
  const waits = {
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: statementMilliseconds + timeoutGraceMilliseconds,
  };
  if (sessions === 'pooled') return { ...waits, pipeline: true };
  return {
    ...waits,
    options: sessionOptions,
    statement_timeout: statementMilliseconds,
    idle_in_transaction_session_timeout: statementMilliseconds,
  };
}

/** What differs where sessions are pooled. */
export interface Manner {
  readonly sessions: 'own' | 'pooled';
  readonly begin: string;
}

export function mannerOf(
  { sessions }: Pick<ConnectionSettings, 'sessions'>,
  statementMilliseconds = statementTimeoutMillisecondsDefault,
): Manner {
  if (sessions === 'pooled') return { sessions, begin: beginWithTerms(statementMilliseconds) };
  return { sessions: 'own', begin };
}

function openPool(settings: ConnectionSettings, options: DbOptions) {
  const leadsTo = new WeakMap<Client, string>();
  /** Where to is asked anew for each connection: of several servers another may take the writes by then. */
  class PoolMember extends Client {
    constructor(config?: ClientConfig) {
      const { url } = settings;
      super({ ...config, connectionString: url });
      leadsTo.set(this, url);
    }
  }
  const pool = new Pool({
    Client: PoolMember,
    application_name: options.applicationName,
    max: options.connectionsMax ?? connectionsMaxDefault,
    min: connectionsKept,
    idleTimeoutMillis: idleMilliseconds,
    ...connectionTerms(settings, options.statementTimeoutMilliseconds),
    keepAlive: true,
    types: columnTypes,
    ...(settings.accept !== undefined && { onConnect: settings.accept }),
  });
  const broken = new WeakSet<Client>();
  const open = new Set<Client>();
  // A connection may break while idle, or between two statements of a transaction. An error event that nobody
  // listens to ends the process, so both get a listener from their first moment.
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => broken.add(client));
  });
  pool.on('remove', (client) => open.delete(client));
  // Only the reason: the pool hangs the whole client on the error, with the key by which its statements are cancelled.
  pool.on('error', ({ message }) => options.log.warn({ reason: message }, 'An idle connection to the database broke.'));
  const isStale = (client: Client) => leadsTo.get(client) !== settings.url;
  settings.onMove?.(() => {
    // Cut, not closed: a commit there may wait for a standby that has become the primary.
    for (const client of open) if (isStale(client)) client.connection.stream.destroy();
  });
  return { pool, isBroken: (client: Client) => broken.has(client) || isStale(client) };
}

interface Sent {
  statement: Statement;
  values?: unknown[];
  mayHaveCommitted: boolean;
}

interface StatementResult<Row> {
  /** `COMMIT`, `INSERT`. */
  command: string;
  /** How many rows it changed, or found. */
  count: number;
  rows: Row[];
}

interface Session {
  run<Row>(sent: Sent): Promise<StatementResult<Row>>;
  runInOwnTransaction<Row>(statement: Statement, values?: unknown[]): Promise<StatementResult<Row>>;
  begin(): Promise<unknown>;
  /** Back to the pool, or dropped when it can no longer be trusted. */
  giveBack(): void;
  distrust(): void;
}

function openSession(
  client: PoolClient,
  { isBroken, manner }: { isBroken(client: Client): boolean; manner: Manner },
): Session {
  let trusted = true;
  const send = <Row>(statement: Statement, values?: unknown[]) => sendOn<Row>(client, manner, { statement, values });

  async function judged<T>(mayHaveCommitted: boolean, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // The driver's trace leads to its socket; this one to whoever sent the statement.
      if (error instanceof Error) Error.captureStackTrace(error);
      const connectionLost = isBroken(client);
      if (connectionLost || endsSession(error) || leadsNowhere(error) || !isServers(error)) trusted = false;
      throw asStatementFailure(error, { connectionLost, mayHaveCommitted });
    }
  }

  return {
    run: <Row>({ statement, values, mayHaveCommitted }: Sent) =>
      judged(mayHaveCommitted, () => send<Row>(statement, values)),
    runInOwnTransaction: <Row>(statement: Statement, values?: unknown[]) =>
      judged(true, () =>
        manner.sessions === 'pooled'
          ? sendInTransaction(client, manner.begin, () => send<Row>(statement, values))
          : send<Row>(statement, values),
      ),
    begin: () => judged(false, () => send({ text: manner.begin })),
    giveBack: () => client.release(!trusted || isBroken(client)),
    distrust() {
      trusted = false;
    },
  };
}

async function sendOn<Row>(
  client: PoolClient,
  { sessions }: Manner,
  { statement, values }: { statement: Statement; values?: unknown[] | undefined },
): Promise<StatementResult<Row>> {
  const query: QueryConfig & { query_timeout?: number } = {
    // What one session has prepared, the next one that the pooler gives may not know.
    name: sessions === 'pooled' ? undefined : statement.name,
    text: statement.text,
    values,
    query_timeout: statement.timeoutMilliseconds,
  };
  const { command, rowCount, rows }: Partial<QueryResult> = await client.query(query);
  // A text of several statements, as in a migration, is answered with a list of results: no rows to speak of.
  return { command: command ?? '', count: rowCount ?? 0, rows: (rows ?? []) as Row[] };
}

/** What else went wrong, such as a value that cannot be sent, may leave the driver wrong about what was prepared. */
function isServers(error: unknown): boolean {
  return error instanceof DatabaseError;
}

/** A new connection may lead to a server that takes writes, or knows the plans of today. */
function leadsNowhere(error: unknown): boolean {
  return hasOutdatedPlan(error) || isReadOnly(error);
}

/** "cached plan must not change result type": a migration ran elsewhere; a new connection prepares anew. */
export function hasOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000';
}

async function runTransaction<T>(session: Session, work: (tx: Tx) => Promise<T>, tell: Teller['tell']): Promise<T> {
  let ended = false;
  const toTell: [channel: string, payload: string][] = [];
  const run = async <Row>(statement: Statement, values?: unknown[]): Promise<StatementResult<Row>> => {
    if (ended) throw new Error('A statement was sent after its transaction had ended.');
    return session.run<Row>({ statement, values, mayHaveCommitted: false });
  };
  const tx: Tx = {
    kind: 'tx',
    async query<Row>(statement: Statement, values?: unknown[]): Promise<Row[]> {
      return (await run<Row>(statement, values)).rows;
    },
    change: async (statement, values) => (await run(statement, values)).count,
    tell: (...what) => toTell.push(what),
  };
  await session.begin();
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    ended = true;
    await session.run({ statement: rollback, mayHaveCommitted: false }).catch(() => session.distrust());
    throw error;
  }
  ended = true;
  const reply = await session.run({ statement: commit, mayHaveCommitted: true });
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: `work` swallowed one.
  if (reply.command !== 'COMMIT') throw new Error('The transaction was rolled back: it ignored a failed statement.');
  for (const what of toTell) tell(...what);
  return result;
}
