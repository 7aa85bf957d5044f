/** An event stream that comes back by itself, and what it tells whoever reads it. Works in a page and in a worker. */
import { eventAliveSeconds } from '@afterimage/contract/api';

const eventNames = ['generation', 'balance', 'delivery', 'reset'] as const;
export type EventName = (typeof eventNames)[number];

export type StreamMessage =
  | { kind: 'open' }
  /** How often in a row it has failed. */
  | { kind: 'failed'; failures: number }
  /** The event's own text: who reads it parses it. */
  | { kind: 'event'; name: EventName; data: string };

export interface Stream {
  isOpen(): boolean;
  /** Tries at once instead of waiting: the network has come back, or a laptop has woken up. */
  hurry(): void;
  close(): void;
}

const firstRetryMilliseconds = 500;
const retryMillisecondsMax = 10_000;
const answerMillisecondsMax = 15_000;
/** A connection that is open and says nothing is dead: of that no browser tells. */
const silenceMillisecondsMax = 3_000 * eventAliveSeconds;

/** EventSource comes back by itself, with Last-Event-ID, unless it is refused; then a new one is due. */
export function openStream(address: string, tell: (message: StreamMessage) => void): Stream {
  let source: EventSource;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function after(milliseconds: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, milliseconds);
  }

  function giveUp(): void {
    source.close();
    fail();
  }

  function hear(message?: StreamMessage): void {
    after(silenceMillisecondsMax, giveUp);
    if (message !== undefined) tell(message);
  }

  function connect(): void {
    source = new EventSource(address);
    after(answerMillisecondsMax, giveUp);
    source.addEventListener('open', () => {
      failures = 0;
      hear({ kind: 'open' });
    });
    for (const name of eventNames) {
      source.addEventListener(name, ({ data }) => hear({ kind: 'event', name, data }));
    }
    source.addEventListener('alive', () => hear());
    source.addEventListener('error', fail);
  }

  function fail(): void {
    failures += 1;
    tell({ kind: 'failed', failures });
    if (source.readyState !== EventSource.CLOSED) after(answerMillisecondsMax, giveUp);
    else after(Math.min(firstRetryMilliseconds * 2 ** failures, retryMillisecondsMax), connect);
  }

  connect();
  return {
    isOpen: () => source.readyState === EventSource.OPEN,
    hurry() {
      if (source.readyState === EventSource.OPEN) return;
      source.close();
      connect();
    },
    close() {
      clearTimeout(timer);
      source.close();
    },
  };
}
