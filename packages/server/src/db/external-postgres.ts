/** PostgreSQL that somebody else runs (DATABASE_URL), on one server or several: watched like our own, never started or stopped. */

import type { Client } from 'pg';
import { readServerAddresses } from '../config/server-addresses.ts';
import type { Log } from '../log/log.ts';
import { createClockWatch } from './clock-watch.ts';
import { type DatabaseServer, makeStateBoard, type StateBoard, type StateListener } from './database-server.ts';
import { type View, viewSentence, watchPrimary } from './primary-watch.ts';
import { createReplicationWatch } from './replication-watch.ts';
import { unfitness } from './server-fitness.ts';

export interface ExternalOptions {
  log: Log;
  /** The same database past a pooler, where `url` is one's. */
  directUrl?: string | null;
  /** Hears of every change from the first moment on. */
  onState?: StateListener;
  /** Ends the waiting for a server that does not answer. */
  giveUp?: AbortSignal;
}

/** A server that starts beside us (compose, systemd) gets this long before we call the address wrong. */
const firstPatienceMilliseconds = 30_000;
/** Wrong user, password or database: waiting does not help. */
const hopeless = /^(28...|3D000)$/;

export async function useExternalPostgres(url: string, options: ExternalOptions): Promise<DatabaseServer> {
  const { log, onState, giveUp, directUrl = null } = options;
  const board = makeStateBoard((state) => {
    log.info({ database: state.phase }, state.sentence);
    onState?.(state);
  });
  board.write('starting', 'Connecting to the database.');
  const clock = createClockWatch(log);
  const replication = createReplicationWatch(log);
  const main = openWatch('DATABASE_URL', url, {
    log,
    ...(directUrl !== null && { sessions: 'pooled' }),
    onLook(view) {
      writeState(board, view);
      if (view.primary === null) return;
      if (view.primary.aheadMilliseconds !== null) clock.note(view.primary.aheadMilliseconds);
      replication.note(view.primary.replication);
    },
  });
  const direct = directUrl === null ? main : openWatch('DATABASE_DIRECT_URL', directUrl, { log, onLook() {} });
  const watches = new Set([main, direct]);
  const stop = async () => {
    await Promise.all([...watches].map((watch) => watch.stop()));
  };
  try {
    for (const watch of watches) await watch.found(giveUp);
  } catch (fault) {
    await stop();
    throw fault;
  }
  return {
    connection: main.connection,
    direct: direct.connection,
    warnings: () => [clock.sentence() ?? [], replication.sentence() ?? []].flat(),
    state: board.read,
    onState: board.listen,
    stop,
  };
}

interface WatchTerms {
  log: Log;
  sessions?: 'pooled';
  onLook(view: View): void;
}

/** `found`: resolves with the first sight of a server that takes writes, and rejects when there is no hope for one. */
function openWatch(name: string, url: string, { log, sessions, onLook }: WatchTerms) {
  const first = Promise.withResolvers<void>();
  // Nobody may be waiting yet, or any more.
  first.promise.catch(() => {});
  const giveUpAt = performance.now() + firstPatienceMilliseconds;
  const watch = watchPrimary({
    // Settings were checked; what else calls this has an address of one server.
    addresses: readServerAddresses(url) ?? [{ name, url }],
    applicationName: 'afterimage presence',
    ...(sessions !== undefined && { sessions }),
    judge: (client: Client) => unfitness(client, { name, log }),
    onLook(view) {
      onLook(view);
      if (view.primary !== null) first.resolve();
      else {
        const sentence = hopelessness(name, view, performance.now() > giveUpAt);
        if (sentence !== null) first.reject(new Error(sentence));
      }
    },
  });
  return {
    ...watch,
    connection: watch.connection,
    found(giveUp?: AbortSignal): Promise<void> {
      if (giveUp?.aborted) return Promise.reject(giveUp.reason);
      giveUp?.addEventListener('abort', () => first.reject(giveUp.reason), { once: true });
      return first.promise;
    },
  };
}

function hopelessness(name: string, { servers }: View, isLate: boolean): string | null {
  const unfit = servers.find(({ state }) => state.outcome === 'unfit')?.state;
  if (unfit?.outcome === 'unfit') return unfit.sentence;
  const faults = servers.flatMap(({ state }) => (state.outcome === 'away' ? [state.fault] : []));
  const fault = faults[0];
  const isHopeless = faults.length === servers.length && faults.every((one) => hopeless.test(codeOf(one)));
  if (!isHopeless && !isLate) return null;
  if (servers.length === 1 && fault !== undefined) return `${name} cannot be used: ${fault.message}`;
  return viewSentence(servers);
}

function writeState(board: StateBoard, { primary, servers }: View): void {
  const [only] = servers;
  if (primary !== null) board.write('ready', 'The database is ready.');
  else if (servers.length > 1 || only?.state.outcome !== 'away') board.write('down', viewSentence(servers));
  else if (codeOf(only.state.fault) === '57P03') board.write('recovering', 'The database is starting or recovering.');
  else board.write('down', `The database cannot be reached: ${only.state.fault.message}`);
}

function codeOf(fault: Error): string {
  return 'code' in fault ? String(fault.code) : '';
}
