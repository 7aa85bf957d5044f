/** Workers that wait for work: each is an entry and a timer here, and no connection to the database. */
import type { Db } from '../db/postgres.ts';
import type { Log } from '../log/log.ts';
import { type Claimed, claimJob } from './jobs-store.ts';
import type { PullWorker } from './keys.ts';
import type { PullNews } from './news.ts';

export interface WaitingWorkers {
  /** A job, at once or as soon as there is one; `nothing` after so many seconds, or soon after the signal aborts. */
  claim(worker: PullWorker, wait: { seconds: number; signal: AbortSignal }): Promise<Claimed>;
  /** Sends everybody home. */
  stop(): void;
}

/** Should an announcement ever be lost: the first in line looks by itself this often. */
const lookMilliseconds = 1_000;

interface WaitingWorker {
  worker: PullWorker;
  /** It is being asked for now: whoever ends its wait meanwhile leaves that to the answer, which may be a job. */
  asking: boolean;
  ended: boolean;
  leave(claimed: Claimed): void;
  end(): void;
}

/** Those who wait for one engine, first come first served. */
interface Line {
  waiting: Set<WaitingWorker>;
  /** Announcements heard: one that comes while a worker is on its way to the line must not be missed. */
  heard: number;
  serving: boolean;
  close(): void;
}

const nothing: Claimed = { claim: 'nothing' };

export function createWaitingWorkers(given: {
  db: Db;
  news: PullNews;
  leaseSeconds: number;
  log: Log;
}): WaitingWorkers {
  const { db, news, leaseSeconds, log } = given;
  /** By engine; of those that workers have keys for, so they are few. */
  const lines = new Map<string, Line>();
  let stopped = false;

  function openLine(engine: string): Line {
    const stopHearing = news.on({ of: 'work', name: engine }, () => {
      line.heard += 1;
      void serve(line);
    });
    const timer = setInterval(() => void serve(line), lookMilliseconds).unref();
    const close = () => {
      stopHearing();
      clearInterval(timer);
    };
    const line: Line = { waiting: new Set(), heard: 0, serving: false, close };
    lines.set(engine, line);
    return line;
  }

  /** Gives what there is to those who wait, one after the other, until there is nothing left. */
  async function serve(line: Line): Promise<void> {
    if (line.serving) return;
    line.serving = true;
    try {
      for (;;) {
        const [first] = line.waiting;
        if (first === undefined) return;
        const { heard } = line;
        const claimed = await ask(first);
        if (claimed.claim === 'nothing' && heard === line.heard) return;
      }
    } catch (fault) {
      // The database is away: the next look finds it or not, and nobody who waits need know.
      log.debug({ err: fault }, 'waiting workers could not be served');
    } finally {
      line.serving = false;
    }
  }

  async function ask(waiting: WaitingWorker): Promise<Claimed> {
    if (waiting.asking) return nothing;
    waiting.asking = true;
    try {
      const claimed = await claimJob(db, waiting.worker.keyId, leaseSeconds);
      if (claimed.claim !== 'nothing') waiting.leave(claimed);
      return claimed;
    } finally {
      waiting.asking = false;
      if (waiting.ended) waiting.leave(nothing);
    }
  }

  function waitIn(line: Line, worker: PullWorker, wait: { seconds: number; signal: AbortSignal }): Promise<Claimed> {
    const { promise, resolve } = Promise.withResolvers<Claimed>();
    const waiting: WaitingWorker = {
      worker,
      asking: false,
      ended: false,
      end() {
        waiting.ended = true;
        if (!waiting.asking) waiting.leave(nothing);
      },
      leave(claimed) {
        clearTimeout(timer);
        wait.signal.removeEventListener('abort', waiting.end);
        stopHearing();
        line.waiting.delete(waiting);
        resolve(claimed);
      },
    };
    const timer = setTimeout(waiting.end, wait.seconds * 1_000);
    wait.signal.addEventListener('abort', waiting.end);
    // A worker whose key was revoked is told at once.
    const stopHearing = news.on({ of: 'key', name: worker.keyId }, () => void ask(waiting).catch(() => undefined));
    line.waiting.add(waiting);
    return promise;
  }

  return {
    async claim(worker, wait) {
      await news.listening();
      const line = lines.get(worker.engine) ?? openLine(worker.engine);
      const { heard } = line;
      const now = await claimJob(db, worker.keyId, leaseSeconds);
      if (now.claim !== 'nothing' || wait.seconds === 0 || wait.signal.aborted || stopped) return now;
      const claimed = waitIn(line, worker, wait);
      if (heard !== line.heard) void serve(line);
      return claimed;
    },
    stop() {
      stopped = true;
      for (const line of lines.values()) {
        line.close();
        for (const { end } of [...line.waiting]) end();
      }
    },
  };
}
