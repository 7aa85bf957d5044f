/** What the service knows about its database server, whether it runs it itself or was given an address. */

/** One URL, so that an operator's own (`sslmode` and all) passes through untouched; a socket folder is its `host` parameter. */
export interface ConnectionSettings {
  readonly url: string;
}

export interface DatabaseState {
  readonly phase: 'starting' | 'recovering' | 'ready' | 'down';
  /** For the readiness endpoint and the log. */
  readonly sentence: string;
}

export type StateListener = (state: DatabaseState) => void;

export interface DatabaseServer {
  readonly connection: ConnectionSettings;
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
