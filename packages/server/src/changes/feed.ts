/** The one reader of the log in this process: woken by NOTIFY, it tells whoever waits for a generation or watches them all. */
import { setTimeout as pause } from 'node:timers/promises';
import { isFinal } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import type { Log } from '../log/log.ts';
import { type Cursor, cursorAfter, cursorAt } from './cursor.ts';
import { lookAtLog, type ReadChanges, readChanges } from './store.ts';

/** What one look brought, and the cursor before it. */
export interface Batch extends ReadChanges {
  before: Cursor;
}

export interface Feed {
  /** Something was announced, or may have been missed. */
  wake(): void;
  /** Resolves when whatever is committed from now on will be told to who watches now. */
  ready(): Promise<void>;
  /** Called once, when the generation has ended. Returns how to leave. */
  onEnd(generationId: string, hear: () => void): () => void;
  /** Every change of every account, in order; the next batch waits for the promise. Returns how to leave. */
  onChanges(hear: (batch: Batch) => Promise<void>): () => void;
  stop(): void;
}

export interface FeedServices {
  db: Db;
  log: Log;
}

const changesAtOnce = 1_000;
/** A look finds all that came meanwhile, however many there are: under a flood, so many looks a second suffice. */
const pauseMilliseconds = 5;
/** Announcements are not kept for a listener whose connection broke. */
const pollMilliseconds = 1_000;

export function createFeed({ db, log }: FeedServices): Feed {
  const ends = new Map<string, Set<() => void>>();
  const readers = new Set<(batch: Batch) => Promise<void>>();
  let at: Cursor | undefined;
  let opening: Promise<void> | undefined;
  let reading = false;
  let again = false;
  let failing = false;
  let stopped = false;

  const isWatched = () => !stopped && ends.size + readers.size > 0;

  async function open(): Promise<void> {
    at = cursorAt(await lookAtLog(db));
  }

  async function tell(batch: Batch): Promise<void> {
    for (const { generationId, status } of batch.changes) {
      if (isFinal(status)) for (const hear of [...(ends.get(generationId) ?? [])]) hear();
    }
    await Promise.all([...readers].map((hear) => hear(batch)));
  }

  /** Returns whether there is more at once. */
  async function readOn(before: Cursor): Promise<boolean> {
    const found = await readChanges(db, before, changesAtOnce);
    at = found.cut ? cursorAfter(before, found, found.changes.at(-1)!) : cursorAt(found);
    if (found.changes.length > 0 || readers.size > 0) await tell({ ...found, before });
    return found.cut;
  }

  async function readAll(): Promise<void> {
    while (isWatched() && at !== undefined) {
      again = false;
      const more = await readOn(at);
      if (more) continue;
      await pause(pauseMilliseconds);
      if (!again) return;
    }
  }

  async function run(): Promise<void> {
    again = true;
    if (reading) return;
    reading = true;
    try {
      await readAll();
      failing = false;
    } catch (fault) {
      // The cursor is kept: the next look that works finds what this one did not.
      if (!failing) log.warn({ err: fault }, 'the log of changes could not be read; trying again until it works');
      failing = true;
    } finally {
      reading = false;
      // Nobody is to be told what happens until somebody comes again.
      if (!isWatched()) {
        at = undefined;
        opening = undefined;
      }
    }
  }

  const poll = setInterval(() => {
    if (at !== undefined) void run();
  }, pollMilliseconds).unref();

  return {
    wake() {
      if (at !== undefined) void run();
    },
    ready() {
      opening ??= open().catch((fault) => {
        opening = undefined;
        throw fault;
      });
      return opening;
    },
    onEnd(generationId, hear) {
      const those = ends.get(generationId) ?? new Set();
      ends.set(generationId, those.add(hear));
      return () => {
        those.delete(hear);
        if (those.size === 0 && ends.get(generationId) === those) ends.delete(generationId);
      };
    },
    onChanges(hear) {
      readers.add(hear);
      return () => readers.delete(hear);
    },
    stop() {
      stopped = true;
      clearInterval(poll);
    },
  };
}
