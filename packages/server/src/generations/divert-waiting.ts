/** Moves those who wait for an engine that takes no new work to the next of their route that does; others wait on. */
import type { Db } from '../db/postgres.ts';
import type { EngineRoster } from '../engines/engine-roster.ts';
import { listWaiting, moveWaiting, queueAgain, type WaitingGeneration } from './queue-store.ts';

/** At once, from the front: the rest follow a second later. */
const divertedMax = 200;

export async function divertWaiting(
  { db, roster }: { db: Db; roster: EngineRoster },
  signal: AbortSignal,
): Promise<number> {
  let moved = 0;
  for (const from of await roster.refresh(signal)) {
    // No worker claims for an engine that the operator's file names no more; what is with it may come back with its name.
    if (roster.find(from) === undefined) await queueAgain(db, from);
    const byTarget = Map.groupBy(await listWaiting(db, from, divertedMax), (waiting) =>
      otherFor(roster, waiting, from),
    );
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
