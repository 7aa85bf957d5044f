/** Of the servers that an address names, the one that takes writes: watched, and followed when it moves. */

import type { Client, ClientBase } from 'pg';
import type { ServerAddress } from '../config/server-addresses.ts';
import { DatabaseUnavailable } from './database-errors.ts';
import type { ConnectionSettings } from './database-server.ts';
import { keepLooking, type Lineage, type ServerState } from './server-watch.ts';

export interface PrimaryWatchOptions {
  addresses: readonly ServerAddress[];
  applicationName: string;
  sessions?: ConnectionSettings['sessions'];
  judge(client: Client): Promise<string | null>;
  /** After every look at any of them, from when each was looked at once. */
  onLook(view: View): void;
}

export interface View {
  /** Null: none takes writes now. */
  primary: (ServerState & { outcome: 'primary' }) | null;
  /** In the order of the address. */
  servers: readonly { name: string; state: ServerState }[];
}

export interface PrimaryWatch {
  readonly connection: ConnectionSettings;
  stop(): Promise<void>;
}

export function watchPrimary(options: PrimaryWatchOptions): PrimaryWatch {
  const { addresses, applicationName, judge, sessions } = options;
  const states = new Map<ServerAddress, ServerState>();
  const moves: (() => void)[] = [];
  const stopped = new AbortController();
  let current = addresses[0]!;
  let newest: Lineage | null = null;

  function note(address: ServerAddress, state: ServerState): void {
    states.set(address, state);
    // One that was left behind may be the first to answer.
    if (states.size < addresses.length) return;
    const found = choose();
    if (found !== undefined && found !== current) {
      current = found;
      for (const move of moves) move();
    }
    const seen = found === undefined ? undefined : states.get(found);
    options.onLook({
      primary: seen?.outcome === 'primary' ? seen : null,
      servers: addresses.map((one) => ({ name: one.name, state: states.get(one)! })),
    });
  }

  /** One that was left behind may still take writes, and they would be lost: nobody goes back to an older timeline. */
  function choose(): ServerAddress | undefined {
    const primaries = addresses.filter((one) => states.get(one)?.outcome === 'primary');
    for (const one of primaries) {
      const lineage = lineageOf(one);
      if (lineage !== null && lineage.cluster === (newest?.cluster ?? lineage.cluster)) {
        newest = newest === null || lineage.timeline > newest.timeline ? lineage : newest;
      }
    }
    const fit = primaries.filter((one) => {
      const lineage = lineageOf(one);
      return lineage === null || (lineage.cluster === newest?.cluster && lineage.timeline === newest.timeline);
    });
    return fit.includes(current) ? current : fit[0];
  }

  function lineageOf(address: ServerAddress): Lineage | null {
    const state = states.get(address);
    return state?.outcome === 'primary' ? state.lineage : null;
  }

  const looking = addresses.map((address) =>
    keepLooking(address, {
      applicationName,
      company: addresses.length === 1 ? 'alone' : 'several',
      judge,
      tell: (state) => note(address, state),
      stopped: stopped.signal,
    }),
  );
  return {
    connection: {
      get url() {
        return current.url;
      },
      ...(sessions !== undefined && { sessions }),
      accept: refuseStandby,
      onMove: (listener) => moves.push(listener),
    },
    async stop() {
      stopped.abort();
      await Promise.all(looking);
    },
  };
}

/** A server that was the primary comes back as a standby: what it answers is old, and it takes nothing. */
async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]!.standby) throw new DatabaseUnavailable('The server is a standby and takes no writes.');
}

export function viewSentence(servers: View['servers']): string {
  const said = servers.map(({ name, state }) => {
    if (state.outcome === 'standby') return `${name} is a standby`;
    if (state.outcome === 'unfit') return `${name} cannot be used: ${state.sentence}`;
    if (state.outcome === 'away') return `${name} cannot be reached: ${state.fault.message}`;
    return `${name} was left behind by a failover`;
  });
  return `No server of DATABASE_URL takes writes: ${said.join('; ')}.`;
}
