/** One stream of server-sent events on its way to a reader, which may be slow or asleep. */
import type { Exchange, NodeStreams } from './exchange.ts';

/** Somebody who listens; `write` never waits. */
export interface Reader {
  write(text: string): void;
  end(): void;
}

export interface EventStream extends Reader {
  /** To be called by who has nothing to write yet. */
  begin(): void;
  /** Resolves when the reader has taken most of what was written, or is gone. */
  taken(): Promise<void>;
  readonly isOpen: boolean;
}

/** A reader that stays so far behind has gone to sleep, and one that is further behind costs too much to wait for. */
const unreadBytes = 1_048_576;
const unreadBytesMax = 8 * unreadBytes;
const unreadMilliseconds = 5_000;
/** A client's pause before it connects again. */
const retryMilliseconds = 2_000;

export function createEventStream(exchange: Exchange, { response }: NodeStreams): EventStream {
  let behindSince: number | null = null;

  /** Whoever is let go comes back, resumes, and has missed nothing. */
  function isAsleep(): boolean {
    const unread = response.writableLength;
    behindSince = unread <= unreadBytes ? null : (behindSince ?? performance.now());
    return unread > unreadBytesMax || (behindSince !== null && performance.now() - behindSince > unreadMilliseconds);
  }

  function begin(): void {
    if (response.headersSent) return;
    response.writeHead(200, {
      ...exchange.headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that gather answers before they pass them on would hold events back.
      'x-accel-buffering': 'no',
      'x-request-id': exchange.requestId,
    });
    if (exchange.method !== 'HEAD') response.write(`retry: ${retryMilliseconds}\n: watching\n\n`);
  }

  return {
    begin,
    get isOpen() {
      return !response.destroyed && !response.writableEnded;
    },
    write(text) {
      if (response.destroyed || response.writableEnded) return;
      begin();
      if (isAsleep()) response.destroy();
      else response.write(text);
    },
    taken() {
      if (response.destroyed || !response.writableNeedDrain) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          response.off('drain', done).off('close', done);
          resolve();
        };
        response.on('drain', done).on('close', done);
      });
    },
    end() {
      response.end();
    },
  };
}
