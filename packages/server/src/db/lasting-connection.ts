/** One connection that is made again whenever it breaks: it carries LISTEN, and it tells at once that a server died. */

import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ConnectionSettings } from './database-server.ts';
import { sessionOptions } from './session-options.ts';

const connectMilliseconds = 5000;
const prepareMilliseconds = 30_000;
const goodbyeMilliseconds = 1000;
/** A peer that vanished without a word (a pulled cable, a stopped process) shows only by not answering. */
const heartbeatMilliseconds = 10_000;
const heartbeatAnswerMilliseconds = 5000;
const pauseMillisecondsMax = 500;

export interface LastingConnectionOptions {
  settings: ConnectionSettings;
  applicationName: string;
  /** Runs on every new connection before it counts as made. */
  prepare(client: Client): Promise<void>;
  /** Told of every failed try; what it throws ends the first connecting, and is ignored later on. */
  onRefused(error: Error): Promise<void>;
  /** Ends the first connecting, which rejects with its reason. */
  giveUp?: AbortSignal | undefined;
  onLost(error: Error): void;
  /** Not called for the first connection. */
  onBack(): void;
}

export interface LastingConnection {
  /** @param farewell what to do with the connection, if there is one, before it is closed for good. */
  stop(farewell?: (client: Client) => Promise<void>): Promise<void>;
}

export async function openLastingConnection(options: LastingConnectionOptions): Promise<LastingConnection> {
  const stopped = new AbortController();
  let current: Client | undefined;
  let reconnecting: Promise<void> = Promise.resolve();

  const adopt = (client: Client) => {
    current = client;
    const heartbeat = watchAnswers(client);
    let reason = new Error('The connection was closed by the server.');
    client.on('error', (error) => {
      reason = error;
    });
    client.once('end', () => {
      clearInterval(heartbeat);
      current = undefined;
      if (stopped.signal.aborted) return;
      options.onLost(reason);
      reconnecting = connectAgain();
    });
  };

  const connectAgain = async () => {
    const tolerant = { ...options, onRefused: (error: Error) => options.onRefused(error).catch(() => {}) };
    const client = await connectPatiently(tolerant, stopped.signal);
    if (client === undefined) return;
    adopt(client);
    options.onBack();
  };

  options.settings.onMove?.(() => current?.connection.stream.destroy());
  const first = await connectPatiently(options, options.giveUp ?? stopped.signal);
  if (first === undefined) throw options.giveUp?.reason;
  adopt(first);
  return {
    async stop(farewell) {
      stopped.abort();
      await reconnecting;
      if (current === undefined) return;
      await farewell?.(current);
      // A peer that no longer answers must not hold up a shutdown.
      await Promise.race([current?.end(), pause(goodbyeMilliseconds, undefined, { ref: false })]);
    },
  };
}

async function connectPatiently(options: LastingConnectionOptions, stopped: AbortSignal): Promise<Client | undefined> {
  for (let tries = 0; !stopped.aborted; tries += 1) {
    try {
      return await connectOnce(options);
    } catch (error) {
      await options.onRefused(error as Error);
    }
    const milliseconds = Math.min(20 * 1.4 ** tries, pauseMillisecondsMax);
    await pause(milliseconds, undefined, { signal: stopped }).catch(() => {});
  }
  return undefined;
}

async function connectOnce(options: LastingConnectionOptions): Promise<Client> {
  const client = new Client({
    connectionString: options.settings.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: prepareMilliseconds,
    options: sessionOptions,
    keepAlive: true,
  });
  // Without a listener an error event ends the process; what matters of it reaches us through `end` or the rejection.
  client.on('error', () => {});
  try {
    await client.connect();
    await options.settings.accept?.(client);
    await options.prepare(client);
    return client;
  } catch (error) {
    void client.end();
    throw error;
  }
}

function watchAnswers(client: Client): NodeJS.Timeout {
  const question = { text: 'select 1', query_timeout: heartbeatAnswerMilliseconds };
  // Ending a client whose statement is unanswered cuts the socket, and the `end` event starts the reconnecting.
  const ask = () => client.query(question).catch(() => client.end());
  return setInterval(ask, heartbeatMilliseconds).unref();
}
