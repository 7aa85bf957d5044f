/** Moves those who wait for an engine that takes no new work to the next of their route that does; others wait on. */
import type { Db } from '../db/postgres.ts';
import type { EngineRoster } from '../engines/engine-roster.ts';
import { listWaiting, moveWaiting, type QueueCursor, queueAgain, type WaitingGeneration } from './queue-store.ts';

/** Looked at in a round: the rest follow a second later, however many of these had to stay. */
const lookedAtMax = 500;

export interface DivertServices {
  db: Db;
  roster: EngineRoster;
  /** Up to where the queue of an engine has been looked through; one that is not here is begun at its front. */
  cursors: Map<string, QueueCursor>;
}

export async function divertWaiting({ db, roster, cursors }: DivertServices, signal: AbortSignal): Promise<number> {
  let moved = 0;
  const closed = await roster.refresh(signal);
  for (const name of cursors.keys()) if (!closed.includes(name)) cursors.delete(name);
  for (const from of closed) {
    // No worker claims for an engine that the operator's file names no more; what is with it may come back with its name.
    if (roster.find(from) === undefined) await queueAgain(db, from);
    const waiting = await listWaiting(db, from, { limit: lookedAtMax, behind: cursors.get(from) ?? null });
    if (waiting.length < lookedAtMax) cursors.delete(from);
    else cursors.set(from, waiting.at(-1)!);
    const byTarget = Map.groupBy(waiting, (one) => otherFor(roster, one, from));
    for (const [to, some] of byTarget) {
      if (to !== null) moved += await moveWaiting(db, { ids: some.map(({ id }) => id), from, to });
    }
  }
  return moved;
}

/** Behind it in the route; from the front for an engine that the operator's file names no more. */
function otherFor(roster: EngineRoster, waiting: WaitingGeneration, from: string): string | null {
  const route = roster.routeOf(waiting);
  const index = route.findIndex(({ engine }) => engine === from);
  const behind = roster.find(from) === undefined ? route : route.slice(index + 1);
  return behind.find((use) => use.engine !== from && roster.takes(waiting, use))?.engine ?? null;
}
