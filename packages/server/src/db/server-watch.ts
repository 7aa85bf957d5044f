/** Looks at one server again and again, on a connection of its own: does it answer, does it take writes, what time has it? */

import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ServerAddress } from '../config/server-addresses.ts';

export type ServerState =
  | { outcome: 'primary'; lineage: Lineage | null; replication: Replication; aheadMilliseconds: number | null }
  | { outcome: 'standby' }
  /** It answers, and can never serve us. */
  | { outcome: 'unfit'; sentence: string }
  | { outcome: 'away'; fault: Error };

/** Two that both take writes are told apart by it: whoever was promoted last has the higher timeline. */
export interface Lineage {
  cluster: string;
  timeline: number;
}

export interface Replication {
  /** How many standbys every commit waits for; 0: it waits for none. */
  wanted: number;
  /** Those connected that such a commit may wait for. A role that may not see which they are counts all. */
  standbys: number;
}

export interface WatchOptions {
  applicationName: string;
  /** Whether it is one of several, and its lineage matters. Asked only then: not every managed PostgreSQL tells. */
  company: 'alone' | 'several';
  /** Looked at once for each new connection to a server that takes writes: a sentence when it cannot serve us. */
  judge(client: Client): Promise<string | null>;
  tell(state: ServerState): void;
  stopped: AbortSignal;
}

const lookMilliseconds = 500;
/** A peer that vanished without a word (a pulled cable, a stopped process) shows only by not answering. */
const timeoutMilliseconds = 5000;
/** Of a reply that took longer nobody can tell when it was written. */
const clockAnswerMilliseconds = 1000;
const connectMilliseconds = 5000;
const pauseMillisecondsMax = 500;

const replicationAndTime = `
  case when current_setting('synchronous_commit') in ('off', 'local') then ''
    else current_setting('synchronous_standby_names') end as standby_names,
  (select count(*) from pg_stat_replication where coalesce(sync_state, 'sync') in ('sync', 'quorum')) as standbys,
  clock_timestamp() as now`;

const looks = {
  alone: `select pg_is_in_recovery() as standby, null as cluster, null as timeline, ${replicationAndTime}`,
  several: `select pg_is_in_recovery() as standby, (select system_identifier from pg_control_system())::text as cluster,
    case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
    ${replicationAndTime}`,
};

interface LookRow {
  standby: boolean;
  cluster: string | null;
  timeline: string | null;
  standby_names: string;
  standbys: string;
  now: Date;
}

/** Resolves when it was stopped and its connection is closed. */
export async function keepLooking(address: ServerAddress, options: WatchOptions): Promise<void> {
  const { stopped, tell } = options;
  for (let failures = 0; !stopped.aborted; failures += 1) {
    const client = open(address, options.applicationName);
    try {
      await client.connect();
      await lookWhileItLasts(client, options, () => {
        failures = 0;
      });
    } catch (fault) {
      if (!stopped.aborted) tell({ outcome: 'away', fault: fault as Error });
    }
    // A peer that no longer answers must not hold up a shutdown.
    await Promise.race([client.end().catch(() => {}), pause(1000, undefined, { ref: false })]);
    await pause(Math.min(20 * 1.4 ** failures, pauseMillisecondsMax), undefined, { signal: stopped }).catch(() => {});
  }
}

function open(address: ServerAddress, applicationName: string): Client {
  return new Client({
    connectionString: address.url,
    application_name: applicationName,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: timeoutMilliseconds,
    keepAlive: true,
  });
}

/** Rejects with what ended the connection. */
async function lookWhileItLasts(client: Client, options: WatchOptions, onAnswer: () => void): Promise<void> {
  const { stopped, tell, judge, company } = options;
  const broken = new AbortController();
  let reason = new Error('The connection was closed by the server.');
  client.on('error', (fault) => {
    reason = fault;
  });
  client.once('end', () => broken.abort());
  const ended = AbortSignal.any([stopped, broken.signal]);
  let unfit: string | null | undefined;
  while (!ended.aborted) {
    const sentAt = Date.now();
    const { rows } = await client.query<LookRow>(looks[company]);
    const row = rows[0]!;
    // The reply was written about halfway between question and arrival.
    const tookMilliseconds = Date.now() - sentAt;
    const aheadMilliseconds =
      tookMilliseconds > clockAnswerMilliseconds ? null : sentAt + tookMilliseconds / 2 - row.now.getTime();
    if (!row.standby && unfit === undefined) unfit = await judge(client);
    onAnswer();
    tell(
      typeof unfit === 'string' && !row.standby
        ? { outcome: 'unfit', sentence: unfit }
        : stateOf(row, aheadMilliseconds),
    );
    await pause(lookMilliseconds, undefined, { signal: ended }).catch(() => {});
  }
  if (!stopped.aborted) throw reason;
}

function stateOf(row: LookRow, aheadMilliseconds: number | null): ServerState {
  if (row.standby) return { outcome: 'standby' };
  const lineage =
    row.cluster === null || row.timeline === null
      ? null
      : { cluster: row.cluster, timeline: Number.parseInt(row.timeline, 16) };
  const replication = { wanted: standbysWanted(row.standby_names), standbys: Number(row.standbys) };
  return { outcome: 'primary', lineage, replication, aheadMilliseconds };
}

/** `FIRST 2 (a, b)`, `ANY 2 (a, b)` and `2 (a, b)` ask for two; a plain list asks for one. */
function standbysWanted(names: string): number {
  if (names.trim() === '') return 0;
  return Number(/^\s*(?:(?:first|any)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1);
}
