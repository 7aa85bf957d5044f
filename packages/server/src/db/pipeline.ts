/**
 * One connection whose statements leave without waiting for the replies to those before them: the server goes from one
 * to the next by itself, while this process may be busy. Each is a transaction of its own, and fails alone.
 */
import { Client, type ClientConfig, type QueryResult } from 'pg';
import { columnTypes } from './column-types.ts';
import { asConnectFailure, asStatementFailure, endsSession, isReadOnly } from './database-errors.ts';
import type { ConnectionSettings } from './database-server.ts';
import { sendInTransaction } from './pooled-session.ts';
import {
  connectionTerms,
  hasOutdatedPlan,
  mannerOf,
  type Queryable,
  refusalMilliseconds,
  type Statement,
} from './postgres.ts';

export interface Pipeline extends Queryable {
  close(): Promise<void>;
}

interface Opened {
  client: Client;
  ready: Promise<Client>;
}

export function openPipeline(settings: ConnectionSettings, applicationName: string): Pipeline {
  const broken = new WeakSet<Client>();
  let current: Opened | undefined;
  let refusal: Error | undefined;
  const { sessions, begin } = mannerOf(settings);
  // Cut, not closed: what waits there may wait for a standby that has become the primary.
  settings.onMove?.(() => current?.client.connection.stream.destroy());

  function open(): Opened {
    const config: ClientConfig & { pipeline: true } = {
      connectionString: settings.url,
      application_name: applicationName,
      ...connectionTerms(settings),
      keepAlive: true,
      types: columnTypes,
      pipeline: true,
    };
    const client = new Client(config);
    const lose = () => {
      broken.add(client);
      forget(client);
    };
    // An error event that nobody listens to ends the process.
    client.on('error', lose);
    client.once('end', lose);
    const ready = connect(client).catch((error) => {
      lose();
      rememberRefusal(error);
      throw asConnectFailure(error);
    });
    return { client, ready };
  }

  async function connect(client: Client): Promise<Client> {
    await client.connect();
    await settings.accept?.(client);
    return client;
  }

  function forget(client: Client): void {
    if (current?.client === client) current = undefined;
  }

  function rememberRefusal(error: Error): void {
    refusal = error;
    setTimeout(() => {
      refusal = undefined;
    }, refusalMilliseconds).unref();
  }

  async function connected(): Promise<Client> {
    if (refusal !== undefined) throw asConnectFailure(refusal);
    current ??= open();
    return current.ready;
  }

  function send(client: Client, statement: Statement, values: unknown[]): Promise<QueryResult> {
    const query = { text: statement.text, values };
    if (sessions === 'own') return client.query({ ...query, name: statement.name });
    return sendInTransaction(client, begin, () => client.query(query));
  }

  async function run(statement: Statement, values: unknown[] = []): Promise<QueryResult> {
    const client = await connected();
    try {
      return await send(client, statement, values);
    } catch (error) {
      const connectionLost = broken.has(client);
      if (!connectionLost && (endsSession(error) || hasOutdatedPlan(error) || isReadOnly(error))) {
        // What was sent behind it is still answered; whoever comes next opens another.
        forget(client);
        void client.end().catch(() => {});
      }
      throw asStatementFailure(error, { connectionLost, mayHaveCommitted: true });
    }
  }

  return {
    query: async <Row>(statement: Statement, values?: unknown[]) => (await run(statement, values)).rows as Row[],
    change: async (statement, values) => (await run(statement, values)).rowCount ?? 0,
    async close() {
      await current?.ready.catch(() => {});
      await current?.client.end();
    },
  };
}
