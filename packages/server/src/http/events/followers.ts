/** Everybody who follows the events of an account in this process: what they missed is read for each, the rest once for all. */
import { eventHeartbeatSeconds } from '@afterimage/contract';
import { type Cursor, cursorAfter, cursorAt, cursorText, wasTold } from '../../changes/cursor.ts';
import type { Batch, Feed } from '../../changes/feed.ts';
import { isAtLeast } from '../../changes/snapshot.ts';
import { type Change, readChangesOf } from '../../changes/store.ts';
import type { Log } from '../../log/log.ts';
import type { EventStream } from '../event-stream.ts';
import { type WritingServices, type WrittenEvent, writeEvents } from './written-event.ts';

export interface Follower {
  readonly stream: EventStream;
  readonly accountId: string;
  /** Only of this one. */
  readonly family: string | null;
}

export interface Followers {
  /** Resolves when what came after the cursor has been written, and all that happens later will be. */
  add(follower: Follower, from: Cursor): Promise<void>;
  remove(follower: Follower): void;
  stop(): void;
}

export interface FollowerServices extends WritingServices {
  feed: Feed;
  log: Log;
}

/** What the feed brought for an account. */
interface News {
  batch: Batch;
  events: readonly WrittenEvent[];
}

interface State {
  /** Its own cursor, until the feed has come to it; null: that of the feed. */
  at: Cursor | null;
  /** What came while it was reading what it missed; null: it gets everything at once. */
  held: News[] | null;
}

const pageSize = 200;
/** Well before anyone may think that the line is dead. */
const heartbeatMilliseconds = eventHeartbeatSeconds * 750;
/** A cursor is good for a day, and a stream may be quiet for longer. */
const cursorHeartbeats = 240;

export function createFollowers(services: FollowerServices): Followers {
  const { feed, db, log } = services;
  const byAccount = new Map<string, Map<Follower, State>>();
  let leaveFeed: (() => void) | null = null;
  let latest: Cursor | undefined;
  let heartbeats = 0;

  const idLine = (cursor: Cursor) => `id: ${cursorText(cursor)}\n`;

  function write({ stream, family }: Follower, news: News, state: State): void {
    const { batch, events } = news;
    const from = state.at;
    for (const event of events) {
      if ((family !== null && family !== event.family) || (from !== null && wasTold(from, event.change))) continue;
      stream.write(idLine(cursorAfter(from ?? batch.before, batch, event.change)) + event.lines);
    }
    if (from === null || !isAtLeast(batch.snapshot, from.seen)) return;
    // After all that one look found, both are at the same position.
    state.at = batch.cut ? cursorAfter(from, batch, batch.changes.at(-1)!) : null;
  }

  /** Those that are where the feed is share every byte. */
  function writeToAll(those: ReadonlyMap<Follower, State>, news: News): void {
    const { batch, events } = news;
    const texts = events.map((event) => ({
      family: event.family,
      text: idLine(cursorAfter(batch.before, batch, event.change)) + event.lines,
    }));
    for (const [follower, state] of those) {
      if (state.held !== null) state.held.push(news);
      else if (state.at !== null) write(follower, news, state);
      else {
        for (const { family, text } of texts) {
          if (follower.family === null || follower.family === family) follower.stream.write(text);
        }
      }
    }
  }

  async function hear(batch: Batch): Promise<void> {
    const wanted = batch.changes.filter(({ accountId }) => byAccount.has(accountId));
    try {
      const events = Map.groupBy(await writeEvents(services, wanted), ({ change }) => change.accountId);
      for (const [accountId, those] of byAccount) writeToAll(those, { batch, events: events.get(accountId) ?? [] });
    } catch (fault) {
      // Who is let go comes back with a cursor and reads what was missed.
      log.warn({ err: fault }, 'events could not be written; their streams begin anew');
      letGo(wanted);
    }
    if (!batch.cut) latest = cursorAt(batch);
  }

  function letGo(changes: readonly Change[]): void {
    for (const { accountId } of changes) {
      for (const { stream } of byAccount.get(accountId)?.keys() ?? []) stream.end();
    }
  }

  const heartbeat = setInterval(() => {
    heartbeats += 1;
    const tellsCursor = heartbeats % cursorHeartbeats === 0 && latest !== undefined;
    const text = `: still here\n${tellsCursor ? idLine(latest!) : ''}\n`;
    for (const those of byAccount.values()) {
      for (const [{ stream }, { at, held }] of those) {
        if (stream.isOpen) stream.write(at === null && held === null ? text : ': still here\n\n');
      }
    }
  }, heartbeatMilliseconds).unref();

  function enter(follower: Follower, state: State): void {
    const those = byAccount.get(follower.accountId) ?? new Map<Follower, State>();
    byAccount.set(follower.accountId, those.set(follower, state));
    leaveFeed ??= feed.onChanges(hear);
  }

  /** What came after the cursor, page by page, as fast as it is taken. */
  async function catchUp(follower: Follower, state: State, from: Cursor): Promise<void> {
    const { stream } = follower;
    for (let at = from; stream.isOpen; await stream.taken()) {
      // What is held is only needed from the last page on: the others come before it.
      state.held = [];
      const page = await readChangesOf(db, follower, { cursor: at, limit: pageSize });
      for (const event of await writeEvents(services, page.changes)) {
        stream.write(idLine(cursorAfter(at, page, event.change)) + event.lines);
      }
      at = page.cut ? cursorAfter(at, page, page.changes.at(-1)!) : cursorAt(page);
      if (page.cut) continue;
      state.at = at;
      return;
    }
  }

  return {
    async add(follower, from) {
      const state: State = { at: null, held: [] };
      enter(follower, state);
      await feed.ready();
      // Whoever is cut off before the first event knows where to go on.
      follower.stream.write(`${idLine(from)}\n`);
      await catchUp(follower, state, from);
      const { held } = state;
      state.held = null;
      for (const news of held ?? []) write(follower, news, state);
    },
    remove(follower) {
      const those = byAccount.get(follower.accountId);
      if (!those?.delete(follower) || those.size > 0) return;
      byAccount.delete(follower.accountId);
      if (byAccount.size > 0) return;
      leaveFeed?.();
      leaveFeed = null;
    },
    stop() {
      clearInterval(heartbeat);
      for (const those of byAccount.values()) for (const { stream } of [...those.keys()]) stream.end();
    },
  };
}
