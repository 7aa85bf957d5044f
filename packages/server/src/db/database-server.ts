/** What the service knows about its database server, whether it runs it itself or was given an address. */
import type { ClientBase } from 'pg';

/** One URL, so that an operator's own (`sslmode` and all) passes through untouched; a socket folder is its `host` parameter. */
export interface ConnectionSettings {
  /** Of several servers, the one that takes writes now, or took them last. */
  readonly url: string;
  /** `pooled`: others may get the session after each transaction, so that nothing may be set or prepared for longer. */
  readonly sessions?: 'pooled';
  /** Whether a new connection may be used; what it throws refuses it. */
  accept?(client: ClientBase): Promise<void>;
  /** Hears that another server takes the writes now: connections to the one before must not be used any more. */
  onMove?(listener: () => void): void;
}

export interface DatabaseState {
  readonly phase: 'starting' | 'recovering' | 'ready' | 'down';
  /** For the readiness endpoint and the log. */
  readonly sentence: string;
}

export type StateListener = (state: DatabaseState) => void;

export interface DatabaseServer {
  readonly connection: ConnectionSettings;
  /** The server itself, where `connection` leads to a pooler. */
  readonly direct: ConnectionSettings;
  /** What stands in nobody's way, and is worth knowing: a clock that is off, a standby that is missing. */
  warnings(): string[];
  state(): DatabaseState;
  onState(listener: StateListener): void;
  /** Call it after every pool is closed: the last user of an embedded server takes it down. */
  stop(): Promise<void>;
}

export interface StateBoard {
  read(): DatabaseState;
  write(phase: DatabaseState['phase'], sentence: string): void;
  listen(listener: StateListener): void;
}

export function makeStateBoard(first: StateListener): StateBoard {
  const listeners = [first];
  let current: DatabaseState | undefined;
  return {
    read: () => current ?? { phase: 'starting', sentence: 'PostgreSQL is starting.' },
    write(phase, sentence) {
      if (current?.phase === phase && current.sentence === sentence) return;
      current = { phase, sentence };
      for (const listener of listeners) listener(current);
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}
