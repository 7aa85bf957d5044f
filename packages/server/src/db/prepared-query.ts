/** Runs a named statement for half of the driver's time: what its columns are is asked once a connection, not each time. */
import pg, { type ClientBase, type Connection, type Submittable } from 'pg';
import { columnTypes } from './column-types.ts';

export interface Answer<Row> {
  command: string;
  rows: Row[];
}

export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly answerMilliseconds?: number | undefined;
}

type Outcome = (fault: Error | null | undefined, answer?: Answer<unknown>) => void;

interface Column {
  name: string;
  read(text: string): unknown;
}

/** What the driver keeps about a connection and its types leave out: the statements that the server has parsed. */
interface ParsingConnection extends Connection {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;

/** They cannot change behind our back: PostgreSQL refuses to run a prepared statement whose columns became others. */
const columnsOn = new WeakMap<Connection, Map<string, Column[]>>();

export function runPrepared<Row>(
  client: ClientBase,
  statement: NamedStatement,
  values: readonly unknown[],
): Promise<Answer<Row>> {
  return new Promise((resolve, reject) => {
    const outcome: Outcome = (fault, answer) => (fault ? reject(fault) : resolve(answer as Answer<Row>));
    client.query(new PreparedQuery(statement, values, outcome));
  });
}

/** The driver's client calls these methods with what the server says, and puts its timeout around `callback`. */
class PreparedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  readonly query_timeout: number | undefined;
  callback: Outcome;
  readonly #values: readonly unknown[];
  #columns: Column[] | undefined;
  #command = '';
  #rows: unknown[] = [];
  #fault: Error | undefined;

  constructor({ name, text, answerMilliseconds }: NamedStatement, values: readonly unknown[], callback: Outcome) {
    this.name = name;
    this.text = text;
    this.query_timeout = answerMilliseconds;
    this.#values = values;
    this.callback = callback;
  }

  /** Answers the fault when nothing was sent. */
  submit(connection: Connection): Error | null {
    const { name, text } = this;
    const { parsedStatements, submittedNamedStatements } = connection as ParsingConnection;
    const parsed = parsedStatements[name] ?? submittedNamedStatements[name];
    if (parsed !== undefined && parsed !== text) return new Error(`Two statements are named ${name}.`);
    let values: (string | Buffer | null)[];
    try {
      values = this.#values.map((value) => prepareValue(value));
    } catch (fault) {
      return fault as Error;
    }
    this.#columns = parsed === undefined ? undefined : columnsOn.get(connection)?.get(name);
    // One system call for all messages.
    connection.stream.cork();
    if (parsed === undefined) {
      connection.parse({ name, text, types: [] }, true);
      submittedNamedStatements[name] = text;
    }
    connection.bind({ portal: '', statement: name, values }, true);
    if (this.#columns === undefined) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({ portal: '' }, true);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: columnTypes.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const columns = this.#columns ?? [];
    const row: Record<string, unknown> = {};
    try {
      for (let place = 0; place < columns.length; place += 1) {
        const text = fields[place]!;
        row[columns[place]!.name] = text === null ? null : columns[place]!.read(text);
      }
    } catch (fault) {
      // Told once the server is ready: until then the connection takes no other statement.
      this.#fault = fault as Error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#command = text;
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#fault !== undefined) return this.callback(this.#fault);
    const known = columnsOn.get(connection) ?? new Map<string, Column[]>();
    known.set(this.name, this.#columns ?? []);
    columnsOn.set(connection, known);
    this.callback(null, { command: this.#command, rows: this.#rows });
  }

  handleError(fault: Error): void {
    this.callback(fault);
  }

  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
